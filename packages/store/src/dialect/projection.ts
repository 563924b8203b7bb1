import { checkPath } from './path.ts'
import { isPlain, kindOf, refuse } from './refuse.ts'
import { keepOnly, leaveOut, type Shape, shapeOf, type Slice, sliceAt } from './shape.ts'
import type { JsonObject } from './value.ts'

/** A projection after parsing. */
export type Projection = {
  /** As given: what MongoDB is sent. */
  source: Readonly<Record<string, unknown>>
  /** Whether `shape` is what is kept or what is left out. */
  keeps: boolean
  shape: Shape
  slices: readonly Sliced[]
}

type Sliced = { parts: readonly string[]; slice: Slice }
type Asked = { path: string; parts: readonly string[]; value: boolean | Slice }

/** Reads a projection: paths to keep (1) or to leave out (0), and slices of arrays. */
export function parseProjection(projection: unknown): Projection {
  if (!isPlain(projection)) refuse(`a projection must be an object of paths, not ${kindOf(projection)}.`)
  const asked = Object.keys(projection).map((path): Asked => {
    checkPath(path)
    const parts = path.split('.')
    if (parts[0] === '_id' && parts.length > 1)
      refuse(`path "${path}": an id is a string and has no fields; use "_id".`)
    return { path, parts, value: parseValue(path, projection[path]) }
  })
  const keeps = modeOf(asked)
  const slices = asked.flatMap(({ parts, value }): Sliced[] =>
    typeof value === 'boolean' ? [] : [{ parts, slice: value }],
  )
  return { source: structuredClone(projection), keeps, shape: shapeOf(pathsOf(asked, keeps)), slices }
}

/** Slices alone keep everything else; beside paths that are kept they are kept too. */
function modeOf(asked: readonly Asked[]): boolean {
  const others = asked.filter(({ path, value }) => path !== '_id' && typeof value === 'boolean')
  const kept = others.filter(({ value }) => value === true)
  const id = asked.find(({ path }) => path === '_id')?.value
  if (kept.length > 0 && kept.length < others.length)
    refuse('a projection says what to keep (1) or what to leave out (0), not both; only `_id: 0` goes with either.')
  if (id === true && kept.length === 0 && asked.length > 1)
    refuse('a projection with `_id: 1` must name the other fields that it keeps; without it the id is there as well.')
  return id === true || kept.length > 0
}

function pathsOf(asked: readonly Asked[], keeps: boolean): (readonly string[])[] {
  if (!keeps) return asked.filter(({ value }) => value === false).map(({ parts }) => parts)
  const named = asked.filter(({ path, value }) => value !== false && path !== '_id').map(({ parts }) => parts)
  const withoutId = asked.some(({ path, value }) => path === '_id' && value === false)
  return withoutId ? named : [['_id'], ...named]
}

function parseValue(path: string, value: unknown): boolean | Slice {
  if (value === 1 || value === true) return true
  if (value === 0 || value === false) return false
  if (!isPlain(value)) refuse(`"${path}": a projection has 1, 0 or {$slice: …}, not ${kindOf(value)}.`)
  const other = Object.keys(value).find((name) => name !== '$slice')
  if (other !== undefined || path === '_id') refuse(`"${path}": only {$slice: …} of an array is in the dialect.`)
  return parseSlice(path, value['$slice'])
}

function parseSlice(path: string, slice: unknown): Slice {
  if (isWhole(slice)) return { skip: null, limit: slice }
  const [skip, limit, more] = Array.isArray(slice) ? (slice as unknown[]) : []
  if (isWhole(skip) && isWhole(limit) && limit > 0 && more === undefined) return { skip, limit }
  return refuse(`"${path}": $slice needs a whole number, or [skip, limit] with a limit above 0.`)
}

/** MongoDB takes 32 bits. */
function isWhole(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value
}

/** Makes the function that takes from a document what the projection asks for. */
export function compileProjection({ keeps, shape, slices }: Projection): (doc: JsonObject) => JsonObject {
  return (doc) => {
    const projected = keeps ? keepOnly(shape, doc) : leaveOut(shape, doc)
    return slices.reduce((sliced, { parts, slice }) => sliceAt(parts, sliced, slice), projected)
  }
}
