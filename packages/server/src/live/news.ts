import type { EventLogApi, LoggedEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { MOST_MISSED } from './catching-up.ts'
import type { Whose } from './company.ts'
import { batchOf, type Frame, frameBytes } from './frame.ts'
import { changesNews, createsPost, concerns, isOfPosts } from './news-events.ts'
import { NewsReader, type ReaderNeeds } from './news-reader.ts'
import { idAt, seqOf } from './place.ts'
import { Repeating } from './repeating.ts'
import type { Stream } from './stream.ts'

export type NewsNeeds = ReaderNeeds

type Needs = { log: Pick<EventLogApi, 'read'>; news: NewsNeeds; onError: (error: unknown) => void }

const BATCH = 500
const AT_ONCE = 16
/** Of circles nothing is ever told: who has been taken out of one is found by looking, once in so many seconds. */
const LOOK_TICKS = 5

const keyOf = ({ org, id }: Whose): string => `${org} ${id}`

/**
 * Tells people what comes into their news and what goes. Each event is looked at once; for each who listens it is known
 * in memory whether it may concern them, and then asked whether it does, at that moment.
 */
export class News {
  readonly #needs: Needs
  readonly #partition: number
  readonly #readers = new Map<string, NewsReader>()
  readonly #telling: Repeating
  #due: LoggedEvent[] = []
  #ticks = 0

  constructor(needs: Needs, partition: number) {
    this.#needs = needs
    this.#partition = partition
    this.#telling = new Repeating(() => this.#round(), needs.onError)
  }

  stop(): void {
    this.#telling.stop()
  }

  /** Says that a second has passed. */
  tick(): void {
    this.#ticks += 1
    if (this.#readers.size > 0 && this.#ticks % LOOK_TICKS === 0) this.#telling.wake()
  }

  note(events: readonly LoggedEvent[]): void {
    if (this.#readers.size === 0) return
    const orgs = new Set(Array.from(this.#readers.values(), ({ whose }) => whose.org))
    const some = events.filter((event) => orgs.has(event.org) && isOfPosts(event))
    if (some.length === 0) return
    this.#due.push(...some)
    this.#telling.wake()
  }

  /** Sends a client what it missed, and then all that comes and goes. `here`: up to this place all was noted. */
  async follow(stream: Stream, whose: Actor, { since, here }: { since: string | null; here: number }): Promise<void> {
    const reader = this.#opened(whose)
    reader.topic.add(stream)
    stream.listener.line.onClose(() => {
      reader.topic.delete(stream)
      if (reader.topic.isDeserted && this.#readers.get(keyOf(whose)) === reader) this.#readers.delete(keyOf(whose))
    })
    await reader.ready()
    const { log } = this.#needs
    const after = since === null ? here : await seqOf(log, this.#partition, since)
    stream.position = after ?? here
    const isWhole = after !== null && (await this.#sendMissed(stream, reader, { after, upTo: here }))
    stream.position = isWhole ? Math.max(here, after) : here
    const id = await idAt(log, this.#partition, stream.position)
    stream.send(frameBytes({ id, event: isWhole ? 'ready' : 'reset', data: {} }))
    stream.follow()
  }

  #opened(whose: Actor): NewsReader {
    const known = this.#readers.get(keyOf(whose))
    if (known !== undefined) return known
    const reader = new NewsReader(this.#needs.news, whose)
    this.#readers.set(keyOf(whose), reader)
    return reader
  }

  /** False where it is too much, or where something may have gone: then all is read anew, which is less work. */
  async #sendMissed(stream: Stream, reader: NewsReader, missed: { after: number; upTo: number }): Promise<boolean> {
    const { whose } = reader
    for (let { after } = missed, count = 0; after < missed.upTo && !stream.isOver;) {
      const read = await this.#needs.log.read({ partition: this.#partition, after, limit: BATCH })
      const events = read.filter(({ seq, org }) => seq <= missed.upTo && org === whose.org)
      count += read.length
      if (count > MOST_MISSED || events.some((event) => changesNews(event, whose))) return false
      const frames = await reader.arrivals(events.filter(createsPost))
      if (frames.length > 0) await stream.sendPatiently(batchOf(frames))
      if (read.length < BATCH) return true
      after = read.at(-1)?.seq ?? missed.upTo
    }
    return true
  }

  async #round(): Promise<boolean> {
    const events = this.#due.splice(0, BATCH)
    const readers = [...this.#readers.values()]
    const isLookedAt = events.length === 0
    for (let at = 0; at < readers.length; at += AT_ONCE)
      await Promise.all(
        readers.slice(at, at + AT_ONCE).map((reader) => (isLookedAt ? look(reader) : this.#tell(reader, events))),
      )
    return this.#due.length > 0
  }

  /** Who cannot be told comes again, and reads all anew: nothing is passed over. */
  async #tell(reader: NewsReader, events: readonly LoggedEvent[]): Promise<void> {
    const own = events.filter((event) => event.org === reader.whose.org && concerns(event, reader))
    if (own.length === 0) return
    try {
      reader.topic.publish(batchOf(await reader.changes(own)))
    } catch (error) {
      this.#needs.onError(error)
      for (const stream of reader.topic) stream.end('restart')
    }
  }
}

/** What has gone without an event stands nowhere in the log. */
async function look(reader: NewsReader): Promise<void> {
  const frames: Frame[] = await reader.lost()
  for (const { bytes } of frames) for (const stream of reader.topic) stream.send(bytes)
}
