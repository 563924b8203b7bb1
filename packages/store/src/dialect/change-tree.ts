import { Misfit } from '../errors.ts'
import type { ArrayFilter } from './array-filters.ts'
import { type ChangePath, chosenBy, writtenPosition } from './change-path.ts'
import type { Operation } from './operation.ts'
import { refuse } from './refuse.ts'

export type Leaf = { readonly kind: 'leaf'; readonly path: string; readonly operation: Operation }
export type Fields = { readonly kind: 'fields'; readonly path: string; readonly children: FieldChild[] }
export type Elements = { readonly kind: 'elements'; readonly path: string; readonly children: ElementChild[] }
export type ChangeNode = Leaf | Fields | Elements

/** What happens to one field, or to the element at one position. */
export type FieldChild = { readonly part: string; readonly position: number; readonly node: ChangeNode }

/** What happens to the elements that a filter chooses. */
type ElementChild = {
  readonly part: string
  readonly matches: ArrayFilter['matches']
  readonly node: ChangeNode
}

export type Entry = { readonly path: ChangePath; readonly operation: Operation }

/** Orders the operations of a change by path and refuses those of which one would undo another. */
export function buildTree(entries: readonly Entry[], filters: readonly ArrayFilter[]): Fields {
  const unused = filters.find(({ name }) => !entries.some(({ path }) => path.parts.includes(`$[${name}]`)))
  if (unused !== undefined) refuse(`arrayFilters: no path has "$[${unused.name}]"; leave that filter out.`)
  const root: Fields = { kind: 'fields', path: '', children: [] }
  const builder = new Builder(filters)
  const sorted = entries.length > 1 ? entries.toSorted(byParts) : entries
  for (const entry of sorted) builder.add(root, entry, 0)
  return root
}

function byParts(a: Entry, b: Entry): number {
  const left = a.path.parts
  const right = b.path.parts
  for (let at = 0; at < left.length && at < right.length; at++) {
    const x = left[at] ?? ''
    const y = right[at] ?? ''
    if (x !== y) return x < y ? -1 : 1
  }
  return left.length - right.length
}

class Builder {
  readonly #filters: readonly ArrayFilter[]

  constructor(filters: readonly ArrayFilter[]) {
    this.#filters = filters
  }

  /** Entries come in order of their paths, so that only the last child can have the same beginning. */
  add(node: ChangeNode, entry: Entry, at: number): void {
    const { parts, text } = entry.path
    const part = parts[at] ?? ''
    const name = chosenBy(part)
    if (node.kind !== (name === null ? 'fields' : 'elements')) conflict(text, parts.slice(0, at).join('.'))
    const last = node.children.at(-1)
    if (last?.part !== part) this.#append(node, part, this.#branch(entry, at))
    else if (at === parts.length - 1) conflict(text, text)
    else this.add(last.node, entry, at + 1)
  }

  #branch(entry: Entry, at: number): ChangeNode {
    const { parts, text } = entry.path
    if (at === parts.length - 1) return { kind: 'leaf', path: text, operation: entry.operation }
    const kind = chosenBy(parts[at + 1] ?? '') === null ? 'fields' : 'elements'
    const node: Fields | Elements = { kind, path: parts.slice(0, at + 1).join('.'), children: [] }
    this.add(node, entry, at + 1)
    return node
  }

  #append(parent: Fields | Elements, part: string, node: ChangeNode): void {
    if (parent.kind === 'elements') parent.children.push({ part, matches: this.#matcher(part), node })
    else parent.children.push(inOrder(parent, { part, position: writtenPosition(part), node }))
  }

  #matcher(part: string): ArrayFilter['matches'] {
    const name = chosenBy(part)
    const filter = this.#filters.find((one) => one.name === name)
    if (filter === undefined) refuse(`"${part}" has no filter; add one to arrayFilters, as in {"${name}.id": 5}.`)
    return filter.matches
  }
}

function conflict(path: string, shared: string): never {
  refuse(`"${path}" and another path of the change both write to "${shared}"; make it one operation, or two changes.`)
}

/**
 * Older servers go through positions as text (10 before 2), newer ones as numbers. Where an array has to grow
 * that makes a difference to all that does not simply set or unset a whole element.
 */
function inOrder(parent: Fields, child: FieldChild): FieldChild {
  const last = parent.children.at(-1)
  if (last === undefined || child.position === -1 || child.position >= last.position) return child
  if (parent.children.every(isPlainWrite) && isPlainWrite(child)) return child
  return refuse(
    `"${parent.path}": the positions ${child.part} and ${last.part} are of different length, and servers differ ` +
      'in which comes first; make two changes, or use names that are not numbers.',
  )
}

function isPlainWrite({ node }: FieldChild): boolean {
  return node.kind === 'leaf' && (node.operation.op === 'set' || node.operation.op === 'unset')
}

/** One node that does what two do, for an element that two filters have chosen. */
export function mergeNodes(a: ChangeNode, b: ChangeNode): ChangeNode {
  if (a.kind === 'fields' && b.kind === 'fields') return { ...a, children: mergeChildren(a.children, b.children) }
  if (a.kind === 'elements' && b.kind === 'elements') return { ...a, children: mergeChildren(a.children, b.children) }
  throw new Misfit(
    b.path,
    `"${a.path}" and "${b.path}" write to the same element; let their array filters not overlap.`,
  )
}

function mergeChildren<C extends FieldChild | ElementChild>(a: readonly C[], b: readonly C[]): C[] {
  const merged = a.map((child) => {
    const other = b.find(({ part }) => part === child.part)
    return other === undefined ? child : { ...child, node: mergeNodes(child.node, other.node) }
  })
  const added = b.filter(({ part }) => !a.some((child) => child.part === part))
  return [...merged, ...added].toSorted((x, y) => (x.part < y.part ? -1 : 1))
}
