import type { EventLogApi } from '@palaver/store'
import { Feed, type FeedNeeds } from './feed.ts'
import { retryBytes } from './frame.ts'
import { type Listener, Stream } from './stream.ts'

/** Told by other nodes that something was appended to a partition of the log. */
export type Signals = { subscribe: (listener: (signal: { partition: number }) => void) => () => void }

export type HubNeeds = FeedNeeds & {
  log: Pick<EventLogApi, 'read' | 'lastSeq' | 'partitionOf' | 'onAppend'>
  signals?: Signals
  random: () => number
  /** How often all is looked at; a second, but in tests. */
  tickMs?: number
}

const TICK_MS = 1000
/** Each stream is sent a sign of life once in so many ticks, … */
const HEARTBEAT_TICKS = 12
/** … and looked at whether it may go on. */
const CHECK_TICKS = 4

/** All streams of this node. While there are none it does nothing. */
export class Hub {
  readonly #needs: HubNeeds
  readonly #feeds = new Map<number, Feed>()
  readonly #slots: Set<Stream>[] = Array.from({ length: HEARTBEAT_TICKS }, () => new Set())
  #count = 0
  #opened = 0
  #ticks = 0
  #stopWatching: (() => void) | null = null

  constructor(needs: HubNeeds) {
    this.#needs = needs
  }

  get size(): number {
    return this.#count
  }

  /** `begin` sends what the client missed and lets it follow. */
  open(org: string, listener: Listener, begin: (feed: Feed, stream: Stream) => Promise<void>): void {
    const partition = this.#needs.log.partitionOf(org)
    const feed = this.#feeds.get(partition) ?? new Feed(this.#needs, partition)
    this.#feeds.set(partition, feed)
    const stream = new Stream(listener, feed.company)
    const slot = this.#slots[this.#opened++ % HEARTBEAT_TICKS]
    feed.attach(stream)
    slot?.add(stream)
    this.#count += 1
    this.#stopWatching ??= this.#watch()
    listener.line.onStop(() => stream.end('restart'))
    listener.line.onClose(() => {
      feed.detach(stream)
      slot?.delete(stream)
      this.#count -= 1
      if (feed.isDeserted) this.#close(partition, feed)
    })
    stream.send(retryBytes(this.#needs.random()))
    begin(feed, stream).catch((error: unknown) => {
      this.#needs.onError(error)
      stream.end('restart')
    })
  }

  #close(partition: number, feed: Feed): void {
    feed.stop()
    if (this.#feeds.get(partition) === feed) this.#feeds.delete(partition)
    if (this.#count > 0) return
    this.#stopWatching?.()
    this.#stopWatching = null
  }

  #watch(): () => void {
    const { log, signals, tickMs = TICK_MS } = this.#needs
    const wake = (partition: number): void => this.#feeds.get(partition)?.wake()
    const stops = [log.onAppend(wake), signals?.subscribe(({ partition }) => wake(partition)) ?? (() => {})]
    const timer = setInterval(() => this.#tick(), tickMs).unref()
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  /** One timer for all: what it does is spread over the streams. */
  #tick(): void {
    const at = this.#ticks++
    for (const feed of this.#feeds.values()) feed.tick()
    for (const stream of this.#slots[at % HEARTBEAT_TICKS] ?? []) stream.beat()
    for (const [slot, streams] of this.#slots.entries())
      if (slot % CHECK_TICKS === at % CHECK_TICKS) for (const stream of streams) void this.#check(stream)
  }

  async #check(stream: Stream): Promise<void> {
    try {
      const reason = await stream.listener.check()
      if (reason !== null) stream.end(reason)
    } catch (error) {
      // Nothing is known: it is looked at again in a moment.
      this.#needs.onError(error)
    }
  }
}
