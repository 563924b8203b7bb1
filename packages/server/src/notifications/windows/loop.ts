import { setTimeout as wait } from 'node:timers/promises'
import type { Channel, Window } from '../model.ts'
import { instantOf, type WindowNeeds } from './needs.ts'
import { type Sender, sendWindow } from './sending.ts'

/** How often to look where nothing is known to be due: other processes add windows too. */
export const LOOK_MS = 1_000
const BATCH = 128
const AT_ONCE = 32
/** What is under way when it is stopped may go on for so long. */
const GRACE_MS = 5_000

export type Sending = { stop: () => Promise<void>; drained: () => Promise<void>; wake: () => void }
/** While it is paused, what is due waits; what is under way comes to its end. */
export type Running = { onError: (error: unknown) => void; isPaused?: () => boolean }
type Options = Running & { channel: Channel; sender: Sender }

/** Looks for windows that are due, and sends them, until it is stopped. */
export class SendingLoop implements Sending {
  readonly #needs: WindowNeeds
  readonly #options: Options
  readonly #holder: string
  readonly #stopping = new AbortController()
  readonly #cutOff = new AbortController()
  #rest = new AbortController()
  #isWoken = false
  /** By person: one on whom a server hangs holds up nobody else. */
  readonly #underWay = new Map<string, Promise<void>>()
  #waiting: { resolve: () => void; reject: (error: unknown) => void }[] = []
  readonly #running: Promise<void>

  constructor(needs: WindowNeeds, options: Options) {
    this.#needs = needs
    this.#options = options
    this.#holder = needs.newId()
    this.#running = this.#run()
  }

  readonly wake = (): void => {
    this.#isWoken = true
    this.#rest.abort()
  }

  /** Resolves once a look that began after this call has found nothing that could be sent now. */
  readonly drained = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ resolve, reject })
    this.wake()
    return promise
  }

  readonly stop = async (): Promise<void> => {
    this.#stopping.abort()
    this.wake()
    const timer = setTimeout(() => this.#cutOff.abort(), GRACE_MS)
    await this.#running
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const waiting = this.#waiting.splice(0)
      this.#isWoken = false
      let restMs = LOOK_MS
      try {
        const ms = await this.#untilNext()
        if (ms <= 0 && this.#isReady() && (await this.#look())) {
          this.#waiting.unshift(...waiting)
          continue
        }
        // What is due and yet could not be sent is looked at again after a pause.
        if (ms > 0) restMs = Math.min(ms, LOOK_MS)
        if (this.#underWay.size > 0) this.#waiting.unshift(...waiting)
        else for (const { resolve } of waiting) resolve()
      } catch (error) {
        this.#options.onError(error)
        for (const { reject } of waiting) reject(error)
      }
      await this.#resting(restMs)
    }
    await Promise.allSettled(this.#underWay.values())
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  #isReady(): boolean {
    const { sender, isPaused } = this.#options
    return isPaused?.() !== true && sender.isReady?.() !== false
  }

  async #resting(ms: number): Promise<void> {
    this.#rest = new AbortController()
    if (this.#isWoken || this.#stopping.signal.aborted) return
    await wait(ms, undefined, { signal: this.#rest.signal }).catch(() => {})
  }

  /** Whether anything was done. Windows of one person go one after another: the first takes the others along. */
  async #look(): Promise<boolean> {
    const due = [...(await this.#due('closed')), ...(await this.#due('open'))]
    const begun: Promise<void>[] = []
    let isBusy = false
    for (const [person, windows] of Map.groupBy(due, ({ person }) => person)) {
      if (this.#underWay.has(person)) continue
      if (this.#underWay.size >= AT_ONCE) await Promise.race(this.#underWay.values())
      const work = async (): Promise<void> => {
        for (const window of windows) if (await this.#send(window)) isBusy = true
      }
      const working = work().finally(() => this.#underWay.delete(person))
      this.#underWay.set(person, working)
      begun.push(working)
    }
    await withinMs(LOOK_MS, Promise.all(begun))
    return isBusy
  }

  async #send(seen: Window): Promise<boolean> {
    if (this.#stopping.signal.aborted || !this.#isReady()) return false
    const { sender, onError } = this.#options
    const window = await this.#needs.windows.get(seen._id)
    if (window === null || window.state !== seen.state || window.next > instantOf(this.#needs.now())) return false
    try {
      return await sendWindow(this.#needs, window, {
        holder: this.#holder,
        sender,
        onError,
        cutOff: this.#cutOff.signal,
      })
    } catch (error) {
      onError(error)
      await this.#putOff(window)
      return false
    }
  }

  /** One that cannot even be looked at must not come first again and again, and keep others from their turn. */
  async #putOff({ _id, state, attempts }: Window): Promise<void> {
    const { retryMs } = this.#options.sender
    const waitMs = retryMs[attempts] ?? retryMs.at(-1) ?? LOOK_MS
    const next = instantOf(this.#needs.now() + waitMs)
    await this.#needs.windows.update({ _id, state }, { $set: { next }, $inc: { attempts: 1 } })
  }

  async #due(state: 'open' | 'closed'): Promise<Window[]> {
    const { windows, now } = this.#needs
    const where = { channel: this.#options.channel, state, next: { $lte: instantOf(now()) } }
    return (await windows.find({ where, sort: { next: 1 }, limit: BATCH, next: false })).docs
  }

  /** How many ms until one is known to be due. */
  async #untilNext(): Promise<number> {
    const { windows, now } = this.#needs
    const { channel } = this.#options
    let ms = Infinity
    for (const state of ['open', 'closed'] as const) {
      const first = { where: { channel, state }, sort: { next: 1 }, limit: 1, next: false } as const
      for (const { next } of (await windows.find({ ...first, project: { next: 1 } })).docs)
        if (next !== undefined) ms = Math.min(ms, Date.parse(next) - now())
    }
    return ms
  }
}

/** Waits for it, but no longer than this. */
async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const rest = wait(ms, undefined, { signal: over.signal }).catch(() => {})
  await Promise.race([work, rest]).finally(() => over.abort())
}
