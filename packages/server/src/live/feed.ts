import type { EventLogApi, LoggedEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Comments } from '../comments/service.ts'
import { dismiss, partedBy, touchedBy } from './access.ts'
import { sendMissed } from './catching-up.ts'
import { Company, type Relations } from './company.ts'
import { framesOf, votedIn } from './discussion-frames.ts'
import { type Batch, batchOf, frameBytes } from './frame.ts'
import { Inboxes, type InboxNeeds } from './inboxes.ts'
import { News, type NewsNeeds } from './news.ts'
import { idAt, seqOf } from './place.ts'
import { Repeating } from './repeating.ts'
import type { EndReason, Stream } from './stream.ts'
import { Topic } from './topic.ts'
import { type Unopened, Waiting } from './waiting.ts'

export type FeedNeeds = {
  log: Pick<EventLogApi, 'read' | 'lastSeq'>
  comments: Pick<Comments, 'numbers' | 'current' | 'head'>
  relations: Relations
  inbox: InboxNeeds
  /** Where people follow each other. */
  news?: NewsNeeds
  /** Called before it is asked who may go on: what is remembered of what topics hide may be old. */
  lookAgain?: () => void
  now: () => number
  onError: (error: unknown) => void
}

const BATCH = 500

/** What is told of a person that ends their streams. */
const ENDS: Readonly<Record<string, EndReason>> = { banned: 'banned', erased: 'erased' }

/** The place of who has read nothing: it is told to read all. */
export const NOWHERE = ''

/** `post`: the one that it is about, where it is about one. */
type DiscussionName = { id: string; org: string; post: string | null }

/** Reads one partition of the log, once for all clients whose discussions and people are in it. */
export class Feed {
  readonly company: Company
  readonly inboxes: Inboxes
  readonly #news: News | null
  readonly #needs: FeedNeeds
  readonly #partition: number
  readonly #topics = new Map<string, Topic>()
  readonly #streams = new Set<Stream>()
  readonly #waiting: Waiting
  readonly #reading: Repeating
  readonly #begun: Promise<void>
  /** All up to here was published. */
  #position = 0

  constructor(needs: FeedNeeds, partition: number) {
    this.#needs = needs
    this.#partition = partition
    this.company = new Company(needs.relations, needs.now)
    this.inboxes = new Inboxes(needs, partition, () => this.#position)
    this.#news = needs.news === undefined ? null : new News({ ...needs, news: needs.news }, partition)
    this.#waiting = new Waiting(needs.comments)
    this.#reading = new Repeating(() => this.#readOn(), needs.onError)
    this.#begun = this.#begin()
    // Whoever joins is told.
    this.#begun.catch(() => {})
  }

  get isDeserted(): boolean {
    return this.#streams.size === 0
  }

  /** From here on the feed is kept for it. */
  attach(stream: Stream): void {
    this.#streams.add(stream)
  }

  detach(stream: Stream): void {
    this.#streams.delete(stream)
  }

  wake(): void {
    this.#reading.wake()
  }

  /** Says that a second has passed. */
  tick(): void {
    // Other processes may have written.
    this.wake()
    this.inboxes.tick()
    this.#news?.tick()
  }

  stop(): void {
    this.#reading.stop()
    this.inboxes.stop()
    this.#news?.stop()
  }

  /** Sends a client what it missed of a discussion, and then all that happens there. */
  async followDiscussion(stream: Stream, discussion: DiscussionName, since: string | null): Promise<void> {
    await this.#ready(stream)
    if (stream.isOver) return
    this.#join(stream, discussion)
    const here = this.#position
    const { log, comments } = this.#needs
    const partition = this.#partition
    const after = since === null ? here : await seqOf(log, partition, since)
    stream.position = after ?? here
    const missed = { discussion, partition, after: after ?? here, upTo: here }
    const isWhole = after !== null && (await sendMissed({ log, comments, company: this.company }, stream, missed))
    stream.position = isWhole ? Math.max(here, after) : here
    const id = await idAt(log, partition, stream.position)
    stream.send(frameBytes({ id, event: isWhole ? 'ready' : 'reset', data: {} }))
    stream.follow()
  }

  /**
   * For who knows of no discussion of that name: it is told of all that happens there once somebody has begun one.
   * `look` finds it where somebody has done so meanwhile, which is not heard any more.
   */
  async awaitDiscussion(stream: Stream, awaited: Unopened, look: () => Promise<DiscussionName | null>): Promise<void> {
    await this.#ready(stream)
    if (stream.isOver) return
    const here = this.#position
    stream.position = here
    const leave = this.#waiting.add(stream, awaited)
    const found = await look()
    if (found !== null) {
      leave()
      return this.followDiscussion(stream, found, NOWHERE)
    }
    const id = await idAt(this.#needs.log, this.#partition, here)
    stream.send(frameBytes({ id, event: 'ready', data: {} }))
    stream.follow()
  }

  async followNews(stream: Stream, whose: Actor, since: string | null): Promise<void> {
    if (this.#news === null) throw new Error('There are no news here.')
    await this.#ready(stream)
    if (!stream.isOver) await this.#news.follow(stream, whose, { since, here: this.#position })
  }

  async followInbox(stream: Stream, whose: Actor, since: string | null): Promise<void> {
    await this.#ready(stream)
    await this.inboxes.follow(stream, whose, since)
  }

  #join(stream: Stream, { id, post }: Omit<DiscussionName, 'org'>): void {
    const topic = this.#topics.get(id) ?? new Topic(post)
    this.#topics.set(id, topic)
    topic.add(stream)
    stream.listener.line.onClose(() => {
      topic.delete(stream)
      if (topic.isDeserted && this.#topics.get(id) === topic) this.#topics.delete(id)
    })
  }

  async #ready({ listener }: Stream): Promise<void> {
    await this.#begun
    if (listener.viewer !== null) await this.company.know([listener.viewer])
  }

  async #begin(): Promise<void> {
    this.#position = await this.#needs.log.lastSeq(this.#partition)
  }

  async #dismissFrom(topics: readonly Topic[]): Promise<void> {
    const { lookAgain = () => {}, onError } = this.#needs
    if (topics.length > 0) lookAgain()
    for (const topic of topics) await dismiss(topic, onError)
  }

  /** True where there is more to read at once. */
  async #readOn(): Promise<boolean> {
    await this.#begun
    const events = await this.#needs.log.read({ partition: this.#partition, after: this.#position, limit: BATCH })
    const last = events.at(-1)
    if (last === undefined) return false
    this.#heed(events)
    await this.#waiting.leave(events, (stream, discussion) => this.#join(stream, discussion))
    await this.#dismissFrom(touchedBy(events, this.#topics))
    for (const streams of partedBy(events, this.#topics)) await dismiss(streams, this.#needs.onError)
    const made = await this.#batches(Map.groupBy(events, ({ subject }) => subject))
    // Nothing waits from here on, so that whoever joins is either before or behind all of this.
    for (const [subject, batch] of made) this.#topics.get(subject)?.publish(batch)
    this.inboxes.note(events)
    this.#news?.note(events)
    this.#position = last.seq
    return events.length === BATCH
  }

  /** Who comes while these are made listens to them, too. */
  async #batches(bySubject: ReadonlyMap<string, LoggedEvent[]>): Promise<Map<string, Batch>> {
    const made = new Map<string, Batch>()
    for (;;) {
      const next = [...bySubject].find(([subject]) => this.#topics.has(subject) && !made.has(subject))
      if (next === undefined) return made
      made.set(next[0], await this.#batch(...next))
    }
  }

  async #batch(id: string, events: readonly LoggedEvent[]): Promise<Batch> {
    const org = events[0]?.org ?? ''
    const voted = votedIn(events)
    const numbers = voted.length === 0 ? new Map() : await this.#needs.comments.numbers({ id, org }, voted)
    const batch = batchOf(framesOf(events, { numbers, current: null }))
    if (batch.authors.length === 0) return batch
    const viewers = this.#topics.get(id)?.viewers() ?? []
    await this.company.know([...viewers, ...batch.authors.map((author) => ({ org, id: author }))])
    return batch
  }

  /** What changes who may listen, and to whom. */
  #heed(events: readonly LoggedEvent[]): void {
    for (const { type, op, org, subject } of events) {
      if (type === 'relation') this.company.forget({ org, id: subject })
      const reason = type === 'person' ? ENDS[op] : undefined
      if (reason === undefined) continue
      for (const stream of this.#streams)
        if (stream.listener.viewer?.id === subject && stream.listener.viewer.org === org) stream.end(reason)
    }
  }
}
