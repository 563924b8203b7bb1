import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Comment } from '../comments/service.ts'
import type { Case, Held, HeldState } from './model.ts'
import { moderatesAll, onlyModerated } from './moderated.ts'
import type { Needs } from './needs.ts'
import { isModerator, requireModerator } from './policy.ts'

type QueueNeeds = Pick<Needs, 'held' | 'cases' | 'comments' | 'hostDecides'>
type Paging = { cursor: string | null; limit: number }
type Page<T> = { items: T[]; next: string | null }
type Ref = Parameters<Needs['comments']['situation']>[1]

const SORT = { at: 1, _id: 1 } as const

/** What waits for a moderator, or did; the oldest first. A page may be short: what they may not moderate is left out. */
export async function heldQueue(
  needs: QueueNeeds,
  actor: Actor,
  { state, cursor, limit }: Paging & { state: HeldState },
): Promise<Page<Held>> {
  requireModerator(actor)
  const after = positionIn(cursor, ['text', 'text'])
  const { docs, next } = await needs.held.find({ where: { org: actor.org, state }, sort: SORT, limit, after })
  return { items: await onlyModerated(needs, actor, docs), next: cursorOf(next) }
}

export type CaseView = Case & { comment: Comment | null }

/** Comments that were reported; the case that was opened first comes first. */
export async function caseQueue(
  needs: QueueNeeds,
  actor: Actor,
  { state, cursor, limit }: Paging & { state: Case['state'] },
): Promise<Page<CaseView>> {
  requireModerator(actor)
  const after = positionIn(cursor, ['text', 'text'])
  const { docs, next } = await needs.cases.find({ where: { org: actor.org, state }, sort: SORT, limit, after })
  const mine = await onlyModerated(needs, actor, docs)
  const items = await Promise.all(mine.map(async (one) => ({ ...one, comment: await commentOf(needs, actor, one) })))
  return { items, next: cursorOf(next) }
}

async function commentOf({ comments }: QueueNeeds, actor: Actor, { discussion, slug }: Case): Promise<Comment | null> {
  try {
    const situation = await comments.situation(actor, { discussion })
    return await comments.comment(situation.discussion, slug)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Of one discussion: to moderators all that waits, to others what they wrote and know to be held: so a page may be short. */
export async function heldIn(
  needs: QueueNeeds,
  actor: Actor,
  { ref, cursor, limit }: Paging & { ref: Ref },
): Promise<Page<Held> & { viewer: Actor }> {
  const { actor: here, discussion } = await needs.comments.situation(actor, ref)
  const seesAll = isModerator(here)
  const own = seesAll ? {} : { 'author.id': actor.id }
  const where = { discussion: discussion._id, state: 'waiting' as const, ...own }
  const after = positionIn(cursor, ['text', 'text'])
  const { docs, next } = await needs.held.find({ where, sort: SORT, limit, after })
  return { items: docs.filter(({ secretly }) => seesAll || !secretly), next: cursorOf(next), viewer: here }
}

/** More are not counted: nobody works through them one by one. */
const MOST_COUNTED = 1_000
const MOST_LOOKED_AT = 200

/** How much waits; where the host decides who sees what, only what this moderator may see is counted. */
export async function queueCounts(
  needs: QueueNeeds,
  actor: Actor,
): Promise<{ held: number; reported: number; isMore: boolean }> {
  requireModerator(actor)
  const { org } = actor
  const waiting = { org, state: 'waiting' } as const
  const open = { org, state: 'open' } as const
  if (await moderatesAll(needs, actor)) {
    const [held, reported] = await Promise.all([
      needs.held.count({ where: waiting, atMost: MOST_COUNTED }),
      needs.cases.count({ where: open, atMost: MOST_COUNTED }),
    ])
    return { held, reported, isMore: held === MOST_COUNTED || reported === MOST_COUNTED }
  }
  const first = { sort: SORT, limit: MOST_LOOKED_AT }
  const [held, reported] = await Promise.all([
    needs.held.find({ where: waiting, ...first }),
    needs.cases.find({ where: open, ...first }),
  ])
  const [mine, mineReported] = await Promise.all([
    onlyModerated(needs, actor, held.docs),
    onlyModerated(needs, actor, reported.docs),
  ])
  return { held: mine.length, reported: mineReported.length, isMore: held.next !== null || reported.next !== null }
}
