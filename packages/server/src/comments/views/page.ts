import { Refusal } from '../../api/refusal.ts'
import type { AtHome } from '../home.ts'
import type { Shown } from '../present.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { justBehind, type Listed, type Source, visible } from './list.ts'

export type Sort = 'oldest' | 'newest' | 'best'

/** By cursor, or by number from 1 on; long walks end when the signal says that nobody waits for them. */
export type PageRequest = {
  limit: number
  cursor?: string | null
  page?: number | null
  signal?: () => AbortSignal
}

export type Page = { comments: Shown[]; next: string | null; previous: string | null }

/** A list to page through: the part of a source between two keys, shown from its beginning or from its end. */
export type List = { name: string; source: Source; from?: string; until?: string; newestFirst: boolean }

/** How deep page numbers reach, in comments: from there on, cursors are the way. */
const DEEPEST = 10_000

export function skipOf({ page, limit }: PageRequest): number {
  const skip = ((page ?? 1) - 1) * limit
  if (skip + limit <= DEEPEST) return skip
  throw new Refusal('too-deep-page', `Page numbers reach ${DEEPEST} comments deep: go on by cursor from there.`)
}

export async function pageOf(home: AtHome, list: List, request: PageRequest): Promise<Page> {
  const { name, source, newestFirst } = list
  const cursor = readCursor(request.cursor, name)
  const goesBack = cursor?.back ?? false
  const readsBack = newestFirst !== goesBack
  const listed = await visible(home, source, {
    ...bounded(list, readsBack, cursor?.key),
    back: readsBack,
    limit: request.limit,
    skip: skipOf(request),
  })
  const comments = goesBack ? listed.comments.toReversed() : listed.comments
  const at = (back: boolean, key: string | null): string | null =>
    key === null ? null : writeCursor({ list: name, back, root: '', key, score: null })
  const isFirst = cursor === null && (request.page ?? 1) === 1
  const turned = turnedKey(source, listed, { readsBack, given: cursor?.key ?? null })
  return goesBack
    ? { comments, previous: at(true, listed.resume), next: at(false, turned) }
    : { comments, next: at(false, listed.resume), previous: isFirst ? null : at(true, turned) }
}

function bounded(
  { from, until }: List,
  readsBack: boolean,
  key: string | undefined,
): { from?: string; until?: string } {
  const bounds = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
  if (key === undefined) return bounds
  // A cursor that was tampered with must not lead out of the list.
  if (readsBack) return { ...bounds, until: until === undefined || key < until ? key : until }
  return { ...bounds, from: from === undefined || key > from ? key : from }
}

type Turning = { readsBack: boolean; given: string | null }

/** The key from which the page before this one is read, in the other direction. */
function turnedKey(source: Source, { comments }: Listed, { readsBack, given }: Turning): string | null {
  const first = comments[0]
  if (first === undefined) return given
  return readsBack ? justBehind(source.keyOf(first)) : source.keyOf(first)
}
