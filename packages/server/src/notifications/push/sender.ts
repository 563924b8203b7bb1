import type { Logger } from 'pino'
import { type OutboundAnswer, OutboundFailed, OutboundRefused, type OutboundRequest } from '../../hooks/outbound.ts'
import { carriedElsewhere, CourierLost } from './courier.ts'
import { Gate, type Entry } from './gate.ts'
import type { Keys } from './keys.ts'
import type { Subscription } from './model.ts'
import { carried, type Carry } from './parcel.ts'
import { retryAfterMs } from '../../hooks/retry-after.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { Vapid } from './vapid.ts'

export type Push = {
  payload: Buffer
  /** How long the push service keeps it for a browser that is not there. */
  ttlSeconds: number
  urgency: 'high' | 'normal'
  /** At most 32 characters of base64url: a newer message takes the place of one that was not delivered yet. */
  topic: string
  signal: AbortSignal
}

/** `gone`: the subscription is no more. `refused`: it is there, but this message will never be taken. */
export type Outcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; afterMs: number }

export type SenderNeeds = {
  subscriptions: Pick<Subscriptions, 'forget' | 'failed' | 'succeeded'>
  keys: Pick<Keys, 'find'>
  vapid: Vapid
  now: () => number
  log: Pick<Logger, 'warn'>
  count: (outcome: Outcome['kind']) => void
  /** How and where push services are asked: whether private addresses are allowed, and in tests whom to trust, or by whom. */
  ask: Pick<OutboundRequest, 'allowPrivate' | 'ca' | 'resolve'> & { carry?: Carry }
}

type Asking = { authorization: string; timeoutMs: number }

const SHOWN_OF_ANSWER = 200
/** After which another thread is begun for what the last one has not sent. */
const LOST_MS = 5_000
/** Something is wrong with what we send, not with the subscription: to forget it would forget all of them. */
const OURS = new Set([400, 401, 403, 413])

/** Sends one message to one browser, and draws from the answer what there is to know of the subscription. */
export class Sender {
  readonly #needs: SenderNeeds
  readonly #gate: Gate
  readonly #carry: Carry

  constructor(needs: SenderNeeds) {
    this.#needs = needs
    const { resolve, carry = carriedElsewhere } = needs.ask
    // A function cannot be given to another thread.
    this.#carry = resolve === undefined ? carry : (parcel, signal) => carried(parcel, { resolve, signal })
    this.#gate = new Gate(needs.now)
  }

  async send(subscription: Subscription, push: Push): Promise<Outcome> {
    const outcome = await this.#sent(subscription, push)
    this.#needs.count(outcome.kind)
    return outcome
  }

  async #sent(subscription: Subscription, push: Push): Promise<Outcome> {
    const { keys, subscriptions } = this.#needs
    const key = await keys.find(subscription.key)
    if (key === null) {
      await subscriptions.forget(subscription)
      return { kind: 'gone' }
    }
    const authorization = this.#needs.vapid.authorization(subscription.endpoint, key)
    return this.#asked(subscription, push, authorization)
  }

  async #asked(subscription: Subscription, push: Push, authorization: string): Promise<Outcome> {
    const entry = await this.#gate.enter(subscription)
    if (typeof entry === 'number') return { kind: 'later', afterMs: entry }
    try {
      return await this.#answered(subscription, await this.#post(subscription, push, { ...entry, authorization }))
    } catch (error) {
      return this.#unanswered(subscription, push, error)
    }
  }

  async #post(subscription: Subscription, push: Push, { leave, ...how }: Entry & Asking): Promise<OutboundAnswer> {
    try {
      const answer = await this.#exchanged(subscription, push, how)
      leave('answered')
      return answer
    } catch (error) {
      // Whoever has no more time learns nothing about the other side.
      leave(error instanceof OutboundFailed && !push.signal.aborted ? 'silent' : 'unknown')
      throw error
    }
  }

  #exchanged({ endpoint, p256dh, auth }: Subscription, push: Push, asking: Asking): Promise<OutboundAnswer> {
    const { allowPrivate, ca } = this.#needs.ask
    const headers = {
      authorization: asking.authorization,
      ttl: String(push.ttlSeconds),
      urgency: push.urgency,
      topic: push.topic,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    }
    const { payload, signal } = push
    const { timeoutMs } = asking
    const parcel = { endpoint, keys: { p256dh, auth }, payload, headers, timeoutMs, allowPrivate }
    return this.#carry({ ...parcel, ...(ca !== undefined && { ca }) }, signal)
  }

  async #answered(subscription: Subscription, { status, headers, text }: OutboundAnswer): Promise<Outcome> {
    const { subscriptions, now } = this.#needs
    if (status >= 200 && status < 300) {
      this.#gate.succeeded(subscription)
      await subscriptions.succeeded(subscription)
      return { kind: 'sent' }
    }
    if (status === 404 || status === 410) {
      await subscriptions.forget(subscription)
      return { kind: 'gone' }
    }
    const afterMs = retryAfterMs(headers['retry-after'], now())
    if (status === 429) {
      this.#gate.postpone(subscription, afterMs)
      return { kind: 'later', afterMs }
    }
    if (status >= 500) return this.#failed(subscription, this.#later(subscription, afterMs))
    this.#alarm(subscription, { status, answer: text.slice(0, SHOWN_OF_ANSWER) })
    return OURS.has(status) ? { kind: 'refused' } : this.#failed(subscription, { kind: 'refused' })
  }

  async #unanswered(subscription: Subscription, { signal }: Push, error: unknown): Promise<Outcome> {
    if (error instanceof OutboundRefused) {
      this.#alarm(subscription, { answer: error.message })
      return this.#failed(subscription, { kind: 'refused' })
    }
    if (error instanceof CourierLost) {
      this.#needs.log.warn({ err: error }, 'the thread that sends pushes has ended')
      return { kind: 'later', afterMs: LOST_MS }
    }
    if (!(error instanceof OutboundFailed)) throw error
    return signal.aborted ? { kind: 'later', afterMs: 0 } : this.#failed(subscription, this.#later(subscription, 0))
  }

  #later(subscription: Subscription, leastMs: number): Outcome {
    return { kind: 'later', afterMs: this.#gate.failed(subscription, leastMs) }
  }

  async #failed(subscription: Subscription, outcome: Outcome): Promise<Outcome> {
    return (await this.#needs.subscriptions.failed(subscription)).isForgotten ? { kind: 'gone' } : outcome
  }

  /** An endpoint is a secret between a browser and its push service: only where it is may be seen. */
  #alarm({ endpoint }: Subscription, what: { status?: number; answer: string }): void {
    this.#needs.log.warn({ service: new URL(endpoint).origin, ...what }, 'a push message was refused')
  }
}
