import type { Position } from '@palaver/store'
import * as z from 'zod'
import { Refusal } from './refusal.ts'

const KINDS = {
  text: z
    .string()
    .max(2000)
    .refine((text) => text.isWellFormed()),
  number: z.number(),
}

/** For lists that are pages of one query: where the next begins, as text; null at the end. */
export const cursorOf = (next: Position | null): string | null =>
  next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url')

/** The place that a cursor names; null where none was given. `kinds` are those of what the list is sorted by. */
export function positionIn(cursor: string | null, kinds: readonly (keyof typeof KINDS)[]): Position | null {
  if (cursor === null) return null
  const values = parsedJson(cursor)
  if (Array.isArray(values) && values.length === kinds.length) {
    const position = kinds.map((kind, at) => KINDS[kind].safeParse(values[at]))
    if (position.every(({ success }) => success)) return position.map(({ data }) => data ?? null)
  }
  throw badCursor()
}

/** For lists whose cursor names what comes next. */
export function namesIn(cursor: string | null, most: number): string[] | null {
  if (cursor === null) return null
  const names = z.array(KINDS.text).min(1).max(most).safeParse(parsedJson(cursor))
  if (names.success) return names.data
  throw badCursor()
}

const badCursor = (): Refusal =>
  new Refusal('bad-cursor', 'This cursor is not one of this list: take it from a page of the same list.')

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
