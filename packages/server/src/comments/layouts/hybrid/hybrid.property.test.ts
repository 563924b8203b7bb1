import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TestEngine } from '../../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { keyOf } from '../../keys.ts'
import { type Comment, type Order, ORDERS } from '../../model.ts'
import { comment } from '../conformance/conversation.ts'
import { childrenIn, getIn, listIn } from '../in-memory.ts'
import type { Layout, Place, Range } from '../layout.ts'
import { pages } from './collection.ts'
import { layoutOn, part, TINY } from './hybrid.fixtures.ts'

/** Comments are named by a number, which is taken modulo those there are. */
type Step =
  | { do: 'insert'; under: number | null; ms: number }
  | { do: 'edit' | 'remove' | 'again' | 'drop'; which: number }
  | { do: 'put'; which: number; writes: number }

const which = fc.nat(50)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('insert' as const), under: fc.option(which), ms: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('edit', 'remove', 'again', 'drop'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put' as const), which, writes: fc.nat(4) }) },
)

/** Ends are keys of comments, or lie just behind them. */
const end = fc.option(fc.record({ which, behind: fc.boolean() }), { nil: undefined })
const range = fc.record({
  from: end,
  until: end,
  back: fc.boolean(),
  limit: fc.integer({ min: 1, max: 9 }),
  skip: fc.nat(9),
})
const conversation = fc.record({
  order: fc.constantFrom(...ORDERS),
  steps: fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
  reads: fc.array(fc.record({ range, parent: fc.option(which) }), { minLength: 6, maxLength: 6 }),
})

/** What a layout must answer like: a list of comments. */
class Model {
  there: Comment[] = []
  readonly ever: Comment[] = []

  pick(which: number): Comment | null {
    return this.ever.length === 0 ? null : (this.ever[which % this.ever.length] ?? null)
  }

  insert(added: Comment): void {
    this.ever.push(added)
    this.bring(added)
  }

  bring(added: Comment): void {
    if (!this.there.some(({ slug }) => slug === added.slug)) this.there.push(added)
  }

  change(slug: string, change: (there: Comment) => Comment | null): void {
    this.there = this.there.flatMap((each) => (each.slug === slug ? (change(each) ?? []) : [each]))
  }
}

type Sides = { layout: Layout; place: Place; model: Model }

async function take(next: Step, { layout, place, model }: Sides): Promise<void> {
  if (next.do === 'insert') {
    const under = next.under === null ? null : model.pick(next.under)
    const added = comment(part(model.ever.length), { under, ms: next.ms })
    model.insert(added)
    await layout.insert(place, added, [])
    return
  }
  const target = model.pick(next.which)
  if (target === null) return
  const { slug } = target
  if (next.do === 'edit') {
    model.change(slug, (there) => ({ ...there, text: `${there.text}!`, writes: there.writes + 1 }))
    await layout.change(place, slug, ({ text }) => ({ set: { text: `${text}!` }, events: [] }))
  } else if (next.do === 'again') {
    model.bring(target)
    await layout.insert(place, target, [])
  } else if (next.do === 'put') {
    const copy = { ...target, writes: next.writes, text: 'copied' }
    model.change(slug, (there) => (there.writes < copy.writes ? copy : there))
    model.bring(copy)
    await layout.put(place, copy)
  } else {
    model.change(slug, () => null)
    if (next.do === 'drop') await layout.drop(place, slug)
    else await layout.change(place, slug, () => ({ remove: true, events: [] }))
  }
}

type Read = { range: { from: End; until: End; back: boolean; limit: number; skip: number }; parent: number | null }
type End = { which: number; behind: boolean } | undefined

function rangeOf(model: Model, order: Order, { range: asked }: Read): Range {
  const { from, until, ...rest } = asked
  const keyAt = (at: End): string | null => {
    const picked = at === undefined ? null : model.pick(at.which)
    return picked === null ? null : `${keyOf(order, picked)}${at?.behind ? '!' : ''}`
  }
  const [low, high] = [keyAt(from), keyAt(until)]
  return { ...rest, ...(low !== null && { from: low }), ...(high !== null && { until: high }) }
}

async function compare({ layout, place, model }: Sides, read: Read): Promise<void> {
  for (const order of ORDERS) {
    const asked = rangeOf(model, order, read)
    expect(await layout.list(place, order, asked), order).toEqual(listIn(model.there, order, asked))
  }
  const parent = read.parent === null ? null : model.pick(read.parent)
  const asked = rangeOf(model, 'chronological', read)
  expect(await layout.children(place, parent, asked), 'children').toEqual(childrenIn(model.there, parent, asked))
}

async function check(engine: TestEngine, runs: number): Promise<void> {
  const { store, layout } = layoutOn(await engine.open([pages]), TINY)
  let homes = 0
  const property = fc.asyncProperty(conversation, async ({ order, steps, reads }) => {
    const place = { discussion: 'd', home: `h${homes++}x`, order, epoch: 1 }
    const sides = { layout, place, model: new Model() }
    for (const next of steps) await take(next, sides)
    for (const read of reads) await compare(sides, read)
    const slugs = ['nobody', ...sides.model.ever.map(({ slug }) => slug)]
    expect(await layout.get(place, slugs)).toEqual(getIn(sides.model.there, slugs))
  })
  try {
    await fc.assert(property, { numRuns: runs })
  } finally {
    await store.close()
  }
}

describeEngines('the hybrid layout', (engine) => {
  it('answers as a sorted list of comments would', async () => {
    await check(engine, engine.kind === 'sqlite' ? 150 : 12)
  })
})
