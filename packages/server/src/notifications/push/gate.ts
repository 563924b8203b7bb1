import { RecentMap } from '../../api/recent-map.ts'
import { BackOff } from './back-off.ts'
import type { Subscription } from './model.ts'

type Origin = {
  /** When it last answered. */
  answered: number
  /** Grows with each silence, and shrinks with each answer. */
  doubt: number
  underWay: number
  /** Resolves when what was under way to it has come to an end. */
  ended: PromiseWithResolvers<void>
}

/** `silent`: no connection, or no answer in time. `unknown`: it was not waited for. */
type Ending = 'answered' | 'silent' | 'unknown'
/** Who was let in waits no longer than so many ms for an answer, and says how it ended. */
export type Entry = { timeoutMs: number; leave: (how: Ending) => void }

const MOST_ORIGINS = 10_000
const LATELY_MS = 10 * 60_000
const PROBES = 2
const TIMEOUT_MS = 5_000
/** Where many were silent within a minute, those that have not answered lately get no more than this. */
const SHORT_TIMEOUT_MS = 1_000
const MINUTE_MS = 60_000
const MANY = 5
/** One silence weighs as much as so many answers: who answers now and then is not trusted for it. */
const SILENCE = 4
const MOST_DOUBT = 5 * SILENCE

/**
 * Anybody may name any address as a browser's: one that never answers must not keep the messages of others waiting.
 * Whoever was silent is left alone for a while, and an origin that has not answered lately is asked by a few first.
 */
export class Gate {
  readonly #now: () => number
  readonly #origins = new RecentMap<Origin>({ capacity: MOST_ORIGINS })
  readonly #silentOrigins: BackOff
  /** Somebody who brings another address each time is known by this. */
  readonly #silentPeople: BackOff
  readonly #subscriptions: BackOff
  /** When the last few were silent, the latest first. */
  #silences: number[] = []

  constructor(now: () => number) {
    this.#now = now
    this.#silentOrigins = new BackOff(now)
    this.#silentPeople = new BackOff(now)
    this.#subscriptions = new BackOff(now)
  }

  /** Lets it be asked, or says for how many ms not. */
  async enter(subscription: Subscription): Promise<Entry | number> {
    const origin = this.#originOf(subscription)
    for (;;) {
      const waitMs = this.#waitMs(subscription, origin)
      if (waitMs > 0) return waitMs
      if (this.#isTrusted(origin) || origin.underWay < PROBES) break
      await origin.ended.promise
    }
    origin.underWay++
    return { timeoutMs: this.#timeoutMs(origin), leave: (how) => this.#leave(subscription, origin, how) }
  }

  /** Returns for how long this one is left alone, not before it asks for it; of its origin that says nothing. */
  failed({ _id }: Subscription, leastMs: number): number {
    const ms = this.#subscriptions.failed(_id)
    this.#subscriptions.postpone(_id, leastMs)
    return Math.max(ms, leastMs)
  }

  postpone({ _id }: Subscription, ms: number): void {
    this.#subscriptions.postpone(_id, ms)
  }

  succeeded({ _id }: Subscription): void {
    this.#subscriptions.succeeded(_id)
  }

  #leave(subscription: Subscription, origin: Origin, how: Ending): void {
    origin.underWay--
    if (how === 'answered') this.#answered(subscription, origin)
    if (how === 'silent') this.#silent(subscription, origin)
    origin.ended.resolve()
    origin.ended = Promise.withResolvers()
  }

  #answered({ endpoint }: Subscription, origin: Origin): void {
    origin.answered = this.#now()
    origin.doubt = Math.max(0, origin.doubt - 1)
    this.#silentOrigins.succeeded(new URL(endpoint).origin)
  }

  #silent(subscription: Subscription, origin: Origin): void {
    origin.doubt = Math.min(MOST_DOUBT, origin.doubt + SILENCE)
    this.#silences = [this.#now(), ...this.#silences].slice(0, MANY)
    this.#silentPeople.failed(subscription.person)
    if (!this.#isTrusted(origin)) this.#silentOrigins.failed(new URL(subscription.endpoint).origin)
  }

  #waitMs({ _id, endpoint, person }: Subscription, origin: Origin): number {
    const own = this.#subscriptions.waitMs(_id)
    if (this.#isTrusted(origin)) return own
    return Math.max(own, this.#silentOrigins.waitMs(new URL(endpoint).origin), this.#silentPeople.waitMs(person))
  }

  #timeoutMs(origin: Origin): number {
    const isCareful = this.#now() - (this.#silences[MANY - 1] ?? -Infinity) < MINUTE_MS
    return isCareful && !this.#isTrusted(origin) ? SHORT_TIMEOUT_MS : TIMEOUT_MS
  }

  #isTrusted({ answered, doubt }: Origin): boolean {
    return this.#now() - answered < LATELY_MS && doubt < MOST_DOUBT
  }

  #originOf({ endpoint }: Subscription): Origin {
    const { origin: name } = new URL(endpoint)
    const known = this.#origins.get(name)
    if (known !== undefined) return known
    const fresh = { answered: -Infinity, doubt: 0, underWay: 0, ended: Promise.withResolvers<void>() }
    this.#origins.set(name, fresh)
    return fresh
  }
}
