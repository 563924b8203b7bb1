import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import type { Author } from '../../comments/service.ts'
import type { Notification, Reason } from '../model.ts'
import { type Places, placesOf } from './counting.ts'
import { hide } from './hiding.ts'
import type { MarkingNeeds } from './marking.ts'
import type { CentrePosition } from './position.ts'
import { isRead } from './row.ts'
import { type Scene, scenesOf, type ShowingNeeds } from './showing.ts'
import { lostAmong, vanishNow } from '../social/vanishing.ts'
import { type Filter, type Group, walk } from './walking.ts'

/** Rows that are shown as one; `id`, `position`, `at` and `slug` are those of the newest. */
export type Entry = Scene & {
  group: string
  id: string
  position: number
  at: string
  slug: string | null
  reason: Reason
  /** How many rows it stands for; `more` where there are others beyond. */
  count: number
  more: boolean
  unread: number
  /** Who did it, the last three. */
  actors: Author[]
  people: number
  isArchived: boolean
  isGone: boolean
}

export type Listed = { entries: Entry[]; next: string | null } & Places
export type Asked = { filter: Filter; limit: number; cursor: string | null }

export type ListingNeeds = MarkingNeeds &
  ShowingNeeds & {
    position: CentrePosition
  }

const MOST_ACTORS = 3

/** A page of what a person was told, the newest first; it may be short where there is more. */
export async function list(needs: ListingNeeds, viewer: Actor, { filter, limit, cursor }: Asked): Promise<Listed> {
  const places = await placesOf(needs, viewer)
  const [asOf = places.position, before = places.position + 1] = (positionIn(cursor, ['number', 'number']) ??
    []) as number[]
  const stretch = { person: viewer.id, filter, readTo: places.readTo, asOf, before, limit }
  const { groups, before: next } = await walk(needs, stretch)
  const seen = await withoutLost(needs, viewer, await withoutHidden(needs, viewer, groups))
  const scenes = await scenesOf(needs, viewer, seen.map(newestOf))
  const unseen = seen.flatMap(({ rows }, at) => (scenes[at] === null ? rows : []))
  if (unseen.length > 0) await hide(needs, viewer, unseen)
  const entries = seen.flatMap((group, at) => {
    const scene = scenes[at] ?? null
    return scene === null ? [] : [{ ...scene, ...entryOf(group, places.readTo) }]
  })
  return { entries, next: cursorOf(next === null ? null : [asOf, next]), ...places }
}

/** A block acts at once, also before the queue has come to it. */
async function withoutHidden({ hiddenFrom }: ListingNeeds, viewer: Actor, groups: Group[]): Promise<Group[]> {
  const actors = groups.flatMap(({ rows }) => rows.flatMap(({ actor }) => (actor === null ? [] : [actor.id])))
  const hidden = await hiddenFrom(viewer, [...new Set(actors)])
  if (hidden.size === 0) return groups
  const isSeen = ({ actor }: Notification): boolean => actor === null || !hidden.has(actor.id)
  return groups.map(({ rows, more }) => ({ rows: rows.filter(isSeen), more })).filter(({ rows }) => rows.length > 0)
}

/** What was told of posts and people and is so no more goes row by row: also out of groups of which others stay. */
async function withoutLost(needs: ListingNeeds, viewer: Actor, groups: Group[]): Promise<Group[]> {
  const lost = await lostAmong(
    needs.social,
    viewer,
    groups.flatMap(({ rows }) => rows),
  )
  if (lost.size === 0) return groups
  await vanishNow(needs, viewer, lost)
  return groups
    .map(({ rows, more }) => ({ rows: rows.filter((row) => !lost.has(row)), more }))
    .filter(({ rows }) => rows.length > 0)
}

const isThere = ({ retracted }: Notification): boolean => retracted === null

/** What is gone is not counted, unless all of it is. */
const countedIn = ({ rows }: Group): Notification[] => (rows.some(isThere) ? rows.filter(isThere) : rows)

const newestOf = (group: Group) => {
  const [newest = group.rows[0]] = countedIn(group)
  const { discussion = null, slug = null, post, actor = null, reason = 'watching', retracted = null } = newest ?? {}
  const about = { discussion, slug, actor, reason, isGone: retracted !== null } as const
  return post === undefined ? about : { ...about, post }
}

function entryOf(group: Group, readTo: number): Omit<Entry, keyof Scene> {
  const rows = countedIn(group)
  const [newest] = rows
  if (newest === undefined) throw new Error('A group has a row at least.')
  const isGone = !isThere(newest)
  const actors = new Map(rows.flatMap(({ actor }) => (actor === null || isGone ? [] : [[actor.id, actor] as const])))
  return {
    group: newest.group,
    id: newest.event,
    position: newest.position,
    at: newest.at,
    slug: newest.slug,
    reason: newest.reason,
    count: rows.length,
    more: group.more,
    unread: rows.filter((row) => row.isUnread && !isRead(row, readTo)).length,
    actors: [...actors.values()].slice(0, MOST_ACTORS),
    people: actors.size,
    isArchived: newest.archived !== null,
    isGone,
  }
}
