import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Comments, Discussion } from '../../comments/service.ts'
import type { Following, Level } from '../model.ts'
import type { Choices } from '../preferences/model.ts'
import { type PreferenceBook, requirePerson } from '../preferences/preferences.ts'
import { authorOfPost } from '../social/authoring.ts'
import type { SocialKnown } from '../social/known.ts'
import { chosenAlong } from '../topics/chosen.ts'
import { lineOf, type TopicsKnown } from '../topics/known.ts'
import type { TopicFollowing, TopicLevel } from '../topics/model.ts'

type Ref = Parameters<Comments['shown']>[1]

type Needs = Pick<TopicsKnown, 'lineOf'> & {
  followings: Collection<Following>
  topicFollowings: Collection<TopicFollowing>
  comments: Pick<Comments, 'shown'>
  preferences: PreferenceBook
  social?: SocialKnown
  isErased: (whose: { org: string; id: string }) => Promise<boolean>
  now: () => number
}

/** What somebody is to a discussion: what they chose there, and what follows from that, its topics or their defaults. */
export type Standing = {
  discussion: Discussion
  level: Level
  chosen: Level | null
  /** The topic by which the level holds, where one does. */
  fromTopic: string | null
  takesPart: boolean
}

export const followingId = (discussion: string, person: string): string => `${discussion}~${person}`

/** The level that holds, and whose choice it is. */
export type Stance = { level: Level; from: 'discussion' | 'topic' | 'defaults' }

type Chosen = { level: Level | null; topic: TopicLevel | null; takesPart: boolean }

/**
 * What was chosen for the discussion, or else for the nearest topic that it is in, or else for those where one writes
 * and for those where one does not.
 */
export function stanceIn(
  { level, topic, takesPart }: Chosen,
  { whereTakingPart, elsewhere }: Pick<Choices, 'whereTakingPart' | 'elsewhere'>,
): Stance {
  if (level !== null) return { level, from: 'discussion' }
  if (topic !== null) return { level: topic, from: 'topic' }
  return { level: takesPart ? whereTakingPart : elsewhere, from: 'defaults' }
}

/** How much people want to hear of discussions. What somebody may not see answers as what never was. */
export class Levels {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async levelOf(actor: Actor, ref: Ref): Promise<Standing> {
    requirePerson(actor)
    const discussion = await this.#needs.comments.shown(actor, ref)
    return this.#standing(actor, discussion, await this.#needs.followings.get(followingId(discussion._id, actor.id)))
  }

  /** Null goes back to the defaults. */
  async set(actor: Actor, ref: Ref, level: Level | null): Promise<Standing> {
    requirePerson(actor)
    const { followings, comments, isErased, now } = this.#needs
    const discussion = await comments.shown(actor, ref)
    const { org, id } = actor
    const _id = followingId(discussion._id, id)
    const $setOnInsert = { org, at: new Date(now()).toISOString() }
    const { doc } = await followings.update(
      { _id },
      { $set: { level }, $setOnInsert },
      { upsert: level !== null, returning: 'after' },
    )
    if (await isErased({ org, id })) await followings.remove({ _id })
    return this.#standing(actor, discussion, doc)
  }

  /** The discussions where one writes or has chosen something, those that came last first; a page may be short. */
  async list(
    actor: Actor,
    { limit, cursor }: { limit: number; cursor: string | null },
  ): Promise<{ standings: Standing[]; next: string | null }> {
    requirePerson(actor)
    const after = positionIn(cursor, ['text', 'text'])
    const { docs, next } = await this.#needs.followings.find({
      where: { person: actor.id },
      sort: { at: -1 },
      limit,
      after,
    })
    const shown = await Promise.all(docs.map((following) => this.#seen(actor, following)))
    return { standings: shown.filter((one) => one !== null), next: cursorOf(next) }
  }

  async #seen(actor: Actor, following: Following): Promise<Standing | null> {
    try {
      const discussion = await this.#needs.comments.shown(actor, { discussion: following.discussion })
      return await this.#standing(actor, discussion, following)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'discussion-not-found') return null
      throw error
    }
  }

  async #standing({ org, id }: Actor, discussion: Discussion, found: Following | null): Promise<Standing> {
    const takesPart = found?.takesPart !== undefined || (await authorOfPost(this.#needs, discussion)) === id
    const chosen = found?.level ?? null
    const [choices, along] = await Promise.all([
      this.#needs.preferences.choicesOf(org, id),
      chosenAlong(this.#needs, await lineOf(this.#needs, discussion), [id]),
    ])
    const topic = along.get(id) ?? null
    const { level, from } = stanceIn({ level: chosen, topic: topic?.level ?? null, takesPart }, choices)
    return { discussion, level, chosen, fromTopic: from === 'topic' ? (topic?.topic ?? null) : null, takesPart }
  }
}
