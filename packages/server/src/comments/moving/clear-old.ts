import type { OldHome } from '../model.ts'
import { giveUp, type MoveNeeds } from './mover.ts'
import { noteHome } from './old-homes.ts'

type ClearNeeds = Pick<MoveNeeds, 'homes' | 'oldHomes' | 'world'>

/** By then nobody reads a home that was left, and a mover that was not seen for so long is dead. */
const KEPT_MS = 10 * 60 * 1000
const HOMES = 10
const DOCUMENTS = 500

/** Removes what is stored in homes that were left a while ago, in bounded steps; true when more is left. */
export async function clearOldHomes(needs: ClearNeeds): Promise<boolean> {
  const before = new Date(needs.world.now() - KEPT_MS).toISOString()
  const { docs, next } = await needs.oldHomes.find({ where: { at: { $lt: before } }, sort: { at: 1 }, limit: HOMES })
  let isMoreLeft = next !== null
  for (const home of docs) if (await clear(needs, home, before)) isMoreLeft = true
  return isMoreLeft
}

async function clear(needs: ClearNeeds, home: OldHome, before: string): Promise<boolean> {
  const { _id, at, layout, order } = home
  const discussion = await needs.homes.discussions.get(home.discussion)
  if (discussion?.moving?.home === _id) {
    if (discussion.moving.at < before) await giveUp(needs, discussion._id, discussion.moving)
    await noteHome(needs, home)
    return false
  }
  if (discussion?.home !== _id) {
    const place = { discussion: home.discussion, home: _id, order, epoch: 0 }
    if (await needs.homes.layouts[layout].clear(place, DOCUMENTS)) return true
  }
  // One that is lived in is noted again when it is left.
  await needs.oldHomes.remove({ _id, at })
  return false
}
