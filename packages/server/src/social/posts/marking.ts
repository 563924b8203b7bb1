import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Audience, Mark, Post } from '../model.ts'
import { momentOf, socialEvent } from '../world.ts'
import { blankPost } from './blank.ts'
import type { PostNeeds } from './needs.ts'
import { isShadowed } from './shadowed.ts'
import { inserted, requireAudience, requireSeen, type Written } from './writing.ts'

export const markId = (person: string, post: string): string => `${person}~${post}`

type Reacting = { id: string; reaction: string | null }
type Voting = { id: string; choices: readonly number[] }
type Reposting = { id: string; audience: Audience }

/** Gives a post a reaction, another one, or takes it back with null. */
export async function react(needs: PostNeeds, actor: Actor, { id, reaction }: Reacting): Promise<Mark> {
  const post = await requireSeen(needs, actor, id)
  if (reaction !== null && !(await needs.reactionsOf(actor.org)).includes(reaction))
    throw new Refusal('invalid', 'This site has no such reaction.', [{ path: 'reaction', message: 'is not offered' }])
  return marked(needs, { actor, post, op: 'reacted' }, (mark) => (mark.reaction === reaction ? null : { reaction }))
}

/** Once a person, while the poll is open. */
export async function vote(needs: PostNeeds, actor: Actor, { id, choices }: Voting): Promise<Mark> {
  const post = await requireSeen(needs, actor, id)
  const votes = requireChoices(post, choices)
  if (post.poll !== null && Date.parse(post.poll.closes) <= needs.world.now())
    throw new Refusal('poll-closed', 'The poll is closed.')
  return marked(needs, { actor, post, op: 'voted' }, (mark) => {
    if (mark.votes === null) return { votes }
    if (mark.votes.join() === votes.join()) return null
    throw new Refusal('already-voted', 'You have voted in this poll, and a vote stands.')
  })
}

function requireChoices({ poll }: Post, choices: readonly number[]): number[] {
  if (poll === null) throw new Refusal('invalid', 'This post is no poll.')
  const votes = [...new Set(choices)].toSorted((a, b) => a - b)
  const wrong = (message: string): Refusal =>
    new Refusal('invalid', `choices ${message}.`, [{ path: 'choices', message }])
  if (votes.length === 0 || votes.some((choice) => poll.choices[choice] === undefined))
    throw wrong(`must be numbers of choices, from 0 to ${poll.choices.length - 1}`)
  if (!poll.isMultiple && votes.length > 1) throw wrong('must be one choice: this poll takes no more')
  return votes
}

/** Passes a post on. The mark names the repost first, so however often it is tried, there is one. */
export async function repost(needs: PostNeeds, actor: Actor, { id, audience }: Reposting): Promise<Written> {
  await requireAudience(needs, actor, audience)
  const post = await requireSeen(needs, actor, id)
  const fresh = needs.world.newPart()
  const mark = await marked(needs, { actor, post, op: null }, (now) => (now.repost === null ? { repost: fresh } : null))
  const name = mark.repost ?? fresh
  const event = `${name}.created`
  const posted = momentOf(needs.world)
  // What has no text is not judged.
  const isSecret = await isShadowed(needs, actor)
  const fitting = { ...repostOf({ actor, post, name, posted, audience }), isSecret }
  const written = await inserted(needs, fitting, { event, actor })
  await needs.walls.follow(written)
  return { post: written, event }
}

type Passing = { actor: Actor; post: Post; name: string; posted: string; audience: Audience }

const repostOf = ({ actor, post, name, posted, audience }: Passing): Post => ({
  ...blankPost({ id: name, org: actor.org, author: actor.id, posted, audience }),
  kind: 'repost',
  of: post._id,
})

type Giving = { actor: Actor; post: Post; op: 'reacted' | 'voted' | null }
type Given = Pick<Mark, 'reaction' | 'repost' | 'votes'>

const NOTHING: Given = { reaction: null, repost: null, votes: null }

/** One document for all that one person gave one post; what is counted is told. */
async function marked(
  { marks, world }: PostNeeds,
  { actor, post, op }: Giving,
  decide: (mark: Given) => Partial<Given> | null,
): Promise<Mark> {
  const at = momentOf(world)
  const _id = markId(actor.id, post._id)
  const blank: Mark = { _id, org: actor.org, person: actor.id, post: post._id, ...NOTHING, at }
  const { doc } = await marks.change(_id, (now, to) => {
    const set = decide(now ?? blank)
    if (set === null) return null
    const [before, after] = [now ?? blank, { ...(now ?? blank), ...set }]
    const told = { org: actor.org, subject: post._id, at, actor: { id: actor.id, name: actor.name } }
    const events =
      op === null
        ? []
        : [socialEvent(world, 'post', { ...told, op, before: givenOf(post, before), after: givenOf(post, after) })]
    return now === null ? to.insert({ ...after, at }, { events }) : to.change({ $set: { ...set, at } }, { events })
  })
  return doc ?? blank
}

export const givenOf = ({ author, poll }: Post, { reaction, votes }: Omit<Given, 'repost'>) => ({
  author,
  reaction,
  votes,
  choices: poll?.choices.length ?? 0,
})
