import { idOf } from '@palaver/store'
import type { Comment, Discussion } from '../../comments/service.ts'
import { notifications as rows } from '../collections.ts'
import type { Channel, Item, Skip } from '../model.ts'
import { withDefaults } from '../preferences/preferences.ts'
import { joinedReads } from '../joined-reads.ts'
import type { Checked } from './audience-of.ts'
import { type Regarded, regarded } from './in-the-way.ts'
import type { AudienceNeeds } from './needs.ts'
import { type There, theresOf } from './there.ts'
import { toldBefore } from './told-before.ts'

/** Whether an event is known to be the first that was told of its comment. */
export type CheckNeeds = AudienceNeeds & { isFirst: (event: string) => boolean }

type Standing = { item: Item; there: There }
type Looked = Standing & { regard: Regarded }

/** Looks at everything again: what has changed since then counts. What is asked for several items is asked once. */
export async function checked(needs: CheckNeeds, items: readonly Item[], channel: Channel): Promise<Checked[]> {
  const restored = channel === 'centre' ? null : await needs.restoredAt()
  const isOld = ({ at }: Item): boolean => restored !== null && at < restored
  const theres = await theresOf(
    needs,
    items.filter((item) => !isOld(item)),
  )
  const standing = [...theres].flatMap(([item, there]) => (there === null ? [] : [{ item, there }]))
  const left = standing.map(({ item }) => item)
  const [looked, again, read] = await Promise.all([
    lookedAt(needs, standing),
    allToldBefore(needs, left, channel),
    channel === 'centre' ? new Set<Item>() : readBy(needs, left),
  ])
  const byItem = new Map(looked.map((one) => [one.item, one]))
  return items.map((item): Checked => {
    const one = byItem.get(item)
    if (one === undefined) return { skip: isOld(item) ? 'before-restore' : 'not-there' }
    const { regard, there } = one
    const skip =
      regard.skip ??
      unmentioned(regard, there.comment) ??
      (again.has(item) ? 'told-before' : null) ??
      (read.has(item) ? 'already-read' : null) ??
      unwanted(needs, regard, { channel, discussion: there.discussion })
    if (skip !== null) return { skip }
    return regard.who === null ? { skip: 'unknown-person' } : { skip: null, person: regard.who, ...there }
  })
}

/** Those of one discussion together. */
async function lookedAt(needs: CheckNeeds, standing: readonly Standing[]): Promise<Looked[]> {
  const scenes = Map.groupBy(standing, ({ there }) => there.discussion._id)
  const looks = Array.from(scenes.values(), async (those): Promise<Looked[]> => {
    const [first] = those
    if (first === undefined) return []
    const { discussion } = first.there
    const addressed = those.map(({ item, there: { comment } }) => ({
      person: item.person,
      reason: item.reason,
      authors: [...new Set([comment?.author.id, item.actor?.id].filter((id) => id !== undefined))],
    }))
    const scene = { org: discussion.org, discussion, doers: [], authors: [], seq: Infinity }
    const regards = await regarded(needs, scene, addressed)
    return those.flatMap((one, at) => (regards[at] === undefined ? [] : [{ ...one, regard: regards[at] }]))
  })
  return (await Promise.all(looks)).flat()
}

async function allToldBefore(needs: CheckNeeds, items: readonly Item[], channel: Channel): Promise<ReadonlySet<Item>> {
  const told = Array.from(Map.groupBy(items, ({ event }) => event).values(), async (those) => {
    const people = await toldBefore(needs, those, channel)
    return those.filter(({ person }) => people.has(person))
  })
  return new Set((await Promise.all(told)).flat())
}

/** What a backup brings back was told of before; the centre has it as it was. */
export async function isBeforeRestore({ restoredAt }: AudienceNeeds, { at }: Item, channel: Channel): Promise<boolean> {
  const restored = channel === 'centre' ? null : await restoredAt()
  return restored !== null && at < restored
}

const unmentioned = ({ person, reason }: Regarded, comment: Comment | null): Skip | null =>
  reason === 'mention' && comment !== null && !comment.mentions.some(({ id }) => id === person)
    ? 'no-longer-mentioned'
    : null

type Way = { channel: Channel; discussion: Discussion | null }

export function unwanted(
  { preferences: book }: AudienceNeeds,
  { reason, preferences }: Pick<Regarded, 'reason' | 'preferences'>,
  { channel, discussion }: Way,
): Skip | null {
  if (!book.wants(withDefaults(preferences?.choices ?? {}), channel, reason)) return 'preference'
  if (channel !== 'email' || preferences === null) return null
  return book.isUnsubscribed(preferences.unsubscribed, { reason, discussion: discussion?._id ?? null })
    ? 'unsubscribed'
    : null
}

/** Those that were read in the centre, one by one or with all before them. */
export async function readBy(
  { notifications, inboxes }: AudienceNeeds,
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  const rowOf = ({ person, event }: Item): string => idOf(rows, { person, event })
  const [written, all] = await Promise.all([
    joinedReads(notifications).all(items.map(rowOf)),
    joinedReads(inboxes).all([...new Set(items.map(({ person }) => person))]),
  ])
  const byId = new Map(written.map((row) => [row._id, row]))
  const readTo = new Map(all.map((inbox) => [inbox._id, inbox.readTo]))
  return new Set(
    items.filter((item) => {
      const row = byId.get(rowOf(item))
      if (row === undefined) return false
      return row.read !== null || row.archived !== null || row.position <= (readTo.get(row.person) ?? 0)
    }),
  )
}
