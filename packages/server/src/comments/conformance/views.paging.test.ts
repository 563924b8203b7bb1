import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { keyOf } from '../keys.ts'
import type { Order } from '../model.ts'
import type { Shown } from '../present.ts'
import type { Comments } from '../service.ts'
import { ADMIN, groundOn, KINDS, person } from '../testing/ground.ts'
import type { Page, PageRequest } from '../views/page.ts'
import { openDiscussion } from './script.ts'

/** What was acknowledged so far, and what somebody has begun to delete with all that lies under it. */
type Known = { posted: string[]; doomed: Set<string> }

const isDoomed = ({ doomed }: Known, slug: string): boolean =>
  [...doomed].some((one) => slug === one || slug.startsWith(`${one}/`))

/** Posts, replies and now and then deletes, until it is told to stop. */
async function write(
  comments: Comments,
  known: Known,
  { id, name, done }: { id: string; name: string; done: () => boolean },
) {
  const ref = { discussion: id }
  for (let turn = 0; !done() && turn < 400; turn++) {
    const target = known.posted[Math.floor(Math.random() * known.posted.length)]
    try {
      if (turn % 9 === 8 && target !== undefined) {
        known.doomed.add(target)
        await comments.delete({ actor: ADMIN, ref }, target)
      } else {
        const parent = turn % 3 === 0 ? null : (target ?? null)
        const { comment } = await comments.post({ actor: person(name), ref }, { text: `${name} ${turn}`, parent })
        known.posted.push(comment.slug)
      }
    } catch (error) {
      if ((error as Error).name !== 'Refusal') throw error
    }
  }
}

async function readAll(comments: Comments, id: string, order: Order, back: boolean): Promise<Shown[]> {
  const all: Shown[] = []
  for (let cursor: string | null = null; ;) {
    const now = await comments.discussion({ discussion: id })
    const request: PageRequest = { limit: 7, cursor }
    const page: Page =
      order === 'threaded'
        ? await comments.views.threaded(now, 'oldest', request)
        : await comments.views.chronological(now, back ? 'newest' : 'oldest', request)
    all.push(...page.comments)
    cursor = page.next
    if (cursor === null) return all
  }
}

describeEngines('paging while 16 writers post and delete', (engine) => {
  it.each(KINDS)('shows each acknowledged comment once and in order: $layout, $order', async ({ layout, order }) => {
    const ground = await groundOn(engine.open)
    const { comments } = ground
    const settings = { layout, order, maxDepth: 4, deletion: 'cascade' } as const
    const id = await openDiscussion(comments, 'paged', settings)
    const known: Known = { posted: [], doomed: new Set() }
    let isDone = false
    const writers = Array.from({ length: 16 }, (_, at) =>
      write(comments, known, { id, name: `writer${at}`, done: () => isDone }),
    )
    const walks = engine.kind === 'sqlite' ? 6 : 2
    for (let walk = 0; walk < walks; walk++) {
      const back = order === 'chronological' && walk % 2 === 1
      const before = known.posted.filter((slug) => !isDoomed(known, slug))
      const seen = await readAll(comments, id, order, back)
      const keys = seen.map((comment) => keyOf(order, comment))
      const sorted = keys.toSorted((a, b) => (a < b ? -1 : 1))
      expect(keys).toEqual(back ? sorted.toReversed() : sorted)
      expect(new Set(keys).size).toBe(keys.length)
      const slugs = new Set(seen.map(({ slug }) => slug))
      const missed = before.filter((slug) => !slugs.has(slug) && !isDoomed(known, slug))
      expect(missed).toEqual([])
    }
    isDone = true
    await Promise.all(writers)
    await ground.drained()
    const left = known.posted.filter((slug) => !isDoomed(known, slug))
    const kept = new Set((await readAll(comments, id, order, false)).map(({ slug }) => slug))
    expect(left.filter((slug) => !kept.has(slug))).toEqual([])
    await ground.close()
  })
})
