import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { topicId } from './ids.ts'
import { isLive } from './model.ts'
import { maySee, mayStart, noTopic, topicIsGone } from './policy.ts'
import type { Standing } from './tree/snapshot.ts'

/** A retired topic means its heir, and itself where it has none. */
export function holderOf({ topic, snapshot }: Standing): Standing {
  return { snapshot, topic: snapshot.heirOf(topic.key) ?? topic }
}

/** The topic that takes what somebody puts there; refused where there is none that they see. */
export function takerFor(actor: Actor, found: Standing | null): Standing {
  const taker = found === null ? null : holderOf(found)
  if (taker === null || !maySee(taker.snapshot, actor, taker.topic)) throw noTopic()
  if (isLive(taker.topic)) return taker
  throw topicIsGone()
}

export function requireMayStart(actor: Actor, { snapshot, topic }: Standing): void {
  if (!mayStart(snapshot, actor, topic))
    throw new Refusal('forbidden', `You may not start discussions in “${topic.name}”.`)
}

/** Ids of a topic, then of each above it; with each, those that were merged into it. */
export function lineFrom({ topic, snapshot }: Standing): string[][] {
  const line = [topic, ...snapshot.ancestorsOf(topic.key).reverse()]
  const merged = (key: string): string[] => snapshot.mergedInto(key).map((one) => topicId(snapshot.tree._id, one))
  return line.map(({ _id, key }) => [_id, ...merged(key)])
}
