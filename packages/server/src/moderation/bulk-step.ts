import type { Position } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Authored } from '../comments/service.ts'
import { perform } from './acts.ts'
import { banOn } from './bans.ts'
import { MOST_LEFT } from './bulk-left.ts'
import { countedBefore, queryOf } from './bulk.ts'
import { moderationEvent } from './events.ts'
import { textIn } from './folding.ts'
import { decideHeld } from './held.ts'
import type { Bulk, Held, Where } from './model.ts'
import { mayModerate } from './moderated.ts'
import { instant, type Needs } from './needs.ts'
import { isModerator } from './policy.ts'
import { WordList } from './word-list.ts'

const BATCH = 50

/** `leftIn`: the discussion of each that was left. */
type Progress = { looked: number; changed: number; leftIn: string[]; next: Position | null }

/**
 * `left`: the host did not say whether this moderator may. `passed-over`: they may not, or it is not meant. No number
 * tells of either.
 */
type Outcome = 'changed' | 'as-it-was' | 'left' | 'passed-over'

/** One step of a bulk act. The write that notes it tells of the next; who does the same step again changes nothing. */
export async function bulkStep(needs: Needs, id: string, step: number): Promise<void> {
  const bulk = await needs.bulks.get(id)
  if (bulk === null || bulk.state === 'done' || bulk.step !== step) return
  // What somebody began ends with their moderating.
  if (await isBanned(needs, bulk)) await needs.bulks.update({ _id: id, step }, { $set: { state: 'done' } })
  else await takeStep(needs, bulk)
}

const isBanned = async ({ people, world }: Needs, { by }: Bulk): Promise<boolean> =>
  (await banOn({ people, now: world.now }, by))?.is === 'ban'

async function takeStep(needs: Needs, bulk: Bulk): Promise<void> {
  const { _id, step } = bulk
  // What was counted when it began may have lacked what was just posted.
  const counted = step === 0 ? await countedBefore(needs, bulk) : bulk.of
  const { looked, changed, leftIn, next } = await (bulk.through === 'comments'
    ? onComments(needs, bulk)
    : onHeld(needs, bulk))
  const isThrough = next === null
  const hasHeld = bulk.through === 'comments' && bulk.act !== 'publish'
  const isOver = isThrough && !hasHeld
  await needs.bulks.update(
    { _id, step },
    {
      $set: {
        // What waits was not counted before.
        of: Math.max(counted, bulk.done + looked),
        step: step + 1,
        cursor: next,
        state: isOver ? 'done' : 'running',
        through: isThrough && hasHeld ? 'held' : bulk.through,
        leftIn: [...(bulk.leftIn ?? []), ...leftIn].slice(0, MOST_LEFT),
      },
      $inc: { done: looked, changed },
    },
    { events: isOver ? [] : [stepEvent(bulk, step + 1, instant(needs))] },
  )
}

const stepEvent = ({ _id, org, by }: Bulk, step: number, at: string) =>
  moderationEvent({ id: `${_id}.step.${step}`, org, op: 'bulk-step', at, by, about: { bulk: _id, step } })

async function onComments(needs: Needs, bulk: Bulk): Promise<Progress> {
  const query = { org: bulk.org, ...queryOf(bulk.where) }
  const { items, next } = await needs.comments.authored(query, { after: bulk.cursor, limit: BATCH })
  const matches = matcher(bulk.where)
  const outcomes = await Promise.all(items.map((item) => onComment(needs, bulk, { item, matches })))
  return { ...numbersOf(items, outcomes), next }
}

type Placed = { discussion: string }

const numbersOf = (items: readonly Placed[], outcomes: readonly Outcome[]): Omit<Progress, 'next'> => ({
  looked: outcomes.filter((one) => one === 'changed' || one === 'as-it-was').length,
  changed: outcomes.filter((one) => one === 'changed').length,
  leftIn: items.flatMap(({ discussion }, at) => (outcomes[at] === 'left' ? [discussion] : [])),
})

/** Others of the org, and other orgs, wait behind this: what cannot be done now is left. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw error
  if (error.code === 'discussion-not-found') return 'passed-over'
  return error.code === 'host-unavailable' ? 'left' : 'as-it-was'
}

const STATUS = { reject: 'rejected', spam: 'spam', publish: 'published', delete: 'deleted' } as const

type One = { item: Authored; matches: (text: string, html: string) => boolean }

/** What the moderator may not touch, or is as it should be, or is gone, is left. */
async function onComment(needs: Needs, { _id, act, by, org }: Bulk, { item, matches }: One): Promise<Outcome> {
  const { discussion: id, slug } = item
  try {
    const { actor, discussion } = await needs.comments.situation(by, { discussion: id })
    if (!isModerator(actor)) return 'passed-over'
    const { status, text, html } = await needs.comments.comment(discussion, slug)
    if (status === 'deleted' || status === STATUS[act] || !matches(text, html)) return 'as-it-was'
    await perform(needs, { org, act, discussion: id, slug, by, event: `${_id}.${item._id}.bulk` })
    return 'changed'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'busy') throw error
    return outcomeOf(error)
  }
}

function matcher({ word }: Where): One['matches'] {
  if (word === undefined) return () => true
  const list = new WordList([word])
  return (text, html) => list.isIn(text) || list.isIn(textIn(html))
}

/** What waits is rejected with the rest; nobody is approved in bulk. */
async function onHeld(needs: Needs, bulk: Bulk): Promise<Progress> {
  const { org, where, cursor: after } = bulk
  const { from, until } = where
  const at = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) }
  const query = { where: { org, state: 'waiting' as const, at }, sort: { at: 1, _id: 1 } as const }
  const { docs, next } = await needs.held.find({ ...query, limit: BATCH, after })
  const matches = matcher(where)
  const meant = docs.filter((held) => isMeant(where, held))
  const outcomes = await Promise.all(meant.map((held) => rejected(needs, bulk, { held, matches })))
  return { ...numbersOf(meant, outcomes), next }
}

const isMeant = ({ user, address }: Where, { author, from }: Held): boolean =>
  (user === undefined || author.id === user) && (address === undefined || from === address)

type OneHeld = { held: Held; matches: One['matches'] }

/** Who may not moderate it learns nothing of its text, not even whether a word is in it. */
async function rejected(needs: Needs, { act, by, reason }: Bulk, { held, matches }: OneHeld): Promise<Outcome> {
  const { _id, discussion, text, html } = held
  try {
    if (!(await mayModerate(needs, by, discussion)) || !matches(text, html)) return 'passed-over'
    await decideHeld(needs, { actor: by, id: _id }, { act: act === 'spam' ? 'spam' : 'reject', reason })
    return 'changed'
  } catch (error) {
    return outcomeOf(error)
  }
}
