import type { Store } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import type { Comments, Resource } from '../../comments/service.ts'
import { filed, listings, listingWalks, topicCounts } from '../collections.ts'
import { partsOf } from '../ids.ts'
import type { Topic } from '../model.ts'
import { maySee, noTopic } from '../policy.ts'
import type { Snapshot, Standing } from '../tree/snapshot.ts'
import { audiencesFor, viewerOf } from './audience.ts'
import type { FollowNeeds } from './consumer.ts'
import { listOf } from './lists.ts'
import type { ListSort, Row, Within } from './model.ts'
import { type Numbers, TopicNumbers } from './numbers.ts'
import { hideRow } from './rows.ts'

type Needs = Pick<FollowNeeds, 'snapshotOf' | 'settle' | 'changed'> & {
  store: Store
  comments: () => Comments
  now: () => number
}

export type ListQuery = { within: Within; sort: ListSort; limit: number; cursor: string | null }

/** A discussion as a list of a topic shows it; `topic` is the one that it is in, in the same tree. */
export type Listed = {
  id: string
  resource: Resource
  title: string | null
  url: string | null
  topic: Topic
  tags: string[]
  created: string
  activity: string
  comments: number
}

const SORTED = {
  activity: { sort: { activity: -1, _id: -1 }, kinds: ['text', 'text'] },
  newest: { sort: { created: -1, _id: -1 }, kinds: ['text', 'text'] },
  discussed: { sort: { comments: -1, _id: -1 }, kinds: ['number', 'text'] },
} as const

/** Where much of a list was hidden a moment ago, a page may be short: the next goes on. */
const MOST_READS = 4

/** The discussions in topics: lists and numbers, which follow what happens. */
export class Listings {
  readonly needs: FollowNeeds
  readonly #numbers: TopicNumbers
  readonly #comments: () => Comments

  constructor({ store, comments, now, ...around }: Needs) {
    const kept = {
      filed: store.collection(filed),
      rows: store.collection(listings),
      counts: store.collection(topicCounts),
      walks: store.collection(listingWalks),
    }
    this.needs = { ...kept, ...around, comments, now }
    this.#comments = comments
    this.#numbers = new TopicNumbers(kept.counts, now)
  }

  numbers(snapshot: Snapshot, actor: Actor | null): Promise<(key: string) => Numbers> {
    return this.#numbers.of(snapshot, actor)
  }

  /** What is stored may have been changed behind its back. */
  forget(tree: string): void {
    this.#numbers.forget(tree)
  }

  async page(
    actor: Actor | null,
    standing: Standing,
    { within, sort: wanted, limit, cursor }: ListQuery,
  ): Promise<{ discussions: Listed[]; next: string | null }> {
    const { topic, snapshot } = standing
    if (!maySee(snapshot, actor, topic)) throw noTopic()
    const { sort, kinds } = SORTED[wanted]
    const where = {
      list: listOf(snapshot.tree._id, topic.key, within),
      audience: { $in: audiencesFor(snapshot, viewerOf(actor)) },
    }
    let after = positionIn(cursor, kinds)
    const discussions: Listed[] = []
    for (let reads = 0; reads < MOST_READS; reads++) {
      const missing = limit - discussions.length
      const page = await this.needs.rows.find({ where, sort, limit: missing, after })
      discussions.push(...(await this.#shown(actor, snapshot, page.docs)))
      after = page.next
      if (after === null || discussions.length >= limit) break
    }
    return { discussions, next: cursorOf(after) }
  }

  /** How far the lists have followed the tree; null once they have. */
  async catchingUp({ tree, version }: Snapshot): Promise<{ done: number; total: number } | null> {
    const walk = await this.needs.walks.get(tree._id)
    if (walk === null || walk.version < version) return version === 0 ? null : { done: 0, total: walk?.total ?? 0 }
    return walk.isDone ? null : { done: walk.done, total: Math.max(walk.done, walk.total) }
  }

  /** Before somebody is told that a discussion has left its topic: no list shows it there any more. */
  async withdraw(discussion: string, rev: number): Promise<void> {
    const known = await this.needs.filed.get(discussion)
    await Promise.all((known?.lists ?? []).map((list) => hideRow(this.needs, { list, discussion, rev })))
  }

  /** A list may lag behind what was hidden: what a row says of its topic is judged by the tree as it is now. */
  async #shown(actor: Actor | null, snapshot: Snapshot, rows: readonly Row[]): Promise<Listed[]> {
    const { mayOf } = this.#comments().needs
    const shown = rows.map(async (row): Promise<Listed[]> => {
      const topic = snapshot.heirOf(partsOf(row.home)?.key ?? '')
      if (topic === null || !maySee(snapshot, actor, topic)) return []
      // The topic was looked at here: the rest is the host's to say.
      const { see } = await mayOf(actor, snapshot.tree.org, { ...row.resource, topic: null })
      return see ? [listed(row, topic)] : []
    })
    return (await Promise.all(shown)).flat()
  }
}

const listed = ({ discussion: id, resource, title, url, tags, created, activity, comments }: Row, topic: Topic) => ({
  id,
  resource,
  title,
  url,
  topic,
  tags,
  created,
  activity,
  comments,
})
