import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { openDiscussion, perform } from '../conformance/script.ts'
import { ORDERS } from '../model.ts'
import type { Comments } from '../service.ts'
import { groundOn, type Kind, KINDS, tickingClock } from '../testing/ground.ts'
import type { Page } from '../views/page.ts'
import { conversation, everythingIn, tourOf } from './everything.fixtures.ts'
import { moveDiscussion } from './move.ts'

const COUNT = 150

/** Pages through all lists at once, a page of each at a time, by the cursors that earlier pages gave. */
function readersOf({ views, needs }: Comments, id: string, limit: number) {
  const discussion = () => needs.discussions.require({ discussion: id })
  const turns: readonly ((cursor: string | null) => Promise<Page>)[] = [
    async (cursor) => views.chronological(await discussion(), 'oldest', { limit, cursor }),
    async (cursor) => views.chronological(await discussion(), 'newest', { limit, cursor }),
    async (cursor) => views.threaded(await discussion(), 'oldest', { limit, cursor }),
    async (cursor) => views.threaded(await discussion(), 'newest', { limit, cursor }),
    async (cursor) => views.threaded(await discussion(), 'best', { limit, cursor }),
  ]
  return turns.map((turn) => {
    const read: string[] = []
    let cursor: string | null = null
    let isOver = false
    const readOn = async (): Promise<void> => {
      if (isOver) return
      const page = await turn(cursor)
      read.push(...page.comments.map(({ slug }) => slug))
      cursor = page.next
      isOver = cursor === null
    }
    return { read, readOn, all: async () => (await turn(null)).comments.map(({ slug }) => slug) }
  })
}

/** All that can be told apart; on MongoDB, where it takes a while, each layout to each other, in both orders. */
const TOURS: Readonly<Record<string, readonly Kind[][]>> = {
  sqlite: [[...KINDS]],
  mongodb: [0, 1].map((which) =>
    KINDS.filter(({ layout, order }) => (layout === 'embedded') === (order === ORDERS[which])),
  ),
}

describeEngines('a discussion that moves', (engine) => {
  it.for(TOURS[engine.kind] ?? [])('is the same everywhere', { timeout: 120_000 }, async (kinds) => {
    const ground = await groundOn(engine.open, { world: { now: tickingClock(1) } })
    const { comments } = ground
    const [first, ...rest] = tourOf(kinds)
    const id = await openDiscussion(comments, 'tour', { ...first, maxDepth: 6 })
    await perform(comments, { id }, { maxDepth: 6, deletion: 'tombstone', deeds: conversation(COUNT) })
    await ground.drained()
    const before = await everythingIn(comments, id)
    expect(before['chronological']).toHaveLength(COUNT)
    const wholes = await Promise.all(readersOf(comments, id, COUNT).map(({ all }) => all()))
    const readers = readersOf(comments, id, Math.ceil(COUNT / rest.length))
    for (const target of rest) {
      await Promise.all(readers.map(({ readOn }) => readOn()))
      expect(await moveDiscussion(comments.needs, { id, ...target })).toBe('moved')
      expect(await comments.discussion({ discussion: id })).toMatchObject({ ...target, moving: null, switching: null })
      expect(await everythingIn(comments, id)).toEqual(before)
    }
    expect(readers.map(({ read }) => read)).toEqual(wholes)
    expect(rest).toHaveLength(kinds.length * (kinds.length - 1))
    await ground.close()
  })
})
