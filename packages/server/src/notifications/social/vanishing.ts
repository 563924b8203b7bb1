import type { LoggedEvent } from '@palaver/store'
import type { Delivery } from '../../events/queue-model.ts'
import { markEvent, type MarkingNeeds, type Whose } from '../centre/marking.ts'
import { readToOf, type Rows } from '../centre/needs.ts'
import type { Notification, Skip } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'
import type { SocialKnown } from './known.ts'
import { lookAt } from './looking.ts'

type RowsOnly = Pick<Rows, 'notifications'>

/** Those of some rows of one person that hold no more, and why. */
export async function lostAmong(
  social: SocialKnown | undefined,
  whose: Whose,
  rows: readonly Notification[],
): Promise<Map<Notification, Skip>> {
  const asked = rows.filter(({ isSocial, retracted }) => isSocial === true && retracted === null)
  if (asked.length === 0) return new Map()
  const look = social === undefined ? null : await lookAt(social, whose, asked)
  return new Map(
    asked.flatMap((row) => {
      const why = look === null ? 'not-there' : look.lost(row)
      return why === null ? [] : [[row, why] as const]
    }),
  )
}

/**
 * Takes back what holds no more where it was to be shown or counted: nothing in the log may have told of it. So it is
 * told by an event of its own, and its place in the log is that of the row.
 */
export async function vanishNow(
  needs: MarkingNeeds,
  whose: Whose,
  lost: ReadonlyMap<Notification, Skip>,
): Promise<void> {
  await sideBySide([...lost], ([{ _id, event, position }, why]) =>
    needs.notifications.update({ _id, isShown: true }, gone(position, why), {
      events: [markEvent(needs, whose, { op: 'hidden', id: event })],
    }),
  )
}

const gone = (retracted: number, retractedFor: Skip) =>
  ({ $set: { isShown: false, isUnread: false, retracted, retractedFor } }) as const

const BATCH = 100
const MOST_LOOKED_AT = 1000

type Sweeping = MarkingNeeds & { social?: SocialKnown }

/** What is unread and holds no more goes before anything is counted, so that numbers are those of what is shown. */
export async function sweep(needs: Sweeping, whose: Whose): Promise<void> {
  const { notifications } = needs
  let above = await readToOf(needs, whose.id)
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += BATCH) {
    const where = { person: whose.id, isSocial: true as const, isUnread: true, position: { $gt: above } }
    const { docs } = await notifications.find({ where, sort: { position: 1 }, limit: BATCH, next: false })
    await vanishNow(needs, whose, await lostAmong(needs.social, whose, docs))
    if (docs.length < BATCH) return
    above = docs.at(-1)?.position ?? above
  }
}

type Taking = RowsOnly & { social?: SocialKnown }

/** The same by the queue, for who has their notifications open: rows of anybody, found by what happened. */
export async function takeBack(
  needs: Taking,
  { event, position }: Delivery,
  rows: readonly Notification[],
): Promise<void> {
  for (const [person, some] of Map.groupBy(rows, (row) => row.person)) {
    const lost = await lostAmong(needs.social, { org: event.org, id: person }, some)
    await sideBySide([...lost], ([{ _id }, why]) =>
      needs.notifications.update({ _id, isShown: true }, gone(position, why)),
    )
  }
}

/** What may end what somebody was told of a post or a person. */
export const endsSocial = ({ type, op }: LoggedEvent): boolean =>
  (type === 'follow' && op !== 'followed' && op !== 'asked') ||
  (type === 'post' && op !== 'voted' && op !== 'created' && op !== 'approved')
