import type { OnProgress } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import { begin } from './begin.ts'
import { Copier } from './copier.ts'
import { giveUp, Lost, type Move, type MoveNeeds, type Target } from './mover.ts'
import { switchOver } from './switch-over.ts'

export type MoveOptions = {
  onProgress?: OnProgress
  /** Only as long as it is in this home; whoever moves it out of there will do. */
  leaving?: string
}

/** `there`: it was so already. */
export type Moved = 'moved' | 'there'

/**
 * Moves a discussion to another layout or order while people write in it: copies the comments to a home of this
 * mover's own, then what changed meanwhile, and switches over. A mover that died is replaced by the next, which begins
 * anew. No two ever write to one home, so nothing that comes late can bring back what was removed.
 */
export async function moveDiscussion(
  needs: MoveNeeds,
  { id, ...target }: Target & { id: string },
  { onProgress = () => {}, leaving }: MoveOptions = {},
): Promise<Moved> {
  for (let moved: Moved = 'there'; ; moved = 'moved') {
    const move = await begin(needs, { id, target, leaving: leaving ?? null })
    if (move === null) return moved
    if (await carryOut(needs, move, onProgress)) return 'moved'
  }
}

/** False when another mover has taken over. */
async function carryOut(needs: MoveNeeds, move: Move, onProgress: OnProgress): Promise<boolean> {
  try {
    await copyAndSwitch(needs, move, onProgress)
    return true
  } catch (error) {
    if (error instanceof Lost) return false
    // Should this fail too, the next mover gives it up, or whoever clears old homes.
    await giveUp(needs, move.discussion, { id: move.id, home: move.to.place.home }).catch(() => {})
    throw error
  }
}

const MOST_TRIES = 50
const PAUSE_MS = 100

async function copyAndSwitch(needs: MoveNeeds, move: Move, onProgress: OnProgress): Promise<void> {
  const copier = new Copier(needs, move)
  await copier.fill(onProgress)
  await comeNear(copier)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const switched = await switchOver(needs, move, copier)
    if (switched === 'done') return
    if (switched === 'all') await copier.copyAll()
    // Where the switch was taken back, the next try has only to copy what was written since.
    if (switched === 'not now') await needs.world.sleep(PAUSE_MS)
  }
  throw new Refusal('busy', 'So much is written in this discussion that it could not be moved: try again later.')
}

/** So few changes are left that writers need not wait long for them. */
const NEAR = 100

/** Copies again until little is left, or as much is written as is copied meanwhile. */
async function comeNear(copier: Copier): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ;) {
    const { brought, isRecounted } = await copier.follow()
    if (isRecounted) await copier.copyAll()
    else if (brought <= NEAR || brought > before / 2) return
    before = brought
  }
}
