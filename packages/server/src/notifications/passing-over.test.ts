import type { LoggedEvent } from '@palaver/store'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { OPERATIONS } from '../categories/model.ts'
import { framesOf } from '../live/discussion-frames.ts'
import { stageOn } from './acceptance/stage.fixtures.ts'

const about = { org: 'main', at: '2026-06-01T12:00:00.000Z', partition: 0, actor: { id: 'root', name: 'root' } }

/** What the tree and the counters tell: nobody is told of it. */
const EVENTS: readonly LoggedEvent[] = [
  ...OPERATIONS.map((op) => ({ type: 'topic', op, subject: 'tree', after: { version: 1, topics: [], more: 0 } })),
  { type: 'discussion', op: 'counted', subject: 'd', after: { comments: 3, activity: about.at } },
  { type: 'discussion', op: 'opened', subject: 'd', after: { topic: 'tree~a', tags: [] } },
].map((event, at) => ({ _id: `e${at}`, seq: at + 1, ...about, ...event }) as unknown as LoggedEvent)

describeEngines('what happens to topics', (engine) => {
  it('is passed over by every queue that tells people, and harms none that handles it all the same', async () => {
    const stage = await stageOn(engine)
    const signal = AbortSignal.timeout(60_000)
    expect(stage.context.notifications.queues).toHaveLength(3)
    for (const { handler } of stage.context.notifications.queues) {
      await handler.prepare?.(EVENTS)
      for (const event of EVENTS) {
        expect([event.type, event.op, handler.laneOf(event)]).toEqual([event.type, event.op, null])
        await handler.handle({ event, position: event.seq, attempt: 1, signal })
      }
    }
    expect(await stage.inbox('bob')).toEqual([])
  })
})

it('is not told in the stream of a discussion', () => {
  expect(framesOf(EVENTS, { numbers: new Map(), current: null })).toEqual([])
})
