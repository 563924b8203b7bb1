import { type Collection, Duplicate, type EventLogApi, idOf, type LoggedEvent } from '@palaver/store'
import { queueItems } from './collections.ts'
import { errorText } from './error-text.ts'
import type { QueueItem } from './item-model.ts'
import { broughtBack, queueEvent } from './queue-events.ts'
import { peopleIn } from './redact.ts'

type Needs = {
  items: Collection<QueueItem>
  log: Pick<EventLogApi, 'read'>
  now: () => number
  newId: () => string
}

/** What became of a failure: when to try it again, or null for never. */
type Failure = { error: unknown; runAt: number | null; attempts?: number }

const instant = (ms: number): string => new Date(ms).toISOString()
const stateOf = ({ runAt }: Failure) => (runAt === null ? ({ state: 'dead' } as const) : waitingUntil(runAt))
const waitingUntil = (runAt: number) => ({ state: 'waiting', runAt: instant(runAt) }) as const

/** Events that failed. Each step is a compare-and-set on one document, which any node may repeat. */
export class QueueItems {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Keeps an event that has failed for the first time; one that is kept already stays as it is. */
  async keep(queue: string, event: LoggedEvent, failure: Failure): Promise<void> {
    const { items, now } = this.#needs
    const { attempts = 1 } = failure
    const at = instant(now())
    const _id = idOf(queueItems, { queue, event: event._id })
    const what = { _id, queue, event: event._id, org: event.org, copy: JSON.stringify(event), people: peopleIn(event) }
    const figures = { before: 0, again: null, first: at, last: at, runAt: at }
    const failed = { attempts, error: errorText(failure.error), ...stateOf(failure) }
    try {
      await items.insert({ ...what, ...figures, ...failed })
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      // It was buried meanwhile: what the queue itself has yet to do comes first.
      if (attempts > 0) await items.update({ _id, state: 'dead', attempts: 0 }, { $set: failed })
    }
    await this.#copyAnew(_id, event)
  }

  /**
   * Makes a dead letter of an event that the queue has handled, and whose message failed later on. False while the
   * queue has it under way once more: whether that helps is to be seen.
   */
  async bury(queue: string, event: LoggedEvent, error: unknown): Promise<boolean> {
    await this.keep(queue, event, { error, runAt: null, attempts: 0 })
    const item = await this.#needs.items.get(idOf(queueItems, { queue, event: event._id }))
    return item?.state === 'dead'
  }

  /** What was taken out of the log while the event was under way must not live on in the copy. */
  async #copyAnew(_id: string, event: LoggedEvent): Promise<void> {
    const { items, log } = this.#needs
    const [now] = await log.read({ partition: event.partition, after: event.seq - 1, limit: 1 })
    if (now === undefined || now._id !== event._id) return
    const copy = JSON.stringify(now)
    if (copy !== JSON.stringify(event)) await items.update({ _id }, { $set: { copy, people: peopleIn(now) } })
  }

  /** Not where it was only buried: the queue itself may not have come to its end. */
  async isKept(queue: string, { _id: event }: LoggedEvent): Promise<boolean> {
    const item = await this.#needs.items.get(idOf(queueItems, { queue, event }))
    return item !== null && item.attempts > 0
  }

  async keepAgain({ _id, again, attempts }: QueueItem, failure: Failure): Promise<void> {
    const { items, now } = this.#needs
    const figures = { attempts: attempts + 1, again: null, error: errorText(failure.error), last: instant(now()) }
    await items.update({ _id, state: 'again', again }, { $set: { ...figures, ...stateOf(failure) } })
  }

  async forget({ _id, again }: QueueItem): Promise<void> {
    await this.#needs.items.remove({ _id, state: 'again', again })
  }

  /** The item that an event brings back; null where it has been dealt with since. */
  async broughtBackBy(event: LoggedEvent, queue: string): Promise<QueueItem | null> {
    const id = broughtBack(event, queue)
    const item = id === null ? null : await this.#needs.items.get(id)
    return item?.state === 'again' && item.again === event._id ? item : null
  }

  /** Those that wait, the next one first. */
  async waiting(queue: string, limit: number): Promise<QueueItem[]> {
    const where = { queue, state: 'waiting' } as const
    const { docs } = await this.#needs.items.find({ where, sort: { runAt: 1, _id: 1 }, limit, next: false })
    return docs
  }

  /** Has the log bring an item back; of several nodes that try, one does. */
  async bringBack({ _id, queue, org, attempts }: QueueItem): Promise<void> {
    const { items, now, newId } = this.#needs
    const id = newId()
    const events = [queueEvent({ id, op: 'again', queue, org, at: instant(now()), item: _id })]
    await items.update({ _id, state: 'waiting', attempts }, { $set: { state: 'again', again: id } }, { events })
  }
}
