import type { Actor } from '../../../api/actor.ts'
import { MOST_FOLLOWED } from '../../graph/follows.ts'
import { pulled } from '../pull.ts'
import type { NewsSource } from '../source.ts'
import { build } from './building.ts'
import { kept, touch } from './reading.ts'
import type { PushNeeds } from './needs.ts'

/** Told of what went wrong behind the back of a reader, who got their news all the same. */
export type OnError = (error: unknown) => void

/**
 * Where somebody's news come from: from what is kept for those who follow many, merged as they are read for all others,
 * and for as long as what is kept is being built.
 */
export async function newsOf(needs: PushNeeds, { org, id }: Actor, onError: OnError): Promise<NewsSource> {
  const feed = await needs.feeds.get(id)
  if (feed?.state === 'live') {
    await touch(needs, feed)
    return kept(needs, feed)
  }
  if (await followsMany(needs, id)) build(needs, { org, id }).catch(onError)
  return pulled(needs, id)
}

async function followsMany({ follows, keepFrom }: PushNeeds, follower: string): Promise<boolean> {
  if (keepFrom === 0) return true
  if (keepFrom > MOST_FOLLOWED) return false
  return (await follows.count({ where: { follower, state: 'follows' }, atMost: keepFrom })) >= keepFrom
}
