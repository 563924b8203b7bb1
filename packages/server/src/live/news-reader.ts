import type { LoggedEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { type Frame, frameBytes } from './frame.ts'
import { createsPost, type Interest } from './news-events.ts'
import { idOf } from './place.ts'
import { Topic } from './topic.ts'

/** A post as far as news are concerned. `isCircled`: who sees it is changed without a word. */
export type NewsItem = { id: string; author: string; of: string | null; isCircled: boolean }

/** What people follow each other for. `social` knows. */
export type ReaderNeeds = {
  /** Those of these posts that are in somebody's news at this moment. */
  inNews: (whose: Actor, ids: readonly string[]) => Promise<NewsItem[]>
  /** The newest of them. */
  newest: (whose: Actor, limit: number) => Promise<NewsItem[]>
  followees: (whose: Actor) => Promise<readonly string[]>
}

/** Of so many posts that somebody has before them it is told when they go. */
const MOST_KNOWN = 300
const FIRST_KNOWN = 100

/** Somebody who listens to what comes into their news and goes. */
export class NewsReader implements Interest {
  readonly whose: Actor
  readonly topic = new Topic()
  readonly #needs: ReaderNeeds
  readonly #known = new Map<string, NewsItem>()
  readonly #told = new Set<string>()
  #followees: ReadonlySet<string> = new Set()
  #begun: Promise<void> | null = null

  constructor(needs: ReaderNeeds, whose: Actor) {
    this.#needs = needs
    this.whose = whose
  }

  /** Resolves when it is known whom they follow and what they have before them. */
  ready(): Promise<void> {
    this.#begun ??= this.#begin().catch((error: unknown) => {
      // Who comes next tries again.
      this.#begun = null
      throw error
    })
    return this.#begun
  }

  follows = (person: string): boolean => this.#followees.has(person)

  /** Also what passes it on. */
  knows = (post: string): boolean => this.#known.has(post) || [...this.#known.values()].some(({ of }) => of === post)

  /** What comes and goes by these events, as it is now. */
  async changes(events: readonly LoggedEvent[]): Promise<Frame[]> {
    await this.ready()
    if (events.some(({ type }) => type === 'follow')) await this.#readFollowees()
    const isAnyEdge = events.some(({ type }) => type !== 'post')
    const named = events.flatMap(({ type, subject }) => (type === 'post' ? [subject, ...this.#passingOn(subject)] : []))
    const ids = [...new Set([...named, ...(isAnyEdge ? this.#known.keys() : [])])]
    const there = await this.#there(ids)
    return [...this.#gone(ids, there, events), ...this.#come(events, there)].toSorted((a, b) => a.seq - b.seq)
  }

  /** Of what was posted meanwhile, that which is in their news now. */
  async arrivals(events: readonly LoggedEvent[]): Promise<Frame[]> {
    await this.ready()
    const some = events.filter(({ after }) => this.#mayWant((after ?? {}) as { author?: string }))
    return this.#come(some, await this.#there(some.map(({ subject }) => subject)))
  }

  /** What has gone from their news without an event. */
  async lost(): Promise<Frame[]> {
    const ids = [...this.#known.values()].flatMap(({ id, isCircled }) => (isCircled ? [id] : []))
    if (ids.length === 0) return []
    const there = await this.#there(ids)
    return ids.filter((id) => !there.has(id)).map((id) => this.#goneFrame(id, null))
  }

  async #begin(): Promise<void> {
    await this.#readFollowees()
    for (const item of (await this.#needs.newest(this.whose, FIRST_KNOWN)).toReversed()) this.#know(item)
  }

  async #readFollowees(): Promise<void> {
    this.#followees = new Set(await this.#needs.followees(this.whose))
  }

  #mayWant({ author = '' }: { author?: string }): boolean {
    return author === this.whose.id || this.follows(author)
  }

  #passingOn(post: string): string[] {
    return [...this.#known.values()].flatMap(({ id, of }) => (of === post ? [id] : []))
  }

  async #there(ids: readonly string[]): Promise<ReadonlyMap<string, NewsItem>> {
    const found = await this.#needs.inNews(this.whose, ids)
    return new Map(found.map((item) => [item.id, item]))
  }

  #come(events: readonly LoggedEvent[], there: ReadonlyMap<string, NewsItem>): Frame[] {
    return events.flatMap((event) => {
      const item = event.type === 'post' ? there.get(event.subject) : undefined
      if (item === undefined || this.#told.has(item.id) || (this.#known.has(item.id) && !createsPost(event))) return []
      this.#know(item)
      this.#told.add(item.id)
      const { id, author } = item
      return [plain(event, 'post', { id, author })]
    })
  }

  /** Each is told at the event that it went by; where that was an edge, at the last. */
  #gone(ids: readonly string[], there: ReadonlyMap<string, NewsItem>, events: readonly LoggedEvent[]): Frame[] {
    return ids
      .filter((id) => this.#known.has(id) && !there.has(id))
      .map((id) => this.#goneFrame(id, events.find(({ subject }) => subject === id) ?? events.at(-1) ?? null))
  }

  #goneFrame(id: string, event: LoggedEvent | null): Frame {
    this.#known.delete(id)
    this.#told.delete(id)
    if (event !== null) return plain(event, 'gone', { id })
    return { seq: 0, bytes: frameBytes({ id: null, event: 'gone', data: { id } }) }
  }

  #know(item: NewsItem): void {
    this.#known.delete(item.id)
    this.#known.set(item.id, item)
    const [oldest] = this.#known.keys()
    if (this.#known.size <= MOST_KNOWN || oldest === undefined) return
    this.#known.delete(oldest)
    this.#told.delete(oldest)
  }
}

const plain = ({ seq, _id }: LoggedEvent, event: string, data: unknown): Frame => ({
  seq,
  bytes: frameBytes({ id: idOf(seq, _id), event, data }),
})
