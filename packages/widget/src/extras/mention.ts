import type { Change } from './format.ts'

/** A name that is being typed behind an `@`: where the sign stands, and what of the name is there. */
export type Begun = { at: number; prefix: string }

/** As the service reads mentions: not inside a word, a path or an address. */
const BEGUN = /(?<![\p{L}\p{Nd}\p{M}_/@])@([\p{L}\p{Nd}_][\p{L}\p{Nd}\p{M}_.-]*)$/u
const LONGEST = 50

/** What is being typed at a place in a text; null where it is no mention. */
export function begunAt(text: string, caret: number): Begun | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 2), caret)
  const found = BEGUN.exec(before)
  const prefix = found?.[1]
  if (prefix === undefined || prefix.length > LONGEST) return null
  return { at: caret - prefix.length - 1, prefix }
}

/** Puts a handle into the place of what was typed, the rest of the word included, and a space behind it. */
export function taken(text: string, { at, prefix }: Begun, handle: string): Change {
  const typedTo = at + 1 + prefix.length
  const rest = /^[\p{L}\p{Nd}\p{M}_]*/u.exec(text.slice(typedTo))?.[0] ?? ''
  const end = typedTo + rest.length
  const isSpaced = /^\s/.test(text.slice(end))
  const put = `@${handle}${isSpaced ? '' : ' '}`
  const caret = at + handle.length + 2
  return { at: { start: at, end }, put, select: { start: caret, end: caret } }
}
