import type { HandlerNeeds } from './needs.ts'
import { sideBySide } from '../side-by-side.ts'

/** Rows that a person has of each kind, shown or not, give or take what comes between two looks. */
const MOST_ROWS = 10_000
const LOOKS = 1 / 100
const BATCH = 500

type Needs = Pick<HandlerNeeds, 'notifications' | 'random'>

/** Looking at each row that is written would cost more than the row: one in a hundred looks for all of them. */
export async function trimNowAndThen(needs: Needs, person: string): Promise<void> {
  if (needs.random() < LOOKS) await trim(needs, person)
}

/** Removes the oldest rows of a person who has more than anybody reads. */
export async function trim(
  { notifications }: Pick<Needs, 'notifications'>,
  person: string,
  most = MOST_ROWS,
): Promise<void> {
  for (const isShown of [true, false]) {
    const where = { person, isShown }
    const { docs } = await notifications.find({ where, sort: { position: -1 }, skip: most, limit: BATCH, next: false })
    await sideBySide(docs, ({ _id }) => notifications.remove({ _id }))
  }
}
