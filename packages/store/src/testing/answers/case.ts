import type { Json } from '../../dialect/value.ts'

type Fields = Readonly<Record<string, Json>>

/** What a real MongoDB answered, as it was recorded: a line of a file in a folder of answers. */
export type FilterLine = { docs: Recorded[]; asked: { where: Fields; ids: (number | string)[] }[] }
export type SortLine = {
  docs: Recorded[]
  asked: { sort: Record<string, 1 | -1>; skip: number; limit: number; ids?: (number | string)[]; error?: number }[]
}
export type ProjectionLine = { before: Recorded; projection: Fields; after: Fields }
export type ChangeLine = {
  before: Recorded
  change: Record<string, Fields>
  arrayFilters?: Fields[]
  after?: Fields
  error?: number
}
export type UpsertLine = {
  where: { _id: string } & Fields
  change: Record<string, Fields>
  after?: Fields
  error?: number
}
export type Recorded = { _id: number | string } & Record<string, Json>

/** How a case ended: the recorded answer, a typed refusal by the dialect, or (never) another answer. */
export type Verdict =
  | { result: 'same' }
  | { result: 'refused'; why: string }
  | { result: 'different'; got: unknown; wanted: unknown }

/** Ids in a store are strings; padded, numbers sort as strings as they do as numbers. */
export const idText = (id: number | string): string => (typeof id === 'number' ? String(id).padStart(8, '0') : id)
