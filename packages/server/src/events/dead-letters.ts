import { type Collection, idOf, type LoggedEvent } from '@palaver/store'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'
import { queueItems } from './collections.ts'
import type { QueueItem } from './item-model.ts'
import { queueEvent } from './queue-events.ts'

/** A dead letter as it is shown: without what was said, which may not be for who looks after queues. */
export type DeadLetter = {
  event: Pick<LoggedEvent, '_id' | 'org' | 'subject' | 'type' | 'op' | 'at' | 'partition' | 'seq'>
  attempts: number
  error: string
  first: string
  last: string
}

/** Whose letters, and who asks; those of every org for the operator. */
export type Asking = { queue: string; org: string | null; by: string }

type Paging = { limit: number; cursor: string | null }

/** How many were decided on; there may be more. */
type Decided = { count: number; more: boolean }

type Needs = { items: Collection<QueueItem>; now: () => number; newId: () => string }
type Act = 'redriven' | 'discarded'

/** Letters that one call decides on at most. */
const MOST_AT_ONCE = 1_000
const BATCH = 100

export class DeadLetters {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The newest first. */
  async list(asking: Asking, { limit, cursor }: Paging): Promise<{ letters: DeadLetter[]; next: string | null }> {
    const after = positionIn(cursor, ['text', 'text'])
    const where = deadOf(asking)
    const { docs, next } = await this.#needs.items.find({ where, sort: { last: -1, _id: -1 }, limit, after })
    return { letters: docs.map(letterOf), next: cursorOf(next) }
  }

  async get(asking: Asking, event: string): Promise<DeadLetter> {
    return letterOf(await this.#require(asking, event))
  }

  /** Has it handled once more; it gets all its tries again. */
  async redrive(asking: Asking, event: string): Promise<void> {
    if (!(await this.#act('redriven', asking, await this.#require(asking, event)))) throw noLetter()
  }

  /** Removes it for good. */
  async discard(asking: Asking, event: string): Promise<void> {
    if (!(await this.#act('discarded', asking, await this.#require(asking, event)))) throw noLetter()
  }

  redriveAll(asking: Asking): Promise<Decided> {
    return this.#all('redriven', asking)
  }

  discardAll(asking: Asking): Promise<Decided> {
    return this.#all('discarded', asking)
  }

  async #require({ queue, org }: Asking, event: string): Promise<QueueItem> {
    const item = await this.#needs.items.get(idOf(queueItems, { queue, event }))
    if (item === null || item.state !== 'dead' || (org !== null && item.org !== org)) throw noLetter()
    return item
  }

  /** Those that are dead now: one that fails again meanwhile is left. */
  async #all(act: Act, asking: Asking): Promise<Decided> {
    const where = { ...deadOf(asking), last: { $lte: this.#now() } }
    let count = 0
    while (count < MOST_AT_ONCE) {
      const { docs } = await this.#needs.items.find({ where, sort: { last: 1, _id: 1 }, limit: BATCH, next: false })
      const acted = await Promise.all(docs.map((item) => this.#act(act, asking, item)))
      count += acted.filter(Boolean).length
      if (docs.length < BATCH) return { count, more: false }
    }
    return { count, more: true }
  }

  async #act(act: Act, { by }: Asking, { _id, queue, org, attempts }: QueueItem): Promise<boolean> {
    const { items, newId } = this.#needs
    const id = newId()
    const events = [queueEvent({ id, op: act, queue, org, at: this.#now(), item: _id, by })]
    const where = { _id, state: 'dead', attempts } as const
    if (act === 'discarded') return items.remove(where, { events })
    const change = { $set: { state: 'again', again: id, before: attempts } } as const
    return (await items.update(where, change, { events })).outcome === 'updated'
  }

  #now(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}

const deadOf = ({ queue, org }: Asking) => ({ ...(org !== null && { org }), queue, state: 'dead' as const })

function letterOf({ copy, attempts, error, first, last }: QueueItem): DeadLetter {
  const { _id, org, subject, type, op, at, partition, seq } = JSON.parse(copy) as LoggedEvent
  return { event: { _id, org, subject, type, op, at, partition, seq }, attempts, error, first, last }
}

const noLetter = (): Refusal =>
  new Refusal('dead-letter-not-found', 'There is no such dead letter: it may have been redriven or discarded.')
