import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node'

type Pulling = { stream: string; durable: string; onMessage: (text: string, ack: () => void) => void }

/**
 * `more` when more waits in the stream, `end` when nothing does; `gone` when there is no such consumer any more, and
 * `silent` when nobody answers at all.
 */
export type Outcome = 'more' | 'end' | 'gone' | 'silent'

/** On top of the time that the server was given. */
const GRACE_MS = 1_000
const MOST_BYTES = 8 * 2 ** 20
const TIMED_OUT = 408

/**
 * Pulls messages of a durable consumer. The library's own `fetch` waits for a second at least; a queue that has read
 * all waits for less than that.
 */
export class Pull {
  readonly #connection: NatsConnection
  readonly #pulling: Pulling
  readonly #inbox: string
  readonly #subscription: Subscription
  #asked = 0
  #left = 0
  #end: (outcome: Outcome) => void = () => {}

  constructor(connection: NatsConnection, pulling: Pulling) {
    this.#connection = connection
    this.#pulling = pulling
    this.#inbox = createInbox()
    const callback = (error: Error | null, message: Msg): void =>
      error === null ? this.#take(message) : this.#end('gone')
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, { callback })
    void this.#subscription.closed.then(() => this.#end('gone'))
  }

  /** Gives what is there to `onMessage`; waits for the first one when nothing is. */
  async ask(batch: number, waitMs: number): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const timer = setTimeout(() => resolve('silent'), waitMs + GRACE_MS)
    this.#end = resolve
    this.#left = batch
    this.#asked++
    try {
      const { stream, durable } = this.#pulling
      const request = { batch, max_bytes: MOST_BYTES, expires: waitMs * 1_000_000 }
      const reply = `${this.#inbox}.${this.#asked}`
      this.#connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, JSON.stringify(request), { reply })
      return await promise
    } catch {
      return 'gone'
    } finally {
      clearTimeout(timer)
      this.#end = () => {}
    }
  }

  stop(): void {
    this.#subscription.unsubscribe()
  }

  #take(message: Msg): void {
    if (message.subject.startsWith(this.#inbox)) return this.#takeStatus(message)
    this.#pulling.onMessage(message.string(), () => message.respond('+ACK'))
    this.#left--
    const waiting = pendingOf(message.reply ?? '')
    if (waiting === 0) this.#end('end')
    else if (this.#left === 0) this.#end('more')
  }

  /** Said instead of messages; what an earlier request is told does not matter any more. */
  #takeStatus(message: Msg): void {
    if (message.subject !== `${this.#inbox}.${this.#asked}`) return
    this.#end(message.headers?.code === TIMED_OUT ? 'end' : 'gone')
  }
}

/** How many messages wait behind this one, which the server writes into the address for the acknowledgement. */
function pendingOf(reply: string): number {
  const parts = reply.split('.')
  return Number(parts[parts.length > 9 ? 10 : 8])
}
