import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Filing } from '../filing.ts'
import { LAYOUTS } from '../model.ts'
import { noTopics } from '../topics.ts'
import { ADMIN, type Ground, groundOn, ORG, person } from '../testing/ground.ts'
import { requestRecount } from './recount-request.ts'

const ANN = person('ann')
const topics = { ...noTopics, sees: async () => true, startIn: async (_: unknown, topic: string) => topic }

/** What was told of its numbers: each from what to what. */
async function told({ store: { events } }: Ground, subject: string): Promise<[number, number][]> {
  await events.settle()
  const all = await events.read({ partition: events.partitionOf(ORG), subject, after: 0, limit: 1_000 })
  return all
    .filter(({ op }) => op === 'counted')
    .map(({ before, after }) => [
      (before as unknown as { filing: Filing }).filing.comments,
      (after as unknown as { filing: Filing }).filing.comments,
    ])
}

describeEngines('the numbers of a discussion in a topic', ({ open }) => {
  it.each(LAYOUTS)('are told with each count, also once it has moved and was counted again: %s', async (layout) => {
    const ground = await groundOn(open, { topics, settings: { layout } })
    onTestFinished(() => ground.close())
    const { comments, drained } = ground
    const opening = { org: ORG, resource: { type: 'page', id: 'a' }, title: 'A', topic: 'tree~key', tags: [] }
    const { _id: discussion } = await comments.open(ADMIN, opening)
    const say = async (): Promise<string> => {
      const { comment } = await comments.post({ actor: ANN, ref: { discussion } }, { text: 'Hm.' })
      await drained()
      return comment.slug
    }
    await say()
    const second = await say()
    await comments.delete({ actor: ANN, ref: { discussion } }, second)
    await drained()
    await comments.move(discussion, { layout: layout === 'hybrid' ? 'per-comment' : 'hybrid', order: 'threaded' })
    await say()
    await comments.needs.homes.discussions.update({ _id: discussion }, { $set: { comments: 40 } })
    await requestRecount(comments.needs, discussion)
    await drained()
    const all = await told(ground, discussion)
    expect(all).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
      [1, 2],
      [40, 2],
    ])
    const { activity, created, comments: count } = await comments.discussion({ discussion })
    expect(count).toBe(2)
    expect(Date.parse(activity ?? '')).toBeGreaterThan(Date.parse(created))
  })

  it('are not told where it is in none', async () => {
    const ground = await groundOn(open, { topics })
    onTestFinished(() => ground.close())
    const ref = { org: ORG, resource: { type: 'page', id: 'b' } }
    const { discussion } = await ground.comments.post({ actor: ANN, ref }, { text: 'Hm.' })
    await ground.drained()
    expect(await told(ground, discussion)).toEqual([])
  })
})
