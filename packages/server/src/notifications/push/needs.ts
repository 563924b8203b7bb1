import type { Collection } from '@palaver/store'
import type { Discussion } from '../../comments/service.ts'
import type { Audiences } from '../audience/audiences.ts'
import type { ForgetErased } from '../forgetting.ts'
import type { Inbox, Item, Telling } from '../model.ts'
import type { Choices } from '../preferences/model.ts'
import type { Windows } from '../windows/windows.ts'
import type { Subscription } from './model.ts'
import type { Sender } from './sender.ts'
import type { Subscriptions } from './subscriptions.ts'

export type PushNeeds = {
  audiences: Pick<Audiences, 'isOurs' | 'laneOf' | 'prepare' | 'of' | 'aboutOf' | 'check' | 'checkAll'>
  tellings: Collection<Telling>
  inboxes: Collection<Inbox>
  subscriptions: Pick<Subscriptions, 'of'>
  sender: Sender
  windows: Pick<Windows, 'add'>
  choicesOf: (org: string, person: string) => Promise<Choices>
  forgetErased: ForgetErased
  /** Whether messages of an org say neither who wrote nor what. */
  privatePreviews: (org: string) => Promise<boolean>
  /** Where a comment is on the host's page; null where that is not known. */
  linkOf: (discussion: Discussion, slug: string) => string | null
  now: () => number
}

/** Nobody wants to be rung up for what happened longer ago: it is in the centre. */
export const TTL_MS = 60 * 60 * 1000

/** As they are at this moment: somebody else may have signed in there since the last look. */
export const devicesOf = (
  { subscriptions }: PushNeeds,
  { org, person }: Pick<Item, 'org' | 'person'>,
): Promise<Subscription[]> => subscriptions.of({ org, id: person })
