import { compileProjection, type Projection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import type { SortField } from '../plan/plan.ts'
import type { Asked } from './filter.ts'
import { isCode } from './translate.ts'

export type Sendable = {
  /** What MongoDB is to send of each document. */
  fields: Asked
  /** What is still to be done here, after the document has told where it stands in the order. */
  finish: (doc: Doc) => Doc
}

/** The whole document, without what waits in it. */
const WHOLE: Asked = { _waiting: 0 }

/**
 * Leaves to MongoDB what it can do: the id and the sort fields must come as they are, because they say where a
 * document stands. `order` null: the whole document is needed.
 */
export function sendable(projection: Projection | null, order: readonly SortField[] | null): Sendable {
  if (projection === null) return { fields: WHOLE, finish: (doc) => doc }
  const needed = ['_id', ...(order ?? []).map(({ path }) => path)]
  if (order === null || collides(projection, needed)) return { fields: WHOLE, finish: finishing(projection) }
  if (!projection.keeps) return { fields: { ...projection.source, ...WHOLE }, finish: (doc) => doc }
  const added = needed.filter((path) => !Object.keys(projection.source).some((kept) => isWithin(path, kept)))
  const fields = { ...projection.source, ...Object.fromEntries(added.map((path) => [path, 1])), _id: 1 }
  return { fields, finish: finishing({ ...projection, slices: [] }) }
}

function finishing(projection: Projection): Sendable['finish'] {
  const project = compileProjection(projection)
  return (doc) => project(doc) as Doc
}

/** Some servers do not know that a slice goes with what is left out; then the whole document comes and is cut here. */
export const isSliceRefused = (error: unknown): boolean => isCode(error, 31_253, 31_254)

/** Whether a path that is needed would be left out or cut, or could not be asked for beside one that is kept. */
function collides({ source, keeps }: Projection, needed: readonly string[]): boolean {
  return Object.entries(source).some(([path, value]) => {
    if (path === '_id') return !keeps
    const isPlain = keeps && (value === 1 || value === true)
    return needed.some((other) => (isWithin(path, other) && path !== other) || (!isPlain && isWithin(other, path)))
  })
}

const isWithin = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`)
