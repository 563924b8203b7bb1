import { hash } from 'node:crypto'
import { inspect } from 'node:util'

/** A value as text: equal for equal values, so that two runs and two states can be compared. */
export function describe(value: unknown): string {
  try {
    return JSON.stringify(value, plain) ?? String(value)
  } catch {
    return inspect(value, { depth: 4 })
  }
}

function plain(_key: string, value: unknown): unknown {
  if (value === undefined || typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return `function ${value.name}`
  if (value instanceof Error) return Object.assign({ name: value.name, message: value.message }, value)
  if (value instanceof Map || value instanceof Set) return [...value]
  return value
}

export const digest = (text: string): string => hash('sha1', text, 'base64')

const SHOWN = 200

/** Short enough to keep by the thousand and to print, still different for different texts. */
export const shorten = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${digest(text)})`
