import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Discussions, Ref } from './discussions.ts'
import type { Discussion, Resource } from './model.ts'
import type { Needs as Comments } from './needs.ts'
import { noDiscussion } from './policy.ts'
import type { TopicRules } from './topics.ts'

/** What a viewer may do with a resource; `moderate` is null where the role in the token decides. */
export type May = { see: boolean; comment: boolean; moderate: boolean | null }

/** What is asked about: a resource, and the topic that its discussion is in. */
export type Thing = Resource & { topic: string | null }

/** Asks the host, where it wants to be asked, and the topic. */
export type MayOf = (actor: Actor | null, org: string, thing: Thing) => Promise<May>

export const thingOf = ({ resource, topic }: Pick<Discussion, 'resource' | 'topic'>): Thing => ({
  ...resource,
  topic: topic ?? null,
})

const NOTHING: May = { see: false, comment: false, moderate: false }

type Deciding = {
  host: (actor: Actor | null, org: string, resource: Resource) => Promise<May>
  sees: TopicRules['sees']
  /** For things of our own, which no host knows: the posts of people. Null for all others. */
  own?: (actor: Actor | null, org: string, resource: Resource) => Promise<May> | null
}

/** What the host says; but what is in a topic is for those alone who see the topic. */
export const mayAt =
  ({ host, sees, own = () => null }: Deciding): MayOf =>
  async (actor, org, { topic, ...resource }) => {
    const ours = own(actor, org, resource)
    if (ours !== null) return ours
    const [may, isSeen] = await Promise.all([host(actor, org, resource), topic === null || sees(actor, org, topic)])
    return isSeen ? may : NOTHING
  }

/** Without a host that decides, everyone may see everything and roles do the rest. */
export const everyoneMay: MayOf = async () => ({ see: true, comment: true, moderate: null })

/**
 * Where the host decides who moderates a resource, the role in the token does not; admins are admins everywhere, and
 * guests, whom the host does not know, are none, nor is who is banned.
 */
export function asModerator(actor: Actor, { moderate }: May): Actor {
  if (moderate === null || actor.role === 'admin' || actor.kind === 'guest' || actor.banned !== undefined) return actor
  return { ...actor, role: moderate ? 'moderator' : 'member' }
}

type Needs = { discussions: Pick<Discussions, 'find' | 'head'>; mayOf: MayOf; hasHeld: Comments['hasHeld'] }

/**
 * The discussion, where there is one that the viewer may see. The host is asked about what is not there, too: so what
 * is hidden takes as long to say as what never was.
 */
export async function seenBy(needs: Needs, actor: Actor | null, ref: Ref): Promise<Discussion> {
  const found = await foreseenBy(needs, actor, ref)
  if (found === null) throw noDiscussion()
  return found
}

/** The same, but null where there is none, and the viewer would see one. */
export async function foreseenBy(needs: Needs, actor: Actor | null, ref: Ref): Promise<Discussion | null> {
  const found = await needs.discussions.find(ref)
  const may = await mayAs(needs, actor, { found, ref })
  if (!may.see) throw noDiscussion()
  return found !== null && (await isThereFor(needs, found, { actor, may })) ? found : null
}

/** For who has found it otherwise. */
export async function requireThereFor(needs: Needs, actor: Actor, found: Discussion): Promise<void> {
  if (found.isUnseen !== true) return
  const may = await needs.mayOf(actor, found.org, thingOf(found))
  if (!(await isThereFor(needs, found, { actor, may }))) throw noDiscussion()
}

/** That something was held is for who wrote it, and for moderators: to others nobody has begun anything. */
async function isThereFor(
  { hasHeld }: Pick<Needs, 'hasHeld'>,
  { _id, isUnseen }: Pick<Discussion, '_id' | 'isUnseen'>,
  { actor, may }: { actor: Actor | null; may: May },
): Promise<boolean> {
  if (isUnseen !== true) return true
  return actor !== null && (asModerator(actor, may).role !== 'member' || hasHeld(actor, _id))
}

/**
 * How many comments it has; null where there is nothing that the viewer may see, or the host cannot be asked. Nobody is
 * told of one in which nothing was published: so it costs no more to find out.
 */
export async function countSeenBy(needs: Needs, actor: Actor | null, ref: Ref): Promise<number | null> {
  const found = await needs.discussions.head(ref)
  const { see } = await mayAs(needs, actor, { found, ref }).catch(nothingIfRefused)
  return see && found?.isUnseen !== true ? (found?.comments ?? null) : null
}

function nothingIfRefused(error: unknown): May {
  if (error instanceof Refusal) return NOTHING
  throw error
}

type Found = { found: Pick<Discussion, 'org' | 'resource' | 'topic'> | null; ref: Ref }

async function mayAs({ mayOf }: Needs, actor: Actor | null, { found, ref }: Found): Promise<May> {
  const org = found?.org ?? ('org' in ref ? ref.org : actor?.org)
  if (org === undefined || (actor !== null && actor.org !== org)) return NOTHING
  const named = 'org' in ref ? ref.resource : { type: 'discussion', id: ref.discussion }
  return mayOf(actor, org, thingOf(found ?? { resource: named }))
}
