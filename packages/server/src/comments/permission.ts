import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Discussions, Ref } from './discussions.ts'
import type { Discussion, Resource } from './model.ts'
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

type Needs = { discussions: Pick<Discussions, 'find' | 'head'>; mayOf: MayOf }

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
  if (!(await maySee(needs, actor, { found, ref }))) throw noDiscussion()
  return found
}

/** How many comments it has; null where there is nothing that the viewer may see, or the host cannot be asked. */
export async function countSeenBy(needs: Needs, actor: Actor | null, ref: Ref): Promise<number | null> {
  const found = await needs.discussions.head(ref)
  const isSeen = await maySee(needs, actor, { found, ref }).catch(falseIfRefused)
  return isSeen ? (found?.comments ?? null) : null
}

function falseIfRefused(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}

type Found = { found: Pick<Discussion, 'org' | 'resource' | 'topic'> | null; ref: Ref }

async function maySee({ mayOf }: Needs, actor: Actor | null, { found, ref }: Found): Promise<boolean> {
  const org = found?.org ?? ('org' in ref ? ref.org : actor?.org)
  if (org === undefined || (actor !== null && actor.org !== org)) return false
  const named = 'org' in ref ? ref.resource : { type: 'discussion', id: ref.discussion }
  return (await mayOf(actor, org, thingOf(found ?? { resource: named }))).see
}
