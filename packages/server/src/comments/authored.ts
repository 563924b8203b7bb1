import { hash } from 'node:crypto'
import type { Collection, Position } from '@palaver/store'
import { cursorOf, positionIn } from '../api/list-cursor.ts'

/** Who wrote what where; derived, so that all that a person wrote can be found. */
export type Authored = {
  _id: string
  org: string
  author: string
  discussion: string
  slug: string
  posted: string
  /** A keyed hash of the address that it came from, where that is known. */
  from: string | null
  /** Not once it was removed. */
  isThere: boolean
  /** Of the last event that changed this. */
  seq: number
  expires?: string
}

/** The time comes first: ids that come in order are written side by side. */
export const authoredId = (discussion: string, { slug, posted }: Pick<Authored, 'slug' | 'posted'>): string =>
  `${posted}~${hash('sha256', JSON.stringify([discussion, slug]), 'base64url')}`

/** What is looked for in an org; `until` is not included. */
export type AuthoredQuery = {
  org: string
  author?: string | undefined
  address?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

type All = Pick<Collection<Authored>, 'find' | 'count'>
export type AuthoredPage = { items: Authored[]; next: Position | null }

/** By far enough for a person, and bounded for a crowd. */
const MOST_EXAMINED = 1_000
const MOST_COUNTED = 10_000

/** The oldest first, some at a time. */
export async function authoredIn(
  all: All,
  query: AuthoredQuery,
  { after, limit }: { after: Position | null; limit: number },
): Promise<AuthoredPage> {
  const sort = { posted: 1, _id: 1 } as const
  const { docs, next } = await all.find({ where: whereOf(query), sort, limit, after, ...examined(query) })
  return { items: docs, next }
}

/** How many there are; those of a person from an address are not counted apart. */
export function countAuthored(all: All, { address, ...query }: AuthoredQuery): Promise<number> {
  const asked = query.author === undefined && address !== undefined ? { ...query, address } : query
  return all.count({ where: whereOf(asked), atMost: MOST_COUNTED })
}

function whereOf({ org, author, address, from, until }: AuthoredQuery) {
  return {
    org,
    isThere: true,
    ...(author !== undefined && { author }),
    ...(address !== undefined && { from: address }),
    ...((from !== undefined || until !== undefined) && {
      posted: { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) },
    }),
  }
}

const examined = ({ author, address }: AuthoredQuery): { examineAtMost?: number } =>
  author !== undefined && address !== undefined ? { examineAtMost: MOST_EXAMINED } : {}

type Paging = { cursor: string | null; limit: number }

/** What a person wrote, the newest first. */
export async function authoredBy(
  all: All,
  { org, author }: { org: string; author: string },
  { cursor, limit }: Paging,
): Promise<{ items: Authored[]; next: string | null }> {
  const after = positionIn(cursor, ['text', 'text'])
  const where = { org, author, isThere: true }
  const { docs, next } = await all.find({ where, sort: { posted: -1, _id: -1 }, limit, after })
  return { items: docs, next: cursorOf(next) }
}
