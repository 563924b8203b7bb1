import type { Homes } from '../home.ts'
import { together } from '../layouts/hybrid/together.ts'
import type { Discussion } from '../model.ts'
import { moveDiscussion } from './move.ts'
import type { MoveNeeds } from './mover.ts'

/** For writers: those of one process that meet the same limit wait for one move, instead of each looking for itself. */
export function outgrowing(needs: () => MoveNeeds): Homes['outgrow'] {
  const once = together()
  return (discussion) => once(discussion.home, () => outgrow(needs(), discussion))
}

/** Moves a discussion that its layout cannot hold any more; resolves when it is no longer where it was. */
async function outgrow(needs: MoveNeeds, { _id, home, order }: Discussion): Promise<void> {
  await moveDiscussion(needs, { id: _id, layout: 'hybrid', order }, { leaving: home })
}
