import { type CollectionOf, defineCollection } from '../../collection.ts'

/** Documents with something of everything: types that mix, nulls, arrays, arrays of objects, nested fields. */
export type Thing = { _id: string } & Record<string, unknown>

/** Each kind of index: compound, downwards, on mixed types, on elements, on fields of elements, unique. */
export const things: CollectionOf<Thing> = defineCollection<Thing>({
  name: 'things',
  indexes: [
    { name: 'byText', on: ['group', 'text'] },
    { name: 'byNumber', on: ['group', '-number', 'text'] },
    { name: 'byAny', on: ['any'] },
    { name: 'byList', on: ['group', 'list', 'text'], arrays: ['list'] },
    { name: 'byItem', on: ['items.key'], arrays: ['items.key'] },
    { name: 'byNested', on: ['nested.deep.value', 'group'] },
    { name: 'unique', on: ['unique'], unique: true },
  ],
})

export type Filtered = Readonly<Record<string, unknown>>

/** What a program does; each is one call to a collection. */
export type Operation =
  | { kind: 'insert'; doc: Thing; events: number }
  | { kind: 'update'; where: Filtered & { _id: string }; change: Filtered; options: UpdateOptions; events: number }
  | { kind: 'remove'; where: Filtered & { _id: string }; events: number }
  | { kind: 'get'; id: string }
  | { kind: 'find'; query: Filtered; pages: number }
  | { kind: 'count'; where: Filtered; atMost: number }

type UpdateOptions = { upsert?: boolean; returning?: 'before' | 'after'; arrayFilters?: Filtered[] }

/** Operations one after another, then perhaps a few at the same time. */
export type Program = { steps: readonly Operation[]; together: readonly Operation[] }
