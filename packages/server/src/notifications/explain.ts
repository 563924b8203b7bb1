import { isGuest } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Comments, Discussion } from '../comments/service.ts'
import type { AudienceNeeds } from './audience/needs.ts'
import { type ChannelNeeds, notedOf, type OnChannel } from './explain-channels.ts'
import { found, type FindingNeeds, type Found } from './explain-found.ts'
import type { Why } from './explain-words.ts'
import { workedOut, workedOutSocial } from './explain-worked-out.ts'
import { CHANNELS, type Reason } from './model.ts'

type Needs = Omit<AudienceNeeds, 'comments'> &
  Pick<ChannelNeeds, 'windows' | 'hasPush'> &
  Pick<FindingNeeds, 'log'> & { comments: Pick<Comments, 'situation'> }

export type Explanation = Pick<Found, 'event' | 'op' | 'at' | 'discussion' | 'slug' | 'post'> & {
  user: string
  reason: Reason | null
  channels: OnChannel[]
}

type Asked = { event: string; user: string }
/** `discussion` is null for what is about a post or a person. */
type Case = { of: Found; org: string; discussion: Discussion | null; user: string; isOwn: boolean }

/** Why somebody was told of something, or was not, on every channel. */
export class Explainer {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** For the person themselves, and for moderators. What the asker may not see is not there. */
  async explain(actor: Actor, { event: asked, user }: Asked): Promise<Explanation> {
    const of = (await found(this.#needs, { org: actor.org, event: asked, user })) ?? noEvent()
    const { discussion, actor: here } = await this.#situation(actor, of)
    if (of.isForModerators && here.role === 'member') return noEvent()
    const isOwn = user === actor.id
    if (!isOwn) await this.#requireMayAsk(here, user)
    const channels = await this.#channels({ of, org: actor.org, discussion, user, isOwn })
    const { event, op, at, slug, post, candidate } = of
    const reason = typeof candidate === 'string' ? null : candidate.reason
    return { event, op, at, discussion: of.discussion, slug, post, user, reason, channels }
  }

  /** As the asker is where it happened. Of what is between two people, these and moderators may ask. */
  async #situation(
    actor: Actor,
    { discussion, post, between }: Found,
  ): Promise<{ discussion: Discussion | null; actor: Actor }> {
    if (discussion !== null) return this.#needs.comments.situation(actor, { discussion }).catch(notThere)
    const isTheirs = between.includes(actor.id) || actor.role !== 'member'
    const isSeen = post === null ? isTheirs : ((await this.#needs.social?.seen(actor, [post]))?.has(post) ?? false)
    return isSeen ? { discussion: null, actor } : noEvent()
  }

  async #requireMayAsk({ org, role }: Actor, user: string): Promise<void> {
    if (role === 'member')
      throw new Refusal('forbidden', 'Only moderators and admins may ask this about somebody else.')
    if (!isGuest(user) && (await this.#needs.people.get(org, user)) === null)
      throw new Refusal('person-not-found', 'There is no such person in this org.')
  }

  async #channels(asked: Case): Promise<OnChannel[]> {
    const { of, user } = asked
    const why = await this.#why(asked)
    const state = why === null ? 'pending' : 'not-told'
    const isNoted = why === null && of.candidate !== 'unknown'
    const all: OnChannel[] = isNoted
      ? await notedOf(this.#needs, { event: of.event, person: user })
      : CHANNELS.map((channel) => ({ channel, state, why, at: null, due: null }))
    return Promise.all(all.map(async (one) => ({ ...one, why: await this.#shown(asked, one.why) })))
  }

  /** Why no channel has told them; null where each has to be looked at, or nobody knows yet. */
  async #why({ of: { candidate, told, social }, user, discussion }: Case): Promise<Why | null> {
    if (candidate === 'unknown') return null
    if (candidate === 'too-many') return candidate
    if (typeof candidate !== 'string') return candidate.skip
    if (social !== null) return workedOutSocial(social, user)
    return told === null || discussion === null ? 'tells-nobody' : workedOut(this.#needs, told, { user, discussion })
  }

  /** Nobody learns from this that somebody has blocked them. */
  async #shown({ of: { told, social }, user, isOwn, org }: Case, why: Why | null): Promise<Why | null> {
    if (!isOwn || (why !== 'blocked' && why !== 'no-access')) return why
    const { relations } = this.#needs.people
    const own = await Promise.all(
      ((told ?? social)?.authors ?? []).map((id) => relations.isBlockedBy({ org, id }, user)),
    )
    return why === 'blocked' && own.includes(true) ? why : 'not-shown'
  }
}

function noEvent(): never {
  throw new Refusal('event-not-found', 'There is no such event in this org, or not any more.')
}

function notThere(error: unknown): never {
  if (error instanceof Refusal && error.code === 'discussion-not-found') return noEvent()
  throw error
}
