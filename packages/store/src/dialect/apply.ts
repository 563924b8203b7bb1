import { Misfit } from '../errors.ts'
import type { ParsedChange } from './change.ts'
import { type ChangeNode, type Elements, type FieldChild, type Fields, mergeNodes } from './change-tree.ts'
import { type ApplyOptions, newValue, nextValue, toleratesDeadEnd } from './operate.ts'
import { fieldOf, isObject } from './path.ts'
import { kindOf } from './refuse.ts'
import type { Doc, Json } from './value.ts'

/** MongoDB does not fill an array with more nulls than this to reach a position. */
const MAX_PADDING = 1_500_000

/** Applies a change to a document, in place. Throws `Misfit` where MongoDB would report an error. */
export function applyChange(change: ParsedChange, doc: Doc, options: ApplyOptions): Doc {
  applyFields(change.tree, doc, options)
  return doc
}

/** What becomes of a value; undefined when it goes. */
function applyTo(node: ChangeNode, value: Json, options: ApplyOptions): Json | undefined {
  if (node.kind === 'leaf') return nextValue(node, value, options)
  if (node.kind === 'fields') applyFields(node, value, options)
  else applyElements(node, value, options)
  return value
}

function applyFields(node: Fields, holder: Json, options: ApplyOptions): void {
  for (const child of node.children) {
    if (Array.isArray(holder)) applyInArray(child, holder as Json[], options)
    else if (isObject(holder)) applyInObject(child, holder, options)
    else demandTolerance(child.node, holder, options)
  }
}

function applyInObject({ part, node }: FieldChild, holder: { [name: string]: Json }, options: ApplyOptions): void {
  const before = fieldOf(holder, part)
  const after = before === undefined ? create(node, options) : applyTo(node, before, options)
  if (after !== undefined) holder[part] = after
  else if (before !== undefined) delete holder[part]
}

function applyInArray(child: FieldChild, array: Json[], options: ApplyOptions): void {
  const { position, node } = child
  if (position === -1) return demandTolerance(node, array, options)
  const before = array[position]
  // An unset element leaves null, so that the others keep their positions.
  if (before !== undefined) array[position] = applyTo(node, before, options) ?? null
  else growTo(child, array, options)
}

function growTo({ position, node }: FieldChild, array: Json[], options: ApplyOptions): void {
  const value = create(node, options)
  if (value === undefined) return
  if (position - array.length > MAX_PADDING)
    throw new Misfit(node.path, `${node.path}: the array has ${array.length} elements, too few to reach that position.`)
  while (array.length < position) array.push(null)
  array.push(value)
}

/** What a change makes where there is nothing yet: objects along the path, never arrays. */
function create(node: ChangeNode, options: ApplyOptions): Json | undefined {
  if (node.kind === 'leaf') return newValue(node.operation, options)
  if (node.kind === 'elements')
    throw new Misfit(node.path, `${node.path}: there is no array whose elements could be changed.`)
  let made: { [name: string]: Json } | undefined
  for (const child of node.children) {
    const value = create(child.node, options)
    if (value === undefined) continue
    made ??= {}
    made[child.part] = value
  }
  return made
}

/** For a path that goes on where there can be nothing: below a scalar, or by name below an array. */
function demandTolerance(node: ChangeNode, holder: Json, options: ApplyOptions): void {
  if (node.kind === 'fields') for (const child of node.children) demandTolerance(child.node, holder, options)
  else if (node.kind === 'elements' || !toleratesDeadEnd(node.operation, options))
    throw new Misfit(node.path, `${node.path}: the path leads into ${kindOf(holder)}, where no such field can be.`)
}

/** Filters look at all elements before any of them is changed. */
function applyElements(node: Elements, array: Json, options: ApplyOptions): void {
  if (!Array.isArray(array))
    throw new Misfit(node.path, `${node.path}: "$[…]" needs an array, and here is ${kindOf(array)}.`)
  const elements = array as Json[]
  const chosen = elements.map((element) => node.children.filter((child) => child.matches(element)))
  for (const [at, children] of chosen.entries()) {
    const [first, ...others] = children.map((child) => child.node)
    if (first === undefined) continue
    const merged = others.reduce(mergeNodes, first)
    elements[at] = applyTo(merged, elements[at] ?? null, options) ?? null
  }
}
