import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { Refusal } from '../../api/refusal.ts'
import { maySee, noTopic, type Standing, topicIsGone } from '../../categories/service.ts'
import { requirePerson } from '../preferences/preferences.ts'
import { chosenAlong } from './chosen.ts'
import { lineOf, type TopicsKnown } from './known.ts'
import { type Line, type TopicFollowing, topicFollowingId, type TopicLevel } from './model.ts'

type Needs = TopicsKnown & {
  topicFollowings: Collection<TopicFollowing>
  isErased: (whose: { org: string; id: string }) => Promise<boolean>
  now: () => number
}

/** What somebody is to a topic. */
export type TopicStanding = Standing & {
  /** What holds; null where nothing was chosen here nor above, so that their defaults hold. */
  level: TopicLevel | null
  /** What was chosen here. */
  chosen: TopicLevel | null
  /** The topic above for which the level was chosen, where it was not chosen here. */
  from: Standing['topic'] | null
}

type Place = Standing & { line: Line }

/** How much people want to hear of topics. One that was merged stands for that which took over what it held. */
export class TopicLevels {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async levelOf(actor: Actor, topic: string): Promise<TopicStanding> {
    requirePerson(actor)
    return this.#standing(actor, await this.#place(actor, topic))
  }

  /** Null goes back to what was chosen above it. */
  async set(actor: Actor, topic: string, level: TopicLevel | null): Promise<TopicStanding> {
    requirePerson(actor)
    const place = await this.#place(actor, topic)
    const here = place.line[0] ?? []
    await (level === null ? this.#leave(actor, here) : this.#choose(actor, here, level))
    return this.#standing(actor, place)
  }

  /** The topics for which one has chosen something, the last chosen first; a page may be short. */
  async list(
    actor: Actor,
    { limit, cursor }: { limit: number; cursor: string | null },
  ): Promise<{ standings: TopicStanding[]; next: string | null }> {
    requirePerson(actor)
    const after = positionIn(cursor, ['text', 'text'])
    const where = { person: actor.id }
    const { docs, next } = await this.#needs.topicFollowings.find({ where, sort: { at: -1 }, limit, after })
    const shown = await Promise.all(docs.map((following) => this.#seen(actor, following)))
    return { standings: shown.filter((one) => one !== null), next: cursorOf(next) }
  }

  async #choose({ org, id }: Actor, [topic]: readonly string[], level: TopicLevel): Promise<void> {
    if (topic === undefined) throw noTopic()
    const { topicFollowings, isErased, now } = this.#needs
    const _id = topicFollowingId(topic, id)
    const at = new Date(now()).toISOString()
    await topicFollowings.update({ _id }, { $set: { level, at }, $setOnInsert: { org } }, { upsert: true })
    // Who was erased meanwhile was looked through before this came: it must not stay.
    if (await isErased({ org, id })) await topicFollowings.remove({ _id })
  }

  /** Also what was chosen for those that were merged into it: it would hold again. */
  async #leave({ id }: Actor, topics: readonly string[]): Promise<void> {
    const { topicFollowings } = this.#needs
    for (const topic of topics) await topicFollowings.remove({ _id: topicFollowingId(topic, id) })
  }

  /** What one may not see, or what is gone, is left out; so is a choice that another for the same topic outweighs. */
  async #seen(actor: Actor, { topic }: TopicFollowing): Promise<TopicStanding | null> {
    try {
      const place = await this.#place(actor, topic)
      const holds = (await chosenAlong(this.#needs, place.line.slice(0, 1), [actor.id])).get(actor.id)
      return holds?.topic === topic ? await this.#standing(actor, place) : null
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'topic-not-found' || error.code === 'topic-gone')) return null
      throw error
    }
  }

  async #place(actor: Actor, id: string): Promise<Place> {
    const found = (await this.#needs.topicOf?.(actor.org, id)) ?? null
    if (found === null || !maySee(found.snapshot, actor, found.topic)) throw noTopic()
    const { snapshot } = found
    const topic = snapshot.heirOf(found.topic.key)
    if (topic === null) throw topicIsGone()
    if (!maySee(snapshot, actor, topic)) throw noTopic()
    return { snapshot, topic, line: await lineOf(this.#needs, { org: actor.org, topic: topic._id }) }
  }

  async #standing({ id }: Actor, { snapshot, topic, line }: Place): Promise<TopicStanding> {
    const choice = (await chosenAlong(this.#needs, line, [id])).get(id)
    const at = line.findIndex((group) => choice !== undefined && group.includes(choice.topic))
    const level = choice?.level ?? null
    const above = at > 0 ? (snapshot.ancestorsOf(topic.key).toReversed()[at - 1] ?? null) : null
    return { snapshot, topic, level, chosen: at === 0 ? level : null, from: above }
  }
}
