import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Collection, EventQuery, LoggedEvent, Store } from '@palaver/store'
import type { Logger } from 'pino'
import type { Actor } from '../api/actor.ts'
import type { Sleep } from './again.ts'
import { queueControls, queueItems, queueTrials } from './collections.ts'
import { ControlWatch } from './control-watch.ts'
import { QueueControls } from './controls.ts'
import { type Asking, DeadLetters } from './dead-letters.ts'
import type { QueueItem } from './item-model.ts'
import { GivingWay } from './giving-way.ts'
import { type QueueHooks, unmeasured } from './metrics.ts'
import { requireAdmin } from './policy.ts'
import { QueueItems } from './queue-items.ts'
import type { QueueSpec } from './queue-model.ts'
import { type QueueView, QueueWatch } from './queue-watch.ts'
import { retire } from './retiring.ts'
import { RunningQueue } from './running-queue.ts'
import { Trials } from './trials.ts'

export type QueuesNeeds = {
  store: Store
  now: () => number
  random: () => number
  newId: () => string
  log: Pick<Logger, 'warn' | 'error'>
  hooks?: QueueHooks
  /** Ends early, with an error, when the signal says so. */
  sleep?: Sleep
  /** Requests that this process has answered: while many come, queues let them go first. */
  requests?: () => number
  /** Where a queue reads events from instead of the log: the same ones in the same order. */
  readerOf?: (queue: string) => (query: EventQuery) => Promise<LoggedEvent[]>
}

const realSleep: Sleep = (ms, signal) => wait(ms, undefined, { ...(signal && { signal }), ref: false })

/** The queues: those that run on this node, and what is known of all. */
export class Queues {
  readonly #needs: QueuesNeeds & { hooks: QueueHooks; sleep: Sleep }
  readonly #items: Collection<QueueItem>
  readonly #way: GivingWay
  readonly #controls: QueueControls
  readonly #watch: QueueWatch
  /** What failed for good; who asks is to be checked before. */
  readonly #letters: DeadLetters
  #running = new Map<string, RunningQueue>()
  #controlled: ControlWatch | null = null
  #starting: Promise<void> = Promise.resolve()
  /** Null where queues were started and what was decided for them is not known yet. */
  #paused: ReadonlySet<string> | null = new Set()
  /** What was decided for the queues is known. */
  readonly #decided = Promise.withResolvers<void>()

  constructor(needs: QueuesNeeds) {
    this.#needs = { hooks: unmeasured, sleep: realSleep, ...needs }
    const { store, now, newId, requests = () => 0 } = needs
    const idle = (): number => performance.eventLoopUtilization().idle
    this.#way = new GivingWay({ requests, idle, sleep: this.#needs.sleep, clock: () => performance.now() })
    this.#items = store.collection(queueItems)
    this.#controls = new QueueControls({ controls: store.collection(queueControls), now, newId })
    this.#letters = new DeadLetters({ items: this.#items, now, newId })
    const failuresOf = (queue: string): number | null => this.#running.get(queue)?.failures ?? null
    this.#watch = new QueueWatch({ controls: this.#controls, items: this.#items, log: store.events, now, failuresOf })
  }

  /**
   * Has these queues work on this node, unless they are paused, and lets go of those that are not used any more. Stop
   * them before the store is closed.
   */
  start(specs: readonly QueueSpec[], unused: readonly string[] = []): void {
    for (const spec of specs) this.#running.set(spec.name, new RunningQueue(spec, this.#runningNeeds(spec)))
    this.#paused = null
    this.#starting = this.#begin(specs, unused)
  }

  /** For what a queue has planned and others send: they wait as well, also until it is known. */
  isPaused(queue: string): boolean {
    return this.#paused === null || this.#paused.has(queue)
  }

  /** Tells the queues of this node that there may be new events. */
  wake(partition?: number): void {
    for (const queue of this.#running.values()) queue.wake(partition)
  }

  /** Resolves when all that was told so far was handled, or failed and is kept; paused queues are left out. */
  async drained(): Promise<void> {
    await this.#decided.promise
    await this.#needs.store.events.settle()
    await Promise.all(Array.from(this.#running.values(), (queue) => queue.drained()))
  }

  async stop(): Promise<void> {
    await this.#starting
    await this.#controlled?.stop()
    await Promise.all(Array.from(this.#running.values(), (queue) => queue.stop()))
  }

  /**
   * Makes a dead letter of what a queue has planned and could not be sent. False while the queue has the event under
   * way once more: ask again in a moment. What is not in the log any more leaves no letter.
   */
  async bury(queue: string, { org, event, error }: Buried): Promise<boolean> {
    const { store, now, newId, hooks } = this.#needs
    const partition = store.events.partitionOf(org)
    const [told] = await store.events.read({ partition, id: event, after: 0, limit: 1 })
    if (told === undefined) return true
    const items = new QueueItems({ items: this.#items, log: store.events, now, newId })
    const isDead = await items.bury(queue, told, error)
    if (isDead) hooks.dead(queue)
    return isDead
  }

  /** For the operator: on all nodes, within a second. */
  pause(queue: string, by: string): Promise<void> {
    return this.#controls.set(queue, { paused: true, by })
  }

  resume(queue: string, by: string): Promise<void> {
    return this.#controls.set(queue, { paused: false, by })
  }

  /** For the operator, as all that takes no actor: every org's. */
  overview(): Promise<QueueView[]> {
    return this.#watch.list(null)
  }

  async list(actor: Actor): Promise<QueueView[]> {
    requireAdmin(actor)
    return this.#watch.list(actor.org)
  }

  /** Dead letters of an actor's org. */
  async letters(actor: Actor, queue: string): Promise<LettersOf> {
    requireAdmin(actor)
    return this.#lettersOf({ queue, org: actor.org, by: actor.id })
  }

  /** For the operator: the dead letters of one org, or of all. */
  lettersForOperator(queue: string, org: string | null): Promise<LettersOf> {
    return this.#lettersOf({ queue, org, by: 'operator' })
  }

  async #lettersOf(asking: Asking): Promise<LettersOf> {
    await this.#controls.require(asking.queue)
    const letters = this.#letters
    return {
      list: (paging) => letters.list(asking, paging),
      get: (event) => letters.get(asking, event),
      redrive: (event) => letters.redrive(asking, event),
      discard: (event) => letters.discard(asking, event),
      redriveAll: () => letters.redriveAll(asking),
      discardAll: () => letters.discardAll(asking),
    }
  }

  #runningNeeds({ name }: QueueSpec): ConstructorParameters<typeof RunningQueue>[1] {
    const { store, now, random, newId, hooks, sleep, log, readerOf } = this.#needs
    const items = new QueueItems({ items: this.#items, log: store.events, now, newId })
    const trials = new Trials(store.collection(queueTrials))
    const giveWay = (): Promise<void> => this.#way.take()
    const needs = { store, items, trials, now, random, hooks, sleep, log, giveWay }
    return readerOf === undefined ? needs : { ...needs, read: readerOf(name) }
  }

  /** Also one that is paused from the beginning keeps its place in the log. */
  async #register(name: string): Promise<void> {
    await this.#needs.store.enlist(name)
    await this.#controls.register(name)
  }

  async #begin(specs: readonly QueueSpec[], unused: readonly string[]): Promise<void> {
    const { store, sleep, log } = this.#needs
    const onError = (error: unknown): void => log.warn({ err: error }, 'what was decided for queues is not known')
    await Promise.all([
      ...specs.map(({ name }) => this.#register(name).catch(onError)),
      ...unused.map((name) => retire(store, name).catch(onError)),
    ])
    this.#controlled = new ControlWatch({
      controls: this.#controls,
      log: store.events,
      sleep,
      onChange: (controls) => {
        const paused = new Set(controls.flatMap(({ _id, paused: isPaused }) => (isPaused ? [_id] : [])))
        this.#paused = paused
        for (const [name, queue] of this.#running) queue.turn(!paused.has(name))
        this.#decided.resolve()
      },
      onError,
    })
  }
}

/** An event of which something could not be sent. */
export type Buried = { org: string; event: string; error: string }

/** The dead letters of a queue, as far as somebody may see them. */
export type LettersOf = {
  list: (paging: Parameters<DeadLetters['list']>[1]) => ReturnType<DeadLetters['list']>
  get: (event: string) => ReturnType<DeadLetters['get']>
  redrive: (event: string) => Promise<void>
  discard: (event: string) => Promise<void>
  redriveAll: () => ReturnType<DeadLetters['redriveAll']>
  discardAll: () => ReturnType<DeadLetters['discardAll']>
}
