import type { Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Notification } from '../model.ts'
import type { Rows } from './needs.ts'
import { isRead } from './row.ts'
import { sideBySide } from '../side-by-side.ts'

const BATCH = 100

/** What somebody was told; and where they are named to others as who did it. */
export const centrePlaces = (needs: Rows): PersonalPlace[] => [
  { name: 'notifications', items: (whose) => toldTo(needs, whose), erase: ({ id }) => eraseInbox(needs, id) },
  { name: 'names in notifications', erase: ({ id }) => eraseName(needs, id) },
]

async function* toldTo(needs: Rows, { org, id }: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const readTo = (await needs.inboxes.get(id))?.readTo ?? 0
  const where = { person: id, isShown: true }
  for (let after: Position | null = null; ;) {
    const page: { docs: Notification[]; next: Position | null } = await needs.notifications.find({
      where,
      sort: { position: -1 },
      limit: BATCH,
      after,
    })
    for (const row of page.docs) if (row.org === org) yield readable(row, readTo)
    if (page.next === null) return
    after = page.next
  }
}

const readable = (row: Notification, readTo: number): Readonly<Record<string, unknown>> => ({
  at: row.at,
  reason: row.reason,
  by: row.retracted === null ? (row.actor?.name ?? null) : null,
  discussion: row.discussion,
  comment: row.slug,
  ...(row.post !== undefined && { post: row.post }),
  read: row.read ?? isRead(row, readTo),
  archived: row.archived,
})

async function eraseInbox({ notifications, inboxes }: Rows, person: string): Promise<void> {
  for (;;) {
    const { docs } = await notifications.find({ where: { person }, limit: BATCH, next: false })
    await sideBySide(docs, ({ _id }) => notifications.remove({ _id }))
    if (docs.length < BATCH) break
  }
  await inboxes.remove({ _id: person })
}

/** The row stays until what it tells of is gone: that is told by events of its own. */
async function eraseName({ notifications }: Rows, id: string): Promise<void> {
  for (;;) {
    const { docs } = await notifications.find({ where: { 'actor.id': id }, limit: BATCH, next: false })
    await sideBySide(docs, ({ _id }) => notifications.update({ _id }, { $set: { actor: null } }))
    if (docs.length < BATCH) return
  }
}
