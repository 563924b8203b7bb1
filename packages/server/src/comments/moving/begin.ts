import { Refusal } from '../../api/refusal.ts'
import type { Discussion, Moving } from '../model.ts'
import { requireFits } from './does-not-fit.ts'
import { giveUp, type Move, type MoveNeeds, type Target, without } from './mover.ts'
import { noteHome } from './old-homes.ts'

/** So often a mover that shows no life is looked at before it is taken for dead: about one and a half seconds. */
const PATIENCE = 30
const PAUSE_MS = 50

export type Wanted = { id: string; target: Target; leaving: string | null }

const isSame = (one: Target, other: Target): boolean => one.layout === other.layout && one.order === other.order

/** Becomes the mover of a discussion, after whoever is moving it now; null when there is nothing to move any more. */
export async function begin(needs: MoveNeeds, wanted: Wanted): Promise<Move | null> {
  const { homes, world } = needs
  const watch = new Watch(homes.patience ?? PATIENCE)
  for (;;) {
    const discussion = await homes.discussions.get(wanted.id)
    if (discussion === null) throw new Refusal('discussion-not-found', 'There is no such discussion.')
    if (isDone(discussion, wanted)) return null
    const other = watch.look(discussion.moving)
    const move = other === 'none' || other === 'dead' ? await claim(needs, discussion, wanted) : null
    if (move !== null) return move
    if (other === 'alive') requireSameWay(discussion, wanted)
    if (other !== 'none') await world.sleep(PAUSE_MS * (0.5 + world.random()))
  }
}

function isDone({ home, moving, ...now }: Discussion, { target, leaving }: Wanted): boolean {
  return leaving === null ? moving === null && isSame(now, target) : home !== leaving
}

/** Who only wants it out of its home is content with any other mover. */
function requireSameWay({ moving }: Discussion, { target, leaving }: Wanted): void {
  if (moving !== null && leaving === null && !isSame(moving, target)) throw movesElsewhere(moving)
}

/** Looks at another mover from time to time. Clocks of two machines are never compared. */
class Watch {
  readonly #patience: number
  #seen: Moving | null = null
  #looks = 0

  constructor(patience: number) {
    this.#patience = patience
  }

  look(moving: Moving | null): 'none' | 'unknown' | 'alive' | 'dead' {
    const seen = this.#seen
    this.#seen = moving
    if (moving === null) return 'none'
    if (moving.id !== seen?.id || moving.at !== seen.at) {
      this.#looks = 0
      return moving.id === seen?.id ? 'alive' : 'unknown'
    }
    return ++this.#looks >= this.#patience ? 'dead' : 'unknown'
  }
}

const movesElsewhere = ({ layout, order }: Target): Refusal =>
  new Refusal('busy', `The discussion is being moved to ${layout}, ${order}: wait until that is done.`)

/** By compare-and-set, into a home of its own. What an earlier mover began is given up, with its switch. */
async function claim(needs: MoveNeeds, discussion: Discussion, { target }: Wanted): Promise<Move | null> {
  const { homes, world } = needs
  const { _id, epoch, switching, moving } = discussion
  if (moving !== null && isSame(discussion, target)) {
    await giveUp(needs, _id, moving)
    return null
  }
  requireFits(discussion, target)
  const fresh: Moving = {
    layout: target.layout,
    order: target.order,
    home: `h${world.newId()}`,
    id: world.newId(),
    at: new Date(world.now()).toISOString(),
  }
  await noteHome(needs, { _id: fresh.home, discussion: _id, layout: fresh.layout, order: fresh.order })
  const unchanged = moving === null ? { moving } : { 'moving.id': moving.id, 'moving.at': moving.at }
  const { outcome } = await homes.discussions.update(
    { _id, epoch, switching, ...unchanged },
    {
      $set: { moving: fresh, switching: null },
      ...(moving === null ? {} : without(moving.home)),
      ...(switching === null ? {} : { $inc: { epoch: 1 } }),
    },
  )
  return outcome === 'updated' ? moveOf(needs, discussion, fresh) : null
}

function moveOf({ homes }: MoveNeeds, discussion: Discussion, moving: Moving): Move {
  const { _id, org, layout, order, home, epoch, arrived, comments } = discussion
  return {
    id: moving.id,
    discussion: _id,
    org,
    from: { layout: homes.layouts[layout], place: { discussion: _id, home, order, epoch } },
    to: {
      layout: homes.layouts[moving.layout],
      place: { discussion: _id, home: moving.home, order: moving.order, epoch },
    },
    arrived,
    comments,
  }
}
