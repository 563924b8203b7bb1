import { UnsupportedOperator } from '../errors.ts'

/** For what the dialect does not take. The message says what is wrong and how to mend it. */
export function refuse(message: string): never {
  throw new UnsupportedOperator(message)
}

/** A short name of a value's type, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value !== 'object') return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`
  const made = (value.constructor as { name?: unknown } | undefined)?.name
  return typeof made === 'string' && made !== 'Object' ? `a ${made}` : 'an object'
}

/** An object written as `{…}` or parsed from JSON: no dates, maps or instances of classes. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
