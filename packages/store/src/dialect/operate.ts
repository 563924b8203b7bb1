import { Misfit } from '../errors.ts'
import type { Leaf } from './change-tree.ts'
import { copyOf } from './copy.ts'
import type { Operation } from './operation.ts'
import { compareValues } from './order.ts'
import { kindOf } from './refuse.ts'
import type { Json } from './value.ts'

/** Whether the document is being made by the change (`$setOnInsert`). */
export type ApplyOptions = { inserting: boolean }

/** What an operation makes where there is no value; undefined when it leaves it so. */
export function newValue(operation: Operation, { inserting }: ApplyOptions): Json | undefined {
  switch (operation.op) {
    case 'set':
      return operation.onlyInsert && !inserting ? undefined : copyOf(operation.value)
    case 'unset':
    case 'pull':
      return undefined
    case 'inc':
      return operation.by
    case 'min':
    case 'max':
      return operation.value
    case 'push':
      return push([], operation)
    case 'addToSet':
      return addToSet([], operation.values)
  }
}

/** What an operation makes of a value; undefined when the value goes. */
export function nextValue({ operation, path }: Leaf, value: Json, { inserting }: ApplyOptions): Json | undefined {
  switch (operation.op) {
    case 'set':
      return operation.onlyInsert && !inserting ? value : copyOf(operation.value)
    case 'unset':
      return undefined
    case 'inc':
      if (typeof value !== 'number') throw misfit(path, '$inc needs a number', value)
      return value + operation.by
    case 'min':
      return compareValues(operation.value, value) < 0 ? operation.value : value
    case 'max':
      return compareValues(operation.value, value) > 0 ? operation.value : value
    default:
      if (!Array.isArray(value)) throw misfit(path, `$${operation.op} needs an array`, value)
      return nextArray(operation, value as Json[])
  }
}

type ArrayOperation = Extract<Operation, { op: 'push' | 'pull' | 'addToSet' }>

function nextArray(operation: ArrayOperation, array: Json[]): Json[] {
  if (operation.op === 'push') return push(array, operation)
  if (operation.op === 'addToSet') return addToSet(array, operation.values)
  return array.filter((element) => !operation.matches(element))
}

/** Whether an operation passes over a path that cannot be there, instead of failing. */
export function toleratesDeadEnd(operation: Operation, { inserting }: ApplyOptions): boolean {
  return operation.op === 'unset' || (operation.op === 'set' && operation.onlyInsert && !inserting)
}

function misfit(path: string, need: string, value: Json): Misfit {
  return new Misfit(path, `${path}: ${need}, and here is ${kindOf(value)}.`)
}

/** A negative position counts from the end, a negative slice keeps the last. */
function push(array: Json[], { values, position, slice }: Extract<Operation, { op: 'push' }>): Json[] {
  const behind = position === null ? [] : array.splice(position)
  for (const value of values) array.push(copyOf(value))
  for (const value of behind) array.push(value)
  if (slice === null) return array
  return slice >= 0 ? array.slice(0, slice) : array.slice(slice)
}

function addToSet(array: Json[], values: readonly Json[]): Json[] {
  for (const value of values) {
    const known = array.some((element) => compareValues(element, value) === 0)
    if (!known) array.push(copyOf(value))
  }
  return array
}
