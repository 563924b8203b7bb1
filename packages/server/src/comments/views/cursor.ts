import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'

/** A key of a comment, or just behind one. */
const keyField = z
  .string()
  .max(5_000)
  .refine((key) => key.isWellFormed())

/**
 * Where a page begins: behind (or, going back, before) a place in an order. It names places by keys of comments, not
 * by anything of how they are stored, so it stays good for days and across a change of layout.
 */
const schema = z.tuple([
  /** Which list it belongs to. */
  z.string().max(12),
  z.enum(['on', 'back']),
  /** Key of the root, in a list that goes by roots. */
  keyField,
  /** Key within the list, or within the root's thread. */
  keyField,
  /** Score of the root, where roots are ranked. */
  z.number().nullable(),
])

export type Cursor = { list: string; back: boolean; root: string; key: string; score: number | null }

export function writeCursor({ list, back, root, key, score }: Cursor): string {
  const parts: z.infer<typeof schema> = [list, back ? 'back' : 'on', root, key, score]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Null where none was given; a cursor of another list, or what is none at all, is refused. */
export function readCursor(text: string | null | undefined, list: string): Cursor | null {
  if (text === null || text === undefined) return null
  const parsed = schema.safeParse(parsedJson(text))
  if (!parsed.success || parsed.data[0] !== list)
    throw new Refusal(
      'bad-cursor',
      'This cursor is not one of this list: take it from a page of the same view and sort.',
    )
  const [, direction, root, key, score] = parsed.data
  return { list, back: direction === 'back', root, key, score }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
