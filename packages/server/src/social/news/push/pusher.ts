import { setTimeout as after } from 'node:timers/promises'
import { dayOf } from './building.ts'
import { dropFeed } from './entries.ts'
import type { Feed } from './model.ts'
import type { PushNeeds } from './needs.ts'
import { work } from './walking.ts'

type Options = { onError: (error: unknown) => void }

const LOOK_MS = 1000
const MOST_FOUND = 20
const DAY_MS = 24 * 60 * 60 * 1000
/** Who has not come for their news for so many days gets none until they do. */
const INACTIVE_DAYS = 7
const MOST_SWEPT = 50

/** Walks through followers, one walk after another, and puts away what nobody reads. */
export class Pusher {
  readonly #needs: Omit<PushNeeds, 'nudge'>
  #wake = new AbortController()

  constructor(needs: Omit<PushNeeds, 'nudge'>) {
    this.#needs = needs
  }

  get needs(): PushNeeds {
    return { ...this.#needs, nudge: () => this.nudge() }
  }

  nudge(): void {
    this.#wake.abort()
  }

  start({ onError }: Options): { stop: () => Promise<void> } {
    const stopping = new AbortController()
    const running = this.#run(stopping.signal, onError)
    return {
      stop: async () => {
        stopping.abort()
        this.nudge()
        await running
      },
    }
  }

  /** Does all that is to be done now. */
  async drain(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (;;) {
      const waiting = await this.#waiting()
      for (const { _id } of waiting) await work(this.needs, _id, signal)
      if (waiting.length < MOST_FOUND || signal.aborted) break
    }
  }

  /** Puts away the news of those who have not come for long, and what is left of earlier builds; true if there is more. */
  async sweep(): Promise<boolean> {
    const before = dayOf(this.#needs.world.now() - INACTIVE_DAYS * DAY_MS)
    const where = { state: 'live' as const, active: { $lt: before } }
    const idle = await this.#needs.feeds.find({ where, sort: { active: 1 }, limit: MOST_SWEPT, next: false })
    for (const feed of idle.docs) await this.#cool(feed, before)
    const left = await this.#needs.feeds.find({ where: { hasOld: true }, limit: MOST_SWEPT, next: false })
    for (const feed of left.docs) await this.#clear(feed)
    return idle.docs.length === MOST_SWEPT || left.docs.length === MOST_SWEPT
  }

  async #run(signal: AbortSignal, onError: Options['onError']): Promise<void> {
    while (!signal.aborted) {
      this.#wake = new AbortController()
      // Failing to look is no reason to stop looking.
      await this.drain(signal).catch(onError)
      await after(LOOK_MS, undefined, { signal: this.#wake.signal, ref: false }).catch(() => {})
    }
  }

  async #waiting() {
    const where = { state: 'waiting' as const }
    return (await this.#needs.walks.find({ where, sort: { at: 1 }, limit: MOST_FOUND, next: false })).docs
  }

  async #cool({ _id, build }: Feed, before: string): Promise<void> {
    await this.#needs.feeds.change(_id, (now, to) => {
      if (now === null || now.build !== build || now.state !== 'live' || now.active >= before) return null
      return to.change({ $set: { state: 'cold', old: [...now.old, build], hasOld: true, pulls: [], from: null } })
    })
  }

  async #clear(feed: Feed): Promise<void> {
    for (const build of feed.old) await dropFeed(this.#needs, `${feed._id}.${build}`)
    await this.#needs.feeds.change(feed._id, (now, to) => {
      if (now === null) return null
      const old = now.old.filter((build) => !feed.old.includes(build))
      if (now.state === 'cold' && old.length === 0) return to.remove()
      return to.change({ $set: { old, hasOld: old.length > 0 } })
    })
  }
}
