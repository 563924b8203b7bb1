import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { PublicComment } from '../present.ts'
import { groundOn, ORG } from '../testing/ground.ts'
import { conversation } from './conversation.ts'
import { openInThePast } from './open.ts'
import { sow } from './sow.ts'

const COUNT = 60

describeEngines('a seeded conversation', (engine) => {
  test.each(['per-comment', 'embedded', 'hybrid'] as const)(
    '%s: goes on where it was stopped, and counts',
    async (layout) => {
      const { store, comments, drained, close } = await groundOn(engine.open)
      const { needs, views } = comments
      const resource = { type: 'seed', id: layout }
      const discussion = await openInThePast(store, needs, {
        org: ORG,
        resource,
        settings: { layout, order: 'threaded' },
      })
      const plan = { seed: '1', count: COUNT, published: Date.parse(discussion.created), maxDepth: 4 }
      let looks = 0
      const first = await sow(needs, { discussion, plan, onProgress: () => {}, isStopped: () => ++looks > 1 })
      expect(first.isWhole).toBe(false)
      const second = await sow(needs, { discussion, plan, onProgress: () => {}, isStopped: () => false })
      expect(second).toMatchObject({ comments: COUNT, isWhole: true })
      await drained()

      const seeded = await comments.discussion({ discussion: discussion._id })
      expect(seeded.comments).toBe(COUNT)
      const page = await views.chronological(seeded, 'oldest', { limit: COUNT + 1 })
      const all = page.comments.map(({ json }): PublicComment => JSON.parse(json))
      expect(all.map(({ slug }) => slug).toSorted()).toEqual([...conversation(plan)].map(({ slug }) => slug).toSorted())
      expect(all.reduce((sum, { replies }) => sum + replies, 0)).toBe(all.filter(({ depth }) => depth > 0).length)
      expect(all.reduce((sum, { votes }) => sum + votes.up + votes.down, 0)).toBe(second.votes)
      expect(Date.parse(all.at(-1)?.posted ?? '')).toBeLessThanOrEqual(needs.world.now())
      await close()
    },
  )
})
