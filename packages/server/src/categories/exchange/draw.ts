import type { Snapshot } from '../tree/snapshot.ts'
import type { Change, Difference } from './difference.ts'
import { printable } from './wish.ts'

type Node = { key: string; mark: string; label: string; isNew: boolean; below: Node[] }

/** More lines than these nobody reads. */
const MOST_LINES = 500

export type Counts = Record<'added' | 'renamed' | 'moved' | 'reordered' | 'changed' | 'missing', number>

export function countsOf({ changes, missing }: Difference): Counts {
  const count = (is: (change: Change) => boolean): number => changes.filter(is).length
  return {
    added: count(({ kind }) => kind !== 'changed'),
    renamed: count(({ kind, renamed }) => kind === 'changed' && renamed !== null),
    moved: count(({ kind, moved }) => kind === 'changed' && moved !== null),
    reordered: count(({ isReordered }) => isReordered),
    changed: count(({ kind, details }) => kind === 'changed' && details.length > 0),
    missing: missing.length,
  }
}

/** A difference as a tree: what changes, and what is above that. `+` added, `~` changed, `>` moved, `-` not in the file. */
export function drawn(snapshot: Snapshot, difference: Difference, deletesMissing: boolean): string {
  const roots = nodesOf(snapshot, difference, deletesMissing)
  const whole = [...linesOf(roots, false)]
  const lines = whole.length > MOST_LINES ? [...linesOf(roots, true)] : whole
  const rest = lines.length - MOST_LINES
  const settings = Object.keys(difference.settings).map((name) => `~ ${name} of the tree\n`)
  return [
    ...settings,
    ...lines.slice(0, MOST_LINES).map((line) => `${line}\n`),
    ...(rest > 0 ? [`  … and ${rest.toLocaleString('en')} more lines\n`] : []),
  ].join('')
}

function nodesOf(snapshot: Snapshot, { changes, missing }: Difference, deletesMissing: boolean): Node[] {
  const changed = new Map(changes.map((change) => [change.key, change]))
  const gone = new Set(missing.map(({ topic }) => topic.key))
  const nodes = new Map<string, Node>()
  const roots: Node[] = []
  const nameOf = (key: string): string => printable(changed.get(key)?.wish.name ?? snapshot.get(key)?.name ?? key)
  const nodeOf = (key: string): Node => {
    const known = nodes.get(key)
    if (known !== undefined) return known
    const change = changed.get(key)
    const parent = change === undefined ? (snapshot.get(key)?.parent ?? null) : change.parent
    const node: Node = { key, mark: ' ', label: nameOf(key), isNew: change?.kind === 'new', below: [] }
    if (gone.has(key)) Object.assign(node, { mark: '-', label: `${node.label}${deletesMissing ? '' : ' (stays)'}` })
    if (change !== undefined) Object.assign(node, { mark: markOf(change), label: labelOf(snapshot, change) })
    nodes.set(key, node)
    const beside = parent === null ? roots : nodeOf(parent).below
    beside.push(node)
    return node
  }
  for (const { key } of changes) nodeOf(key)
  for (const { topic } of missing) nodeOf(topic.key)
  return roots
}

function markOf({ kind, moved }: Change): string {
  if (kind !== 'changed') return '+'
  return moved === null ? '~' : '>'
}

function labelOf(snapshot: Snapshot, { wish, kind, renamed, moved, details, isReordered }: Change): string {
  const name = printable(wish.name)
  if (kind === 'new') return name
  const notes = [
    ...(kind === 'back' ? ['brought back'] : []),
    ...(moved === null || kind === 'back' ? [] : [`from ${pathTo(snapshot, moved.from)}`]),
    ...details,
    ...(isReordered ? ['order'] : []),
  ]
  const label = renamed === null ? name : `${printable(renamed)} -> ${name}`
  return notes.length === 0 ? label : `${label} (${notes.join(', ')})`
}

function pathTo(snapshot: Snapshot, key: string | null): string {
  const topic = key === null ? null : snapshot.get(key)
  if (topic === null) return 'the top'
  return [...snapshot.ancestorsOf(topic.key), topic].map(({ name }) => printable(name)).join(' > ')
}

/** `isShort`: of a topic that is new with all that is below it, only how many those are. */
function* linesOf(nodes: readonly Node[], isShort: boolean, depth = 0): Generator<string> {
  for (const node of nodes) {
    const below = isShort && node.isNew ? newBelow(node) : null
    const more = below === null || below === 0 ? '' : ` (and ${below.toLocaleString('en')} below it)`
    yield `${node.mark} ${'  '.repeat(depth)}${node.label}${more}`
    if (below === null) yield* linesOf(node.below, isShort, depth + 1)
  }
}

/** How many there are below, where all of them are new. */
function newBelow({ below }: Node): number | null {
  let count = 0
  for (const node of below) {
    const more = node.isNew ? newBelow(node) : null
    if (more === null) return null
    count += 1 + more
  }
  return count
}
