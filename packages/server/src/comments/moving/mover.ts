import type { Change } from '@palaver/store'
import type { Layout, Place } from '../layouts/layout.ts'
import type { Arrived, Discussion, LayoutName, Moving, Order } from '../model.ts'
import type { Needs } from '../needs.ts'

export type MoveNeeds = Pick<Needs, 'homes' | 'log' | 'world' | 'changed' | 'oldHomes'>

/** How a discussion is to be stored. */
export type Target = { layout: LayoutName; order: Order }

export type Station = { layout: Layout; place: Place }

/** A move that this process carries out. */
export type Move = {
  id: string
  discussion: string
  org: string
  from: Station
  to: Station
  /** How it came to where it is now. */
  arrived: Arrived | null
  /** How many comments there were, about. */
  comments: number
}

/** Another mover has taken this one for dead, and began anew in a home of its own. */
export class Lost extends Error {}

/** What a layout has put into the discussion itself for a home that is not its own, or will not be. */
export const without = (home: string): Change<Discussion> => ({ $unset: { [`embedded.${home}` as 'embedded.h']: '' } })

/** Shows others that this mover is alive. */
export async function showLife({ homes, world }: MoveNeeds, { id, discussion }: Move): Promise<void> {
  const at = new Date(world.now()).toISOString()
  const { outcome } = await homes.discussions.update(
    { _id: discussion, 'moving.id': id },
    { $set: { 'moving.at': at } },
  )
  if (outcome !== 'updated') throw new Lost()
}

/** Takes a move back, unless its mover has shown life since `at`; the home it has made is cleared later. */
export async function giveUp(
  { homes }: Pick<MoveNeeds, 'homes'>,
  discussion: string,
  { id, home, at }: Pick<Moving, 'id' | 'home'> & Partial<Pick<Moving, 'at'>>,
): Promise<void> {
  await homes.discussions.update(
    { _id: discussion, 'moving.id': id, ...(at === undefined ? {} : { 'moving.at': at }) },
    { $set: { moving: null, switching: null }, $inc: { epoch: 1 }, ...without(home) },
  )
}
