import type { LoggedEvent, Turn } from '@palaver/store'
import { faultAt } from '../fault.ts'
import { nextTry } from './backoff.ts'
import type { QueueItem } from './item-model.ts'
import type { QueueHooks } from './metrics.ts'
import { QUEUE } from './queue-events.ts'
import type { QueueItems } from './queue-items.ts'
import type { QueueSpec } from './queue-model.ts'
import { Stopping, within } from './time-limit.ts'
import type { Trials } from './trials.ts'

export type QueueNeeds = {
  items: QueueItems
  trials: Trials
  now: () => number
  random: () => number
  hooks: QueueHooks
  /** Rests where others are to go first. */
  giveWay: () => Promise<void>
  /** Fires when what is under way has to end. */
  stopping: AbortSignal
  /** Told when something failed and when it will be tried again, in ms; null for a dead letter. */
  onFailure: (error: unknown, event: LoggedEvent, runAt: number | null) => void
}

/** One event to be handled. */
type Work = {
  lane: string
  event: LoggedEvent
  /** Where in the log it comes: its own place, or that of the event that brings it back. */
  position: number
  /** Where it failed before. */
  item: QueueItem | null
  isPrepared: boolean
  /** What went wrong before it was handled. */
  error: unknown
}

/** Does with the events of a log what a queue does: nothing that fails holds up what comes behind it. */
export class Queue {
  readonly #spec: QueueSpec
  readonly #needs: QueueNeeds

  constructor(spec: QueueSpec, needs: QueueNeeds) {
    this.#spec = spec
    this.#needs = needs
  }

  async handle(events: readonly LoggedEvent[], partition: number, turn?: Turn): Promise<void> {
    const works = (await Promise.all(events.map((event) => this.#workIn(event)))).filter((work) => work !== null)
    if (turn?.isNew ?? true) return this.#oneByOne(works, `${this.#spec.name}~${partition}`)
    await this.#prepare(works)
    const lanes = Map.groupBy(works, ({ lane }) => lane)
    await allOf(Array.from(lanes.values(), (lane) => this.#inOrder(lane)))
  }

  async #workIn(event: LoggedEvent): Promise<Work | null> {
    if (event.type !== QUEUE) return this.#workOf(event, event.seq, null)
    const item = await this.#needs.items.broughtBackBy(event, this.#spec.name)
    return item === null ? null : this.#workOf(JSON.parse(item.copy) as LoggedEvent, event.seq, item)
  }

  #workOf(event: LoggedEvent, position: number, item: QueueItem | null): Work | null {
    const work = { event, position, item, isPrepared: this.#spec.handler.prepare === undefined }
    try {
      const lane = this.#spec.handler.laneOf(event)
      // What is brought back had a lane when it failed: where it has none any more, it is done with.
      return lane === null && item === null ? null : { ...work, lane: lane ?? event._id, error: null }
    } catch (error) {
      return { ...work, lane: event._id, error: caught(error) }
    }
  }

  /** Who has just begun does not know what ended those before: each event is noted before it is handled. */
  async #oneByOne(works: readonly Work[], trial: string): Promise<void> {
    const { trials, items } = this.#needs
    try {
      for (const work of works) {
        // What was kept before the end, perhaps because of it, is not handled as if it were new.
        if (work.item === null && (await items.isKept(this.#spec.name, work.event))) continue
        const hopeless = await trials.begin(trial, work.position)
        await this.#run({ ...work, error: hopeless ?? work.error })
      }
    } catch (error) {
      await trials.forget(trial)
      throw error
    }
  }

  /** All at once; where that fails, each by itself, so that one is not the failure of all. */
  async #prepare(works: readonly Work[]): Promise<void> {
    const { handler } = this.#spec
    const prepare = async (events: readonly LoggedEvent[]): Promise<void> => handler.prepare?.(events)
    const fit = works.filter(({ error, isPrepared, item }) => error === null && !isPrepared && item === null)
    if (fit.length === 0) return
    const all = fit.map(({ event }) => event)
    const isDone = await this.#limited(() => prepare(all)).then(() => true, notStopping)
    for (const work of fit) {
      if (!isDone) work.error = await this.#limited(() => prepare([work.event])).then(() => null, caught)
      work.isPrepared = true
    }
  }

  async #inOrder(lane: readonly Work[]): Promise<void> {
    for (const work of lane) {
      await this.#needs.giveWay()
      await this.#run(work)
    }
  }

  async #run(work: Work): Promise<void> {
    const { items, hooks, now } = this.#needs
    const begun = now()
    const error = work.error ?? (await this.#attempt(work).then(() => null, caught))
    hooks.took(this.#spec.name, now() - begun)
    if (error !== null) return this.#failed(work, error)
    if (work.item !== null) await items.forget(work.item)
    hooks.handled(this.#spec.name)
  }

  async #attempt({ event, position, item, isPrepared }: Work): Promise<void> {
    const { handler } = this.#spec
    faultAt(`A5.${this.#spec.name}`)
    await this.#limited(async (signal) => {
      if (!isPrepared) await handler.prepare?.([event])
      await handler.handle({ event, position, attempt: (item?.attempts ?? 0) + 1, signal })
    })
    faultAt(`A6.${this.#spec.name}`)
  }

  async #limited(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await within({ ms: this.#spec.timeoutMs, stopping: this.#needs.stopping }, work)
  }

  async #failed({ event, item }: Work, error: unknown): Promise<void> {
    const { items, now, random, hooks, onFailure } = this.#needs
    const { name, retryMs } = this.#spec
    const tries = item === null ? 1 : item.attempts - item.before + 1
    const runAt = nextTry(error, { tries, retryMs, now: now(), random })
    await (item === null ? items.keep(name, event, { error, runAt }) : items.keepAgain(item, { error, runAt }))
    hooks.failed(name)
    if (runAt === null) hooks.dead(name)
    onFailure(error, event, runAt)
  }
}

/** An error as a value, never null; that the process ends is no failure of what is handled. */
function caught(error: unknown): unknown {
  if (error instanceof Stopping) throw error
  return error ?? new Error('It failed without saying why.')
}

function notStopping(error: unknown): false {
  caught(error)
  return false
}

/** Waits for each, also where one fails: none may still be under way when the batch comes again. */
async function allOf(lanes: readonly Promise<void>[]): Promise<void> {
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
}
