import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { behind, below, END, keyOf } from '../../keys.ts'
import { type Comment, LAYOUTS, type Order, ORDERS } from '../../model.ts'
import { childrenIn, getIn, listIn } from '../in-memory.ts'
import type { Layout, Place, Range } from '../layout.ts'
import { comment } from './conversation.ts'
import { sharedStore } from './ground.ts'

/** A step of a conversation; `at` chooses among the comments that were ever there. */
type Deed =
  | { do: 'say'; at: number | null; part: string; ms: number }
  | { do: 'edit' | 'tombstone' | 'remove' | 'repeat'; at: number }

type Look = { order: Order; from: number | null; until: number | null; back: boolean; limit: number; skip: number }

const anyone = fc.nat({ max: 30 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      at: fc.option(anyone),
      // Few parts and few instants: slugs that begin alike, and ties.
      part: fc.constantFrom('a', 'ab', 'abc', 'b', 'B', '1', '34db', '34dbx', 'z'),
      ms: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('edit', 'tombstone', 'remove', 'repeat'), at: anyone }),
  },
)
const bound = fc.option(fc.nat({ max: 150 }))
const look: fc.Arbitrary<Look> = fc.record({
  order: fc.constantFrom(...ORDERS),
  from: bound,
  until: bound,
  back: fc.boolean(),
  limit: fc.integer({ min: 1, max: 12 }),
  skip: fc.oneof(fc.constant(0), fc.nat({ max: 5 })),
})

/** The conversation as it should be: comments by slug, and every one that was ever said. */
type Model = { there: Map<string, Comment>; said: Comment[] }

type Apply = (layout: Layout, place: Place) => Promise<void>

const CHANGES: Record<'edit' | 'tombstone', Partial<Comment>> = {
  edit: { text: 'edited', rev: 2, replies: 4 },
  tombstone: { status: 'deleted', text: '', html: '', votes: { up: 0, down: 1 } },
}

/** Does it to the model, and gives what does it to a layout, which must answer alike. */
function applyDeed(model: Model, deed: Deed): Apply | null {
  const chosen = deed.at === null ? undefined : model.said[deed.at % Math.max(1, model.said.length)]
  if (deed.do === 'say') return say(model, chosen ?? null, deed)
  if (chosen === undefined) return null
  if (deed.do === 'repeat') return insert(model, chosen)
  if (deed.do === 'remove') return remove(model, chosen)
  return change(model, chosen, CHANGES[deed.do])
}

function say(model: Model, under: Comment | null, { part, ms }: { part: string; ms: number }): Apply | null {
  const next = comment(part, { under, ms })
  if (next.depth > 6 || model.said.some(({ slug }) => slug === next.slug)) return null
  model.said.push(next)
  return insert(model, next)
}

function insert({ there }: Model, said: Comment): Apply {
  if (!there.has(said.slug)) there.set(said.slug, said)
  return async (layout, place) => expect(await layout.insert(place, said, [])).toBe('done')
}

function remove({ there }: Model, { slug }: Comment): Apply {
  there.delete(slug)
  const answer = { written: 'done', comment: null }
  return async (layout, place) =>
    expect(await layout.change(place, slug, () => ({ remove: true, events: [] }))).toEqual(answer)
}

function change({ there }: Model, { slug }: Comment, set: Partial<Comment>): Apply {
  const now = there.get(slug)
  const after = now === undefined ? null : { ...now, ...set, writes: now.writes + 1 }
  if (after !== null) there.set(slug, after)
  const answer = { written: 'done', comment: after }
  return async (layout, place) => expect(await layout.change(place, slug, () => ({ set, events: [] }))).toEqual(answer)
}

/** Keys that a reader may come with: of comments, there or not, beside them, and outside of all. */
function rangeOf({ order, from, until, back, limit, skip }: Look, { said }: Model): Range {
  const keys = said.flatMap((each) => {
    const key = keyOf(order, each)
    return [key, behind(key), below(key), `${key}\0`, `${key}${END}`, key.slice(0, -1)]
  })
  const all = ['', ...keys, END]
  const chosen = (at: number | null): string | undefined => (at === null ? undefined : all[at % all.length])
  const [low, high] = [chosen(from), chosen(until)]
  return { ...(low !== undefined && { from: low }), ...(high !== undefined && { until: high }), back, limit, skip }
}

async function expectSame(model: Model, layout: Layout, { place, looks }: { place: Place; looks: readonly Look[] }) {
  const all = [...model.there.values()]
  const slugs = [...model.said.map(({ slug }) => slug), 'nobody', 'a/nobody']
  expect(await layout.get(place, slugs)).toEqual(getIn(all, slugs))
  for (const order of ORDERS)
    expect(await layout.list(place, order, { limit: 100 })).toEqual(listIn(all, order, { limit: 100 }))
  for (const parent of [null, ...model.said])
    expect(await layout.children(place, parent, { limit: 100 })).toEqual(childrenIn(all, parent, { limit: 100 }))
  for (const one of looks) {
    const range = rangeOf(one, model)
    expect(await layout.list(place, one.order, range), JSON.stringify(range)).toEqual(listIn(all, one.order, range))
    const parent = model.said[one.skip] ?? null
    const replies = rangeOf({ ...one, order: 'chronological' }, model)
    expect(await layout.children(place, parent, replies)).toEqual(childrenIn(all, parent, replies))
  }
}

describeEngines('one conversation in all layouts', (engine) => {
  const shared = sharedStore(engine)
  const places = LAYOUTS.flatMap((layout) => ORDERS.map((order) => [layout, order] as const))

  it('is the same in every view', { timeout: 600_000 }, async () => {
    const conversation = fc.array(deed, { minLength: 1, maxLength: 30 })
    const looks = fc.array(look, { minLength: 5, maxLength: 10 })
    const property = fc.asyncProperty(conversation, looks, async (deeds, asked) => {
      const model: Model = { there: new Map(), said: [] }
      const grounds = await Promise.all(places.map(([layout, order]) => shared.open(layout, order)))
      for (const step of deeds) {
        const apply = applyDeed(model, step)
        if (apply !== null) for (const { layout, place } of grounds) await apply(layout, place)
      }
      for (const { layout, place } of grounds) await expectSame(model, layout, { place, looks: asked })
    })
    await fc.assert(property, { numRuns: engine.kind === 'sqlite' ? 60 : 15 })
  })
})
