import type { Actor } from '../../api/actor.ts'
import type { Earlier } from '../model.ts'
import type { PostNeeds } from './needs.ts'
import { requireOwn } from './changing.ts'

/** What a post said before, the oldest first: for who wrote it. */
export const historyOf = async (needs: PostNeeds, actor: Actor, id: string): Promise<Earlier[]> =>
  (await requireOwn(needs, actor, id)).history
