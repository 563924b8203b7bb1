import type { Collection, NewEvent } from '@palaver/store'
import { BLANK_PROFILE, type People, type PersonDocument } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Follow, FollowState } from '../model.ts'
import { noPerson } from '../policy.ts'
import { momentOf, socialEvent, type World } from '../world.ts'

export type FollowNeeds = {
  follows: Collection<Follow>
  people: Pick<People, 'many' | 'relations'>
  world: World
  /** Resolves when what is derived has followed an event, or it has taken too long. */
  followed: (org: string, event: string) => Promise<void>
}

export const MOST_FOLLOWED = 5000

type Pair = { org: string; follower: string; followee: string }
/** How it stands, and the event that tells of it; null where nothing was changed. */
export type Edge = { state: FollowState | null; event: string | null }

export const edgeId = ({ follower, followee }: Pick<Pair, 'follower' | 'followee'>): string => `${follower}~${followee}`

/** Follows somebody, or asks to where their account is private. Again is the same as once. */
export async function follow(needs: FollowNeeds, actor: Actor, followee: string): Promise<Edge> {
  const { follows, world } = needs
  const pair = { org: actor.org, follower: actor.id, followee }
  const person = await requireReachable(needs, actor, followee)
  await requireRoom(needs, pair)
  const isPrivate = (person.profile ?? BLANK_PROFILE).isPrivate
  const at = momentOf(world)
  let event: NewEvent | null = null
  const { doc } = await follows.change(edgeId(pair), (now, to) => {
    event = null
    if (now !== null) return null
    const state = isPrivate ? 'asked' : 'follows'
    event = told(world, pair, { op: isPrivate ? 'asked' : 'followed', at, before: null, after: state, by: actor })
    return to.insert({ _id: edgeId(pair), ...pair, state, at }, { events: [event] })
  })
  return settled(needs, pair.org, { state: doc?.state ?? null, event })
}

/** No longer follows somebody, or no longer asks to. */
export const unfollow = (needs: FollowNeeds, actor: Actor, followee: string): Promise<Edge> =>
  drop(needs, { org: actor.org, follower: actor.id, followee }, { op: 'unfollowed', by: actor })

/** Who is asked does not let somebody follow them; whom they let before stays. */
export const decline = (needs: FollowNeeds, actor: Actor, follower: string): Promise<Edge> =>
  drop(needs, { org: actor.org, follower, followee: actor.id }, { op: 'removed', by: actor, only: 'asked' })

/** Who is followed sends somebody away. */
export const removeFollower = (needs: FollowNeeds, actor: Actor, follower: string): Promise<Edge> =>
  drop(needs, { org: actor.org, follower, followee: actor.id }, { op: 'removed', by: actor })

/** Who is asked lets somebody follow them. */
export async function accept(needs: FollowNeeds, actor: Actor, follower: string): Promise<Edge> {
  const edge = await letIn(needs, { org: actor.org, follower, followee: actor.id }, actor)
  if (edge.state === null) throw new Refusal('person-not-found', 'This person does not ask to follow you.')
  return edge
}

/** By nobody: where an account asks for leave no longer. */
export async function letIn(needs: FollowNeeds, pair: Pair, by: Actor | null = null): Promise<Edge> {
  const at = momentOf(needs.world)
  let event: NewEvent | null = null
  const { doc } = await needs.follows.change(edgeId(pair), (now, to) => {
    event = null
    if (now === null || now.org !== pair.org || now.state === 'follows') return null
    event = told(needs.world, pair, { op: 'accepted', at, before: 'asked', after: 'follows', by })
    return to.change({ $set: { state: 'follows', at } }, { events: [event] })
  })
  return settled(needs, pair.org, { state: doc?.org === pair.org ? doc.state : null, event })
}

/** Ends what is between two people, in both directions: for who blocks, and for the consumer that looks again. */
export async function part(needs: FollowNeeds, { org, a, b, upTo }: Parting): Promise<void> {
  const how = { op: 'withdrawn', by: null, ...(upTo !== undefined && { upTo }) } as const
  await drop(needs, { org, follower: a, followee: b }, how)
  await drop(needs, { org, follower: b, followee: a }, how)
}

/** `upTo`: what began later stays. */
type Parting = { org: string; a: string; b: string; upTo?: string }

type Dropping = { op: 'unfollowed' | 'removed' | 'withdrawn'; by: Actor | null; only?: FollowState; upTo?: string }

async function drop(needs: FollowNeeds, pair: Pair, { op, by, only, upTo }: Dropping): Promise<Edge> {
  const at = momentOf(needs.world)
  let event: NewEvent | null = null
  await needs.follows.change(edgeId(pair), (now, to) => {
    event = null
    if (now === null || now.org !== pair.org || now.state !== (only ?? now.state)) return null
    if (upTo !== undefined && now.at > upTo) return null
    event = told(needs.world, pair, { op, at, before: now.state, after: null, by })
    return to.remove({ events: [event] })
  })
  return settled(needs, pair.org, { state: null, event })
}

type Telling = { op: string; at: string; before: FollowState | null; after: FollowState | null; by: Actor | null }

const told = (world: World, { org, follower, followee }: Pair, { op, at, before, after, by }: Telling): NewEvent =>
  socialEvent(world, 'follow', {
    org,
    subject: follower,
    op,
    at,
    before: { follower, followee, state: before },
    after: { follower, followee, state: after },
    ...(by !== null && { actor: { id: by.id, name: by.name } }),
  })

/** What is counted is right before it is answered. */
async function settled(
  { followed }: FollowNeeds,
  org: string,
  { state, event }: { state: FollowState | null; event: NewEvent | null },
): Promise<Edge> {
  if (event !== null) await followed(org, event._id)
  return { state, event: event?._id ?? null }
}

async function requireReachable({ people }: FollowNeeds, actor: Actor, id: string): Promise<PersonDocument> {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'Only people can follow others: sign in.')
  if (id === actor.id) throw new Refusal('invalid', 'Nobody can follow themselves.')
  const [known, apart] = await Promise.all([people.many(actor.org, [id]), people.relations.blockedWith(actor, [id])])
  const person = known.get(id)
  if (person === undefined || person.erased !== null || apart.has(id)) throw noPerson()
  return person
}

async function requireRoom({ follows }: FollowNeeds, pair: Pair): Promise<void> {
  if ((await follows.get(edgeId(pair))) !== null) return
  let count = 0
  for (const state of ['asked', 'follows'] as const)
    count += await follows.count({ where: { follower: pair.follower, state }, atMost: MOST_FOLLOWED })
  if (count >= MOST_FOLLOWED)
    throw new Refusal('too-many', `You can follow ${MOST_FOLLOWED} people and no more: unfollow somebody first.`)
}
