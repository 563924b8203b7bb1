import { changeEvent } from '../events.ts'
import type { Discussion } from '../model.ts'
import type { Copier } from './copier.ts'
import { Lost, type Move, type MoveNeeds, without } from './mover.ts'
import { noteHome } from './old-homes.ts'

/**
 * `not now`: its numbers are being counted anew. `taken back`: somebody waited too long. `all`: every comment is to be
 * copied again before the next try.
 */
export type SwitchedOver = 'done' | 'not now' | 'taken back' | 'all'

/**
 * Keeps writers waiting, copies what is left, and lets them go on in the new home. Who wrote into the old one and has
 * not looked again sees that the discussion switches, or has moved, and does it again there.
 */
export async function switchOver(needs: MoveNeeds, move: Move, copier: Copier): Promise<SwitchedOver> {
  const begun = await beginSwitch(needs, move)
  if (begun === null) return 'not now'
  const { isRecounted } = await copier.follow()
  if (isRecounted) {
    await takeBack(needs, begun)
    return 'all'
  }
  return (await finish(needs, { move, begun, seq: copier.seq })) ? 'done' : 'taken back'
}

type Begun = { discussion: Discussion; attempt: string }

/** While numbers are counted anew, comments change without events: that has to end first. */
async function beginSwitch({ homes, world }: MoveNeeds, { id, discussion: _id }: Move): Promise<Begun | null> {
  const discussion = await homes.discussions.get(_id)
  if (discussion?.moving?.id !== id) throw new Lost()
  const { epoch } = discussion
  const attempt = world.newId()
  const { outcome } = await homes.discussions.update(
    { _id, epoch, switching: null, 'moving.id': id, recount: { $exists: false } },
    { $set: { switching: attempt } },
  )
  return outcome === 'updated' ? { discussion, attempt } : null
}

async function takeBack({ homes }: MoveNeeds, { discussion, attempt }: Begun): Promise<void> {
  const { _id, epoch } = discussion
  await homes.discussions.update({ _id, epoch, switching: attempt }, { $set: { switching: null }, $inc: { epoch: 1 } })
}

type Finishing = { move: Move; begun: Begun; seq: number }

async function finish(needs: MoveNeeds, { move, begun, seq }: Finishing): Promise<boolean> {
  const { discussion, attempt } = begun
  const { _id, epoch, layout, order, home } = discussion
  const { place } = move.to
  const after = { layout: move.to.layout.name, order: place.order }
  const at = new Date(needs.world.now()).toISOString()
  const told = {
    id: `${move.id}.moved`,
    type: 'discussion',
    op: 'moved',
    at,
    before: { layout, order },
    after,
  } as const
  await noteHome(needs, { _id: home, discussion: _id, layout, order })
  const { outcome } = await needs.homes.discussions.update(
    { _id, epoch, switching: attempt, 'moving.id': move.id },
    {
      $set: { ...after, home: place.home, switching: null, moving: null, arrived: { epoch: epoch + 1, seq } },
      $inc: { epoch: 1 },
      ...without(home),
    },
    { events: [changeEvent(discussion, told)] },
  )
  if (outcome !== 'updated') return false
  needs.changed(_id, told.id)
  return true
}
