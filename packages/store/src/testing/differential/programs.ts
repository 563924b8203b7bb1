import fc, { type Arbitrary } from 'fast-check'
import type { Filtered, Operation, Program, Thing } from './things.ts'

/** What a server is known to do otherwise than MongoDB must not be asked of it. */
export type Limits = { astral: boolean; mixedTypes: boolean }

const IDS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5']
const GROUPS = ['g', 'h']
const id = fc.constantFrom(...IDS)
const group = fc.constantFrom(...GROUPS)
const number = fc.constantFrom(-2, -0.5, 0, 1, 1.5, 2, 5, 4_503_599_627_370_496, 1e308)
const texts = (limits: Limits): Arbitrary<string> =>
  fc.constantFrom('', 'a', 'b', 'ab', 'A', 'é', 'z\u0000', '\uFFFD', ...(limits.astral ? ['😀', '😀a'] : []))
const scalar = (limits: Limits): Arbitrary<unknown> => fc.oneof(fc.constant(null), fc.boolean(), number, texts(limits))

function thing(limits: Limits): Arbitrary<Thing> {
  const optional = {
    number: limits.mixedTypes ? fc.oneof(number, fc.constant(null)) : number,
    any: limits.mixedTypes ? scalar(limits) : number,
    list: fc.array(limits.mixedTypes ? scalar(limits) : texts(limits), { maxLength: 3 }),
    items: fc.array(fc.record({ key: texts(limits), value: number }, { requiredKeys: ['key'] }), { maxLength: 3 }),
    nested: fc.record(
      { deep: fc.record({ value: scalar(limits) }, { requiredKeys: [] }), side: number },
      { requiredKeys: [] },
    ),
    unique: fc.constantFrom('u1', 'u2', 'u3', 'u4'),
  }
  return fc.record(
    { _id: id, group, text: texts(limits), ...optional },
    { requiredKeys: ['_id', 'group', 'text', 'unique'] },
  ) as unknown as Arbitrary<Thing>
}

function change(limits: Limits): Arbitrary<Filtered> {
  const one = fc.oneof(
    fc.record({
      $set: fc.record(
        { text: texts(limits), number, any: number, 'nested.deep.value': scalar(limits), 'nested.side': number },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ $inc: fc.record({ number: fc.constantFrom(1, -1, 0.5) }) }),
    fc.record({ $inc: fc.record({ text: fc.constant(1) }) }),
    fc.record({
      $unset: fc.record(
        { number: fc.constant(''), any: fc.constant(''), 'nested.deep': fc.constant('') },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ $push: fc.record({ list: texts(limits) }) }),
    fc.record({
      $push: fc.record({
        list: fc.record(
          {
            $each: fc.array(texts(limits), { maxLength: 3 }),
            $slice: fc.integer({ min: -3, max: 3 }),
            $position: fc.integer({ min: 0, max: 3 }),
          },
          { requiredKeys: ['$each'] },
        ),
      }),
    }),
    fc.record({ $push: fc.record({ items: fc.record({ key: texts(limits), value: number }) }) }),
    fc.record({ $addToSet: fc.record({ list: texts(limits) }) }),
    fc.record({ $pull: fc.record({ list: texts(limits) }) }),
    fc.record({ $pull: fc.record({ items: fc.record({ key: texts(limits) }) }) }),
    fc.record({ $min: fc.record({ any: number }) }),
    fc.record({ $max: fc.record({ 'nested.side': number }) }),
    fc.record({ $set: fc.record({ unique: fc.constantFrom('u1', 'u2', 'u3', 'u4') }) }),
    fc.record({ $set: fc.record({ 'list.2': texts(limits) }) }),
  )
  return fc
    .array(one as Arbitrary<Filtered>, { minLength: 1, maxLength: 2 })
    .map((parts) => Object.assign({}, ...parts) as Filtered)
}

const guard = (limits: Limits): Arbitrary<Filtered> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ number: fc.record({ $gt: number }) }) },
    { weight: 1, arbitrary: fc.record({ text: texts(limits) }) },
    { weight: 1, arbitrary: fc.record({ list: texts(limits) }) },
    { weight: 1, arbitrary: fc.record({ [limits.mixedTypes ? 'number' : 'absent']: fc.constant(null) }) },
    { weight: 1, arbitrary: fc.record({ text: fc.record({ $ne: texts(limits) }) }) },
    { weight: 1, arbitrary: fc.record({ any: fc.record({ $exists: fc.boolean() }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        items: fc.record({ $elemMatch: fc.record({ key: texts(limits), value: fc.record({ $lte: number }) }) }),
      }),
    },
  )

const direction = fc.constantFrom(1, -1)

function query(limits: Limits): Arbitrary<Filtered> {
  const bounded = { limit: fc.integer({ min: 1, max: 4 }) }
  const checked = { ...bounded, examineAtMost: fc.integer({ min: 1, max: 6 }) }
  const both = fc.oneof(direction.map((d) => ({ number: -d, text: d })))
  return fc.oneof(
    fc.record({ where: fc.record({ group }), sort: fc.record({ text: direction }), ...bounded }),
    fc.record({
      where: fc.record({
        group,
        text: fc.record({ $gte: texts(limits), $lt: texts(limits) }, { requiredKeys: ['$gte'] }),
      }),
      sort: fc.record({ text: direction }),
      ...bounded,
    }),
    fc.record({
      where: fc.record({ group, number: fc.record({ $gt: number, $lte: number }, { requiredKeys: ['$gt'] }) }),
      ...bounded,
    }),
    fc.record({ where: fc.record({ group }), sort: both, ...bounded }),
    fc.record({ where: fc.record({ any: scalar(limits) }), ...bounded }),
    fc.record({ sort: fc.record({ any: direction }), ...bounded }),
    fc.record({ where: fc.record({ group, list: texts(limits) }), sort: fc.record({ text: direction }), ...bounded }),
    fc.record({ where: fc.record({ 'items.key': texts(limits) }), ...bounded }),
    fc.record({ where: fc.record({ _id: fc.record({ $in: fc.array(id, { maxLength: 4 }) }) }), ...bounded }),
    fc.record({
      where: fc.record({ group: fc.record({ $in: fc.constant(GROUPS) }) }),
      sort: fc.record({ text: direction }),
      ...bounded,
    }),
    fc.record({
      where: fc.record({ group, $or: fc.array(fc.record({ text: texts(limits) }), { minLength: 1, maxLength: 3 }) }),
      sort: fc.record({ text: direction }),
      ...bounded,
    }),
    fc.record({
      where: fc.tuple(fc.record({ group }), guard(limits)).map(([a, b]) => ({ ...a, ...b })),
      sort: fc.record({ text: direction }),
      ...checked,
    }),
    fc.record({ where: fc.record({ 'nested.deep.value': scalar(limits), group }), ...bounded }),
    fc.record({ where: fc.record({ text: texts(limits) }), ...bounded }),
  ) as Arbitrary<Filtered>
}

const events = fc.integer({ min: 0, max: 2 })
const writes = (limits: Limits): Arbitrary<Operation> => {
  const named = fc.tuple(fc.record({ _id: id }), guard(limits)).map(([a, b]) => ({ ...a, ...b }))
  const options = fc.record(
    { upsert: fc.boolean(), returning: fc.constantFrom('before' as const, 'after' as const) },
    { requiredKeys: [] },
  )
  return fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), doc: thing(limits), events }),
    fc.record({ kind: fc.constant('update' as const), where: named, change: change(limits), options, events }),
    fc.record({
      kind: fc.constant('update' as const),
      where: named,
      change: fc.record({ $inc: fc.record({ 'items.$[item].value': fc.constantFrom(1, -2, 0.5) }) }),
      options: fc.record({ arrayFilters: fc.record({ 'item.key': texts(limits) }).map((each) => [each]) }),
      events,
    }),
    fc.record({ kind: fc.constant('remove' as const), where: named, events }),
  ) as Arbitrary<Operation>
}

const reads = (limits: Limits): Arbitrary<Operation> =>
  fc.oneof(
    fc.record({ kind: fc.constant('get' as const), id }),
    fc.record({ kind: fc.constant('find' as const), query: query(limits), pages: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant('count' as const),
      where: fc.record({ group }),
      atMost: fc.integer({ min: 1, max: 6 }),
    }),
  )

export function programs(limits: Limits): Arbitrary<Program> {
  const step = fc.oneof({ weight: 3, arbitrary: writes(limits) }, { weight: 2, arbitrary: reads(limits) })
  return fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
    together: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(writes(limits), { minLength: 2, maxLength: 4 }) },
    ),
  })
}
