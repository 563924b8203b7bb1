import { Refusal } from '../api/refusal.ts'
import { changeEvent } from './events.ts'
import type { Vote } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayVote, type Situation } from './policy.ts'
import type { Command } from './posting.ts'
import { requireShown } from './secret.ts'
import { requireUnveiled } from './veiling.ts'
import { requirePublished, situationAt } from './situation.ts'

/** What a user thinks of a comment; `event` is null when nothing changed. */
export type Voted = {
  discussion: string
  slug: string
  value: Vote['value']
  reactions: string[]
  event: string | null
}

/** What the event of a vote tells: the difference is what counts. */
export type VoteState = { slug: string; value: Vote['value']; reactions: string[] }

export const voteId = (discussion: string, slug: string, user: string): string => `${discussion}~${slug}~${user}`

/** One vote a user, changeable: 1, -1, or 0 to take it back. */
export async function vote(needs: Needs, command: Command, ballot: Pick<VoteState, 'slug' | 'value'>): Promise<Voted> {
  const situation = await situationAt(needs, command.actor, command.ref)
  requireMayVote(situation)
  await needs.requireNotBanned(situation.actor)
  const { comment } = await requireShown(needs, situation, ballot.slug)
  await requireUnveiled(needs, situation, comment)
  requirePublished(comment)
  if (comment.author.id === command.actor.id && ballot.value !== 0)
    throw new Refusal('forbidden', 'Nobody can vote for a comment of their own.')
  return cast(needs, situation, { slug: ballot.slug, change: (state) => ({ ...state, value: ballot.value }) })
}

export type Reaction = { slug: string; name: string; on: boolean }

/** Reactions are those that the org has chosen; a user may give several. */
export async function react(needs: Needs, command: Command, { slug, name, on }: Reaction): Promise<Voted> {
  const situation = await situationAt(needs, command.actor, command.ref)
  requireMayVote(situation)
  await needs.requireNotBanned(situation.actor)
  const { comment, isSecret } = await requireShown(needs, situation, slug)
  await requireUnveiled(needs, situation, comment)
  requirePublished(comment)
  const offered = Object.keys((await needs.rulesOf(command.actor.org))?.reactions ?? {})
  if (on && !offered.includes(name))
    throw new Refusal('invalid', `There is no reaction "${name}" here; there are: ${offered.join(', ')}.`)
  const others = (names: readonly string[]): string[] => names.filter((one) => one !== name)
  const change = (state: VoteState): VoteState => ({
    ...state,
    reactions: on ? [...others(state.reactions), name].toSorted() : others(state.reactions),
  })
  return isSecret ? asIfCast(needs, situation, { slug, change }) : cast(needs, situation, { slug, change })
}

/** To a comment that its author alone sees: nobody may hear of it, and nothing could count it. */
function asIfCast({ world }: Needs, { discussion }: Situation, { slug, change }: Cast): Voted {
  const { value, reactions } = change({ slug, value: 0, reactions: [] })
  return { discussion: discussion._id, slug, value, reactions, event: world.newId() }
}

type Cast = { slug: string; change: (state: VoteState) => VoteState }

async function cast(needs: Needs, { actor, discussion }: Situation, { slug, change }: Cast): Promise<Voted> {
  const id = voteId(discussion._id, slug, actor.id)
  const event = needs.world.newId()
  const at = new Date(needs.world.now()).toISOString()
  const { changed, doc } = await needs.votes.change(id, (found, to) => {
    const before = { slug, value: found?.value ?? 0, reactions: found?.reactions ?? [] }
    const after = change(before)
    if (before.value === after.value && before.reactions.join() === after.reactions.join()) return null
    const told = changeEvent(discussion, {
      id: event,
      type: 'vote',
      op: 'voted',
      at,
      before,
      after,
      actor: { id: actor.id, name: actor.name },
    })
    const { value, reactions } = after
    if (found !== null) return to.change({ $set: { value, reactions, at } }, { events: [told] })
    const fresh = { _id: id, discussion: discussion._id, slug, user: actor.id, value, reactions, at }
    return to.insert(fresh, { events: [told] })
  })
  if (changed) needs.changed(discussion._id, event)
  const { value = 0, reactions = [] } = doc ?? {}
  return { discussion: discussion._id, slug, value, reactions, event: changed ? event : null }
}
