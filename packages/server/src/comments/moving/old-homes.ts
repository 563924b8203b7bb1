import type { OldHome } from '../model.ts'
import type { MoveNeeds } from './mover.ts'

/**
 * Notes a home that has to be cleared after a while: one that is about to be left, or a new one, whose mover may die.
 * One that is in use by then is passed over.
 */
export async function noteHome(
  { oldHomes, world }: Pick<MoveNeeds, 'oldHomes' | 'world'>,
  { _id, discussion, layout, order }: Omit<OldHome, 'at'>,
): Promise<void> {
  const at = new Date(world.now()).toISOString()
  await oldHomes.update({ _id }, { $set: { discussion, layout, order, at } }, { upsert: true })
}
