import { Duplicate } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Hold, Holding } from '../comments/service.ts'
import { moderationEvent } from './events.ts'
import { letFollow, requireUnchanged } from './held-edits.ts'
import { type Held, type HeldState, reasonsInWords, revOf } from './model.ts'
import { situationIn } from './moderated.ts'
import { instant, type Needs } from './needs.ts'
import { alreadyDecided, isModerator, noHeld, requireMayApprove, requireModerator } from './policy.ts'

type HeldNeeds = Pick<Needs, 'held' | 'comments' | 'log' | 'world'>

/** Keeps a text until a moderator has looked at it; a repeat under the same names keeps it once. */
export const holding =
  (needs: Pick<Needs, 'held' | 'world'>): Hold =>
  async (holding) => {
    const fresh = freshOf(holding, instant(needs))
    try {
      await needs.held.insert(fresh, {
        events: [toldOf(fresh, { op: 'held', by: null, reason: reasonsInWords(fresh.why) })],
      })
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
    }
  }

const freshOf = (holding: Holding, at: string): Held => ({
  _id: holding.names.event,
  ...holding,
  at,
  state: 'waiting',
  by: null,
  decided: null,
  reason: null,
  since: 0,
})

type Told = { op: string; by: { id: string } | null; reason: string | null; at?: string }

/** Each state is reached once, so its event has one id. */
const toldOf = ({ _id, org, discussion, slug, author, at }: Held, told: Told): ReturnType<typeof moderationEvent> =>
  moderationEvent({
    id: `${_id}.${told.op}`,
    org,
    op: told.op,
    at: told.at ?? at,
    by: told.by,
    about: { held: _id, discussion, slug, person: author.id, reason: told.reason },
  })

export const DECISIONS = { approve: 'approved', reject: 'rejected', spam: 'spam' } as const
/** `rev`: the text that the moderator has seen; the first where nothing is said. */
export type HeldDecision = { act: keyof typeof DECISIONS; reason: string | null; rev?: number | undefined }

/** Approves or rejects what waits. Of several moderators the first decides; who says the same is told the same. */
export async function decideHeld(
  needs: HeldNeeds,
  { actor, id }: { actor: Actor; id: string },
  { act, reason, rev = 1 }: HeldDecision,
): Promise<Held> {
  const { seen, here, discussion } = await seenBy(needs, actor, id)
  // Its author, who knows the id from what they were answered, is not told that it is one.
  if (seen.secretly && !isModerator(here)) throw noHeld()
  requireModerator(here)
  if (act === 'approve') {
    requireMayApprove(actor, seen)
    await requireParentDecided(needs, seen)
    await requireUnchanged(needs, discussion, seen)
  }
  const after = await step(needs, id, { to: DECISIONS[act], by: actor, reason, rev })
  if (after.state === 'approved' && act === 'approve') return finishApproved(needs, after)
  const isSame = after.state === DECISIONS[act] || (act === 'approve' && after.state === 'published')
  if (!isSame) throw alreadyDecided(after.state)
  return after
}

/** The host is asked about what is not there, too: so what is hidden is not told from it, neither by the time it takes. */
async function seenBy(needs: HeldNeeds, actor: Actor, id: string) {
  const found = await needs.held.get(id)
  const seen = found?.org === actor.org ? found : null
  const situation = await situationIn(needs, actor, seen?.discussion ?? id)
  if (seen === null || situation === null) throw noHeld()
  return { seen, here: situation.actor, discussion: situation.discussion }
}

const MOST_LOOKED_AT = 100
const UNDECIDED: ReadonlySet<HeldState> = new Set(['waiting', 'approved'])

/** Who does not know that they are held replies to what is held, too: published first, the reply would have no place. */
async function requireParentDecided({ held }: HeldNeeds, reply: Held): Promise<void> {
  const { org, discussion, author, secretly, parent } = reply
  if (!secretly || parent === null) return
  const where = { org, 'author.id': author.id, secretly, discussion }
  const { docs } = await held.find({ where, sort: { at: -1, _id: -1 }, limit: MOST_LOOKED_AT, next: false })
  const isParent = ({ names, state }: Held): boolean => UNDECIDED.has(state) && parent.endsWith(names.part)
  if (docs.some(isParent))
    throw new Refusal('parent-held', 'What this replies to is held as well: decide on that first.')
}

/** Its author takes it back before anyone has decided; what they do not know to be held is not there. */
export async function withdrawHeld(needs: HeldNeeds, actor: Actor, id: string): Promise<void> {
  if ((await needs.held.get(id))?.secretly === true) throw noHeld()
  await takeBack(needs, actor, id)
}

export async function takeBack(needs: HeldNeeds, actor: Actor, id: string): Promise<void> {
  const seen = await needs.held.get(id)
  if (seen === null || seen.org !== actor.org || seen.author.id !== actor.id) throw noHeld()
  const { state } = await step(needs, id, { to: 'withdrawn', by: actor, reason: null, rev: null })
  if (state !== 'withdrawn') throw alreadyDecided(state)
}

type Step = {
  to: Exclude<HeldState, 'waiting' | 'published'>
  by: { id: string }
  reason: string | null
  rev: number | null
}

/** Compare-and-set: whoever comes second finds what was decided. */
async function step(needs: HeldNeeds, id: string, { to: state, by, reason, rev }: Step): Promise<Held> {
  const at = instant(needs)
  const { doc } = await needs.held.change(id, async (held, to) => {
    if (held === null || held.state !== 'waiting') return null
    if (state === 'approved' && rev !== revOf(held)) throw changedMeanwhile(held)
    const approved = state === 'approved' ? await namesOfNow(needs, held, at) : {}
    const set = { state, by: by.id, decided: at, reason, ...approved }
    return to.change({ $set: set }, { events: [toldOf(held, { op: state, by, reason, at })] })
  })
  return doc ?? notThere()
}

/** Nobody publishes a text that they have not seen. */
const changedMeanwhile = (held: Held): Refusal =>
  new Refusal('changed-meanwhile', `Its author has changed the text: look at it again, and say "rev": ${revOf(held)}.`)

function notThere(): never {
  throw noHeld()
}

/** `posted` is the moment of approval; what is published is looked for in the log from here on. */
async function namesOfNow(
  { log }: HeldNeeds,
  { org, names }: Held,
  posted: string,
): Promise<Pick<Held, 'names' | 'since'>> {
  return { names: { ...names, posted }, since: await log.lastSeq(log.partitionOf(org)) }
}

/** What it was to be attached to is gone, or has just changed: it can never be published. */
const GONE = new Set<Refusal['code']>([
  'comment-not-found',
  'comment-deleted',
  'comment-rejected',
  'changed-meanwhile',
  'parent-gone',
  'discussion-not-found',
  'org-not-found',
])

/** Publishes what was approved. Whoever finds it half done does it again: the names are the same. */
export async function finishApproved(needs: HeldNeeds, held: Held): Promise<Held> {
  try {
    const { comment } = await needs.comments.publish(held)
    await letFollow(needs, held, comment.rev)
  } catch (error) {
    if (!(error instanceof Refusal) || !GONE.has(error.code)) throw error
    return end(needs, held, { state: 'rejected', reason: error.message })
  }
  return end(needs, held, { state: 'published', reason: held.reason })
}

type End = { state: 'published' | 'rejected'; reason: string | null }

async function end(needs: HeldNeeds, { _id }: Held, { state, reason }: End): Promise<Held> {
  const at = instant(needs)
  const { doc } = await needs.held.change(_id, (held, to) => {
    if (held === null || held.state !== 'approved') return null
    const events = state === 'rejected' ? [toldOf(held, { op: state, by: null, reason, at })] : []
    return to.change({ $set: { state, reason } }, { events })
  })
  return doc ?? notThere()
}
