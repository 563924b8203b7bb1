import type { Consumer, Handler, LoggedEvent, Store } from '@palaver/store'
import type { Logger } from 'pino'
import { partsOf } from '../ids.ts'
import { additionsIn, addTo, filingIn } from './counting.ts'
import { type Cause, fileDiscussion } from './filing.ts'
import { followOperation, type WalkNeeds } from './walking.ts'

export const TOPICS = 'topics'

export type FollowNeeds = WalkNeeds & {
  /** What was kept of a tree is no longer true. */
  changed: (tree: string, event: string) => void
}

/**
 * Derives the lists and numbers of topics from the events of discussions and trees, which are in one order. Whatever
 * comes again changes nothing.
 */
export const topicsHandler =
  (needs: FollowNeeds): Handler =>
  async (events) => {
    for (const run of runsOf(events)) {
      const [first] = run
      if (first?.type === 'topic') await followOperation(needs, first)
      else await file(needs, run)
    }
    await count(needs, events)
    tell(needs, events)
  }

/** Changes of trees stand alone; what lies between them is filed together. */
function runsOf(events: readonly LoggedEvent[]): LoggedEvent[][] {
  const runs: LoggedEvent[][] = [[]]
  for (const event of events) {
    if (event.type === 'topic') runs.push([event], [])
    else if (concernsTopics(event)) runs.at(-1)?.push(event)
  }
  return runs.filter((run) => run.length > 0)
}

/** Of another name of its resource nothing says whether it is in a topic. */
const concernsTopics = ({ type, op, before, after }: LoggedEvent): boolean =>
  type === 'discussion' && (op === 'renamed' || topicIn(before) !== null || topicIn(after) !== null)

const topicIn = (told: LoggedEvent['after']): string | null => filingIn(told)?.topic ?? null

const AT_ONCE = 100

/** Several events of one discussion are one write to each of its lists. */
async function file(needs: FollowNeeds, events: readonly LoggedEvent[]): Promise<void> {
  const causes = new Map<string, Cause>()
  for (const { subject: discussion, seq, op } of events) {
    const isCount = op === 'counted' && causes.get(discussion)?.isCount !== false
    causes.set(discussion, { discussion, seq, isCount })
  }
  const all = [...causes.values()]
  for (let at = 0; at < all.length; at += AT_ONCE)
    await Promise.all(all.slice(at, at + AT_ONCE).map((cause) => fileDiscussion(needs, cause)))
}

async function count({ counts }: FollowNeeds, events: readonly LoggedEvent[]): Promise<void> {
  const stamp = events.at(-1)?.seq ?? 0
  const additions = [...additionsIn(events)]
  await Promise.all(additions.map(([topic, some]) => addTo(counts, { topic, additions: some, stamp })))
}

function tell({ changed }: FollowNeeds, events: readonly LoggedEvent[]): void {
  const trees = new Map<string, string>()
  for (const { type, subject, _id, before, after } of events) {
    if (type === 'topic') trees.set(subject, _id)
    for (const topic of [topicIn(before), topicIn(after)]) {
      const tree = topic === null ? undefined : partsOf(topic)?.tree
      if (tree !== undefined && type === 'discussion') trees.set(tree, _id)
    }
  }
  for (const [tree, event] of trees) changed(tree, event)
}

type Running = { store: Store; needs: FollowNeeds; log: Logger }

/** Goes on where it was, and ends with the store. */
export const startTopics = ({ store, needs, log }: Running): Consumer =>
  store.consume(TOPICS, topicsHandler(needs), {
    onError: (error, partition) =>
      log.error({ err: error, partition }, 'the lists of topics could not be written and will be in a moment'),
  })
