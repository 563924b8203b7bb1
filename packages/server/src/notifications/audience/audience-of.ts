import type { LoggedEvent } from '@palaver/store'
import type { PersonDocument } from '../../accounts/service.ts'
import type { Comment, Discussion } from '../../comments/service.ts'
import type { Candidate, Channel, Item, Skip } from '../model.ts'

/** Whom an event concerns, a page of people at a time; the same for everyone who asks, and on every repeat. */
export type AudienceOf = (event: LoggedEvent) => AsyncIterable<readonly Candidate[]>

/** What may be sent, with what is needed to write it; or why it may not. `comment` is null for what is held. */
export type Checked =
  | { skip: null; person: PersonDocument; discussion: Discussion; comment: Comment | null }
  | { skip: Skip }

/** Looks at everything again at the moment of sending: what has changed since then counts. */
export type Check = (item: Item, channel: Channel) => Promise<Checked>
