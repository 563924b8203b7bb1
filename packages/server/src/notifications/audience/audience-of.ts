import type { LoggedEvent } from '@palaver/store'
import type { PersonDocument } from '../../accounts/service.ts'
import type { Comment, Discussion } from '../../comments/service.ts'
import type { Post } from '../../social/service.ts'
import type { Candidate, Channel, Item, Skip } from '../model.ts'

/** Whom an event concerns, a page of people at a time; the same for everyone who asks, and on every repeat. */
export type AudienceOf = (event: LoggedEvent) => AsyncIterable<readonly Candidate[]>

/** `comment` is null for what is held. */
type OfComment = { discussion: Discussion; comment: Comment | null; social?: undefined }
/** Who did it, by the name that they have now; `post` is null for what is about people alone. */
export type Social = { by: string; post: Post | null; url: string | null }
type OfSocial = { discussion: null; comment: null; social: Social }

/** What something is about that may be told. */
export type Subject = OfComment | OfSocial

/** What may be sent, with what is needed to write it; or why it may not. */
export type Checked = ({ skip: null; person: PersonDocument } & Subject) | { skip: Skip }

/** Looks at everything again at the moment of sending: what has changed since then counts. */
export type Check = (item: Item, channel: Channel) => Promise<Checked>
