import { parseArrayFilters } from './array-filters.ts'
import { parseChangePath } from './change-path.ts'
import { buildTree, type Entry, type Fields } from './change-tree.ts'
import { operandsOf, parseOperation } from './operation.ts'
import { isPlain, kindOf, refuse } from './refuse.ts'

/** A change after parsing. It shares nothing with what it was parsed from. */
export type ParsedChange = {
  /** Every path it writes to, as given (`list.$[e].c` included). */
  paths: readonly string[]
  /** As given, with -0 made 0 and without operators that name no path: what MongoDB is sent. */
  source: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  arrayFilters: readonly Readonly<Record<string, unknown>>[]
  /** The operations by path, in the order in which MongoDB applies them. */
  tree: Fields
}

/** Reads a change. Whatever depends on the change alone is refused here; the rest when it meets a document. */
export function parseChange(change: unknown, arrayFilters: unknown = []): ParsedChange {
  if (!isPlain(change)) refuse(`a change must be an object of operators, not ${kindOf(change)}.`)
  const source: Record<string, Record<string, unknown>> = {}
  const entries: Entry[] = []
  for (const operator of Object.keys(change)) {
    const operands = operandsOf(operator, change[operator])
    for (const text of Object.keys(operands)) {
      const path = parseChangePath(text)
      const { operation, operand } = parseOperation(operator, path, operands[text])
      entries.push({ path, operation })
      source[operator] ??= {}
      source[operator][text] = operand
    }
  }
  const filters = parseArrayFilters(arrayFilters)
  const paths = entries.map((entry) => entry.path.text)
  return { paths, source, arrayFilters: filters.map((filter) => filter.source), tree: buildTree(entries, filters) }
}
