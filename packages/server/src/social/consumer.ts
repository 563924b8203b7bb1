import type { Consumer, Handler, LoggedEvent, Store } from '@palaver/store'
import type { Logger } from 'pino'
import { followEdge, type EdgeNeeds } from './graph/following.ts'
import { type ClosingNeeds, followCase } from './moderating/closing.ts'
import { countPeople, countPosts, type NumberNeeds } from './numbers.ts'
import { followOpening } from './people/opening.ts'
import { followPost, type PostFollowNeeds } from './posts/following.ts'

export const SOCIAL = 'social'

export type SocialFollowNeeds = EdgeNeeds & NumberNeeds & PostFollowNeeds & ClosingNeeds

/**
 * Derives who follows whom from the other side, what is on which wall, and all numbers, from events that are in one
 * order. What is derived is read from the documents themselves, so whatever comes again changes nothing.
 */
export const socialHandler =
  (needs: SocialFollowNeeds): Handler =>
  async (events) => {
    for (const event of events) await followOne(needs, event)
    await Promise.all([countPeople(needs, events), countPosts(needs, events)])
  }

async function followOne(needs: SocialFollowNeeds, event: LoggedEvent): Promise<void> {
  if (event.type === 'follow' || event.type === 'relation') await followEdge(needs, event)
  if (event.type === 'post') await followPost(needs, event)
  await followCase(needs, event)
  if (event.type === 'person') await followOpening(needs, event)
}

type Running = { store: Store; needs: SocialFollowNeeds; log: Logger }

/** Goes on where it was, and ends with the store. */
export const startSocial = ({ store, needs, log }: Running): Consumer =>
  store.consume(SOCIAL, socialHandler(needs), {
    onError: (error, partition) =>
      log.error({ err: error, partition }, 'followers, walls and numbers could not be written and will be in a moment'),
  })
