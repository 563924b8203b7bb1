import type { ChangeNode, Fields, Leaf } from '../dialect/change-tree.ts'
import type { UpdateRequest } from '../engine.ts'

/** A change that SQLite makes in the text of a document, so that nobody reads it: another value at the end of a list, or in a place of it. */
export type Edit = { kind: 'push' | 'put'; list: string; position: number; json: string }

/** In letters: what is longer may make a document too long for MongoDB, whatever its own length is (see `table.ts`). */
const LONGEST_ADDED = 100_000

/** Names that a path of SQLite has as they are. */
const PLAIN = /^[A-Za-z]\w*$/

/** Null where the document has to be looked at: by a condition, by whoever wants it, or by what the change does to it. */
export function editIn({ where, change, returning }: UpdateRequest): Edit | null {
  const [child, ...others] = change.tree.children
  if (child === undefined || others.length > 0 || where.length > 0 || returning !== null) return null
  if (!PLAIN.test(child.part)) return null
  const edit = oneIn(child.part, child.node)
  return edit === null || edit.json.length > LONGEST_ADDED ? null : edit
}

function oneIn(list: string, node: ChangeNode): Edit | null {
  if (node.kind === 'leaf') return pushIn(list, node)
  return node.kind === 'fields' ? putIn(list, node) : null
}

function pushIn(list: string, { operation }: Leaf): Edit | null {
  if (operation.op !== 'push' || operation.position !== null || operation.slice !== null) return null
  const [value, ...others] = operation.values
  return value === undefined || others.length > 0
    ? null
    : { kind: 'push', list, position: -1, json: JSON.stringify(value) }
}

function putIn(list: string, { children }: Fields): Edit | null {
  const [child, ...others] = children
  if (child === undefined || others.length > 0 || child.position === -1 || child.node.kind !== 'leaf') return null
  const { operation } = child.node
  return operation.op === 'set' && !operation.onlyInsert
    ? { kind: 'put', list, position: child.position, json: JSON.stringify(operation.value) }
    : null
}
