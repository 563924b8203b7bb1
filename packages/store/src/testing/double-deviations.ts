import type { Json } from '../dialect/value.ts'
import type { Difference } from './answers/run.ts'

type Fields = Readonly<Record<string, Json>>

/** What was asked of the server, and of which documents. */
type Asked =
  | { kind: 'filter'; docs: readonly Fields[]; where: Fields }
  | { kind: 'sort'; docs: readonly Fields[]; sort: Fields }
  | { kind: 'projection'; before: Fields }
  | { kind: 'change'; before: Fields; change: Readonly<Record<string, Fields>>; fails: boolean }

type Deviation = {
  /** What mongo-java-server 1.47 does otherwise than MongoDB. */
  reason: string
  /** Whether that can be why an answer differs from the recorded one. */
  explains: (asked: Asked) => boolean
}

/**
 * All that is known of the double. The recorded answers are the truth: nothing in the store follows the double, and
 * on a real server nothing is excused.
 */
const DEVIATIONS: readonly Deviation[] = [
  {
    reason: 'Strings are compared by UTF-16 unit, so characters above U+FFFF come before those from U+E000 on.',
    explains: (asked) =>
      (asked.kind === 'filter' || asked.kind === 'sort') &&
      textsIn([asked.docs, asked.kind === 'filter' ? asked.where : {}]).some(isAbove),
  },
  {
    reason: 'Documents with an array at a sorted path are put in another place.',
    explains: (asked) =>
      asked.kind === 'sort' &&
      asked.docs.some((doc) => Object.keys(asked.sort).some((path) => meets(doc, path, Array.isArray))),
  },
  {
    reason: 'Below an array, null, missing and a position are looked for in another way.',
    explains: (asked) =>
      asked.kind === 'filter' &&
      pathsOf(asked.where).some(
        ({ path }) => path.includes('.') && asked.docs.some((doc) => meets(doc, path, Array.isArray)),
      ),
  },
  {
    reason: 'Two bounds on an array must both be met by one element.',
    explains: (asked) =>
      asked.kind === 'filter' &&
      pathsOf(asked.where).some(
        ({ path, tests }) => tests > 1 && asked.docs.some((doc) => meets(doc, path, Array.isArray)),
      ),
  },
  {
    reason: '$in looks into arrays within arrays.',
    explains: (asked) => asked.kind === 'filter' && asked.docs.some(hasNested),
  },
  {
    reason: 'A change takes null for a missing field, where MongoDB reports that it is of the wrong type.',
    explains: (asked) =>
      asked.kind === 'change' &&
      asked.fails &&
      changedPaths(asked.change).some((path) => meets(asked.before, path, (value) => value === null)),
  },
  {
    reason: '$pull passes over a path that leads into something else than an object.',
    explains: (asked) =>
      asked.kind === 'change' &&
      asked.fails &&
      Object.keys(asked.change['$pull'] ?? {}).some((path) => path.includes('.')),
  },
  {
    reason: '$min and $max by name below an array pass over it.',
    explains: (asked) =>
      asked.kind === 'change' &&
      asked.fails &&
      [asked.change['$min'], asked.change['$max']].some((operands) =>
        Object.keys(operands ?? {}).some((path) => path.includes('.') && meets(asked.before, path, Array.isArray)),
      ),
  },
  {
    reason: '$unset by name below an array removes the field from its elements.',
    explains: (asked) =>
      asked.kind === 'change' &&
      Object.keys(asked.change['$unset'] ?? {}).some(
        (path) => path.includes('.') && meets(asked.before, path, Array.isArray),
      ),
  },
  {
    reason: '$pull of elements whose field is null takes elements that are no objects too.',
    explains: (asked) =>
      asked.kind === 'change' &&
      Object.values(asked.change['$pull'] ?? {}).some(
        (operand) => isFields(operand) && Object.values(operand).includes(null),
      ),
  },
  {
    reason: '$push at a position before the beginning of the array fails.',
    explains: (asked) => asked.kind === 'change' && Object.values(asked.change['$push'] ?? {}).some(isBeforeBeginning),
  },
  {
    reason: 'A projection by name does not reach into arrays within arrays.',
    explains: (asked) => asked.kind === 'projection' && hasNested(asked.before),
  },
  {
    reason: 'An index may meet two arrays in one document.',
    explains: () => false,
  },
  {
    reason: 'A change may make a document larger than 16 MB.',
    explains: () => false,
  },
]

/** Whether a difference from a recorded answer is one of the double's own. */
export function excused({ file, case: recorded }: Difference): boolean {
  const asked = askedIn(file, recorded as Recorded)
  return asked !== null && DEVIATIONS.some(({ explains }) => explains(asked))
}

type Recorded = {
  docs?: readonly Fields[]
  where?: Fields
  sort?: Fields
  before?: Fields
  change?: Readonly<Record<string, Fields>>
  error?: number
}

function askedIn(file: string, { docs = [], where, sort, before, change, error }: Recorded): Asked | null {
  if (file === 'filters.jsonl' && where !== undefined) return { kind: 'filter', docs, where }
  if (file === 'sorts.jsonl' && sort !== undefined) return { kind: 'sort', docs, sort }
  if (before !== undefined && file === 'projections.jsonl') return { kind: 'projection', before }
  if (before === undefined || change === undefined) return null
  return { kind: 'change', before, change, fails: error !== undefined }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isBeforeBeginning = (operand: Json): boolean => isFields(operand) && Number(operand['$position']) < 0

/** Characters above U+FFFF. */
const isAbove = (text: string): boolean => /[\ud800-\udfff]/.test(text)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function hasNested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.some(Array.isArray)) || Object.values(value).some(hasNested)
}

/** The paths of a filter, with how many operators each has. */
function pathsOf(where: Fields): { path: string; tests: number }[] {
  return Object.entries(where).flatMap(([path, asked]) => {
    if (path === '$or') return (asked as readonly Fields[]).flatMap(pathsOf)
    return [{ path, tests: isFields(asked) ? Object.keys(asked).length : 1 }]
  })
}

const changedPaths = (change: Readonly<Record<string, Fields>>): string[] => Object.values(change).flatMap(Object.keys)

/** Whether a value on the way along a path, or at its end, is of a kind; an element's path goes on in all elements. */
function meets(value: Json | undefined, path: string, isKind: (value: unknown) => boolean): boolean {
  if (value === undefined) return false
  if (isKind(value)) return true
  const [part = '', ...rest] = path === '' ? [] : path.split('.')
  if (part === '') return false
  if (Array.isArray(value)) {
    const isElement = /^(\d+|\$\[\w*\])$/.test(part)
    const at = /^\d+$/.test(part) ? [value[Number(part)] as Json] : (value as Json[])
    return at.some((each) => meets(each, (isElement ? rest : [part, ...rest]).join('.'), isKind))
  }
  return isFields(value) && meets(value[part], rest.join('.'), isKind)
}
