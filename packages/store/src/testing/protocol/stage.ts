import type { Actor } from './actor.ts'
import { describe, digest, shorten } from './describe.ts'
import { UnfitProtocol } from './errors.ts'
import { tokenOf, type Choice, type Chooser, type Crash, type Point } from './schedule.ts'

type StageRules = {
  crashes: number
  mayCrash: (actor: string) => boolean
  maxSteps: number
  stuckAfterMs: number
  fingerprint: (() => unknown) | null
  always: () => unknown
}

/** The actors of one run, of whom one moves at a time. */
export class Stage {
  readonly schedule: Choice[] = []
  readonly #actors: readonly Actor[]
  readonly #rules: StageRules
  /** Who parked a call since the last point: only they may die before it, for later would be the same. */
  #fresh: Set<Actor>
  #lastToMove: Actor | null = null
  #idleRounds = 0

  constructor(actors: readonly Actor[], rules: StageRules) {
    this.#actors = actors
    this.#rules = rules
    this.#fresh = new Set(actors)
  }

  /** False when the chooser gave the run up. */
  async play(choose: Chooser): Promise<boolean> {
    for (;;) {
      await this.#wakeIfAllAreAsleep()
      throwFailureOf(this.#actors)
      const choices = this.#choices()
      if (choices.length === 0) return true
      this.#demandAnEnd(this.schedule.length)
      const choice = await choose(this.#point(choices))
      if (choice === null) return false
      await this.#take(choice)
      await this.#rules.always()
    }
  }

  start(actor: Actor, body: () => Promise<unknown>): Promise<void> {
    return this.#inTime(actor.start(body), `${actor.name} was started`)
  }

  #choices(): Choice[] {
    const { crashes, mayCrash } = this.#rules
    const dead = this.#actors.filter((actor) => actor.crashed).length
    const choices = this.#actors.flatMap((actor) => {
      const mortal = dead < crashes && mayCrash(actor.name)
      return actor.calls.flatMap((call, at) => {
        const diesBefore = mortal && at === 0 && this.#fresh.has(actor)
        const ways: Crash[] = [null, ...(mortal ? ['after' as const] : []), ...(diesBefore ? ['before' as const] : [])]
        return ways.map((crash) => this.#choice(actor, call, crash))
      })
    })
    return choices.toSorted((a, b) => a.cost - b.cost)
  }

  #choice(actor: Actor, call: string, crash: Crash): Choice {
    const last = this.#lastToMove
    const cutsIn = crash !== 'before' && last !== null && last !== actor && last.calls.length > 0
    const cost = (cutsIn ? 1 : 0) + (crash === null ? 0 : 1)
    return { token: tokenOf(actor.name, call, crash), actor: actor.name, call, crash, cost }
  }

  #point(choices: readonly Choice[]): Point {
    const seen = [...this.#fresh, ...(this.#lastToMove === null ? [] : [this.#lastToMove])]
    return {
      choices,
      seen: shorten([...new Set(seen)].map((actor) => actor.seen).join('; ')),
      state: async () => {
        if (this.#rules.fingerprint === null) return null
        const world = describe(await this.#rules.fingerprint())
        return digest([world, ...this.#actors.map((actor) => actor.progress)].join('\n'))
      },
    }
  }

  async #take(choice: Choice): Promise<void> {
    const actor = this.#actors.find((each) => each.name === choice.actor)
    if (actor === undefined) throw new UnfitProtocol(`${choice.token} is not possible now.`)
    this.schedule.push(choice)
    if (choice.crash === 'before') {
      actor.crash()
      this.#fresh.delete(actor)
      return
    }
    await this.#inTime(actor.step(choice.call, { dies: choice.crash === 'after' }), choice.token)
    this.#lastToMove = actor
    this.#fresh = new Set(actor.calls.length > 0 ? [actor] : [])
    await this.#wake(this.#actors.filter((each) => each !== actor && each.isAsleep))
  }

  async #wakeIfAllAreAsleep(): Promise<void> {
    while (this.#actors.every((actor) => actor.calls.length === 0) && this.#actors.some((actor) => actor.isAsleep)) {
      this.#demandAnEnd(++this.#idleRounds)
      await this.#wake(this.#actors.filter((actor) => actor.isAsleep))
    }
  }

  async #wake(sleepers: readonly Actor[]): Promise<void> {
    for (const actor of sleepers) {
      await this.#inTime(actor.wake(), `${actor.name} woke up`)
      if (actor.calls.length > 0) this.#fresh.add(actor)
    }
  }

  #demandAnEnd(steps: number): void {
    if (steps >= this.#rules.maxSteps) throw new Error(`no end after ${this.#rules.maxSteps} steps`)
  }

  /** A guard for the developer only: nothing in a search depends on time. */
  async #inTime<T>(work: Promise<T>, after: string): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const complaint = `Nothing happened after ${after}: it waits for something that is no step of an actor.`
    const advice = 'Give the code `sleep` instead of a timer, and make what it waits for a step.'
    const timer = setTimeout(() => reject(new UnfitProtocol(`${complaint} ${advice}`)), this.#rules.stuckAfterMs)
    try {
      return await Promise.race([work, promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

function throwFailureOf(actors: readonly Actor[]): void {
  for (const { name, end } of actors) {
    if (end?.ok !== false) continue
    if (end.error instanceof UnfitProtocol) throw end.error
    throw new Error(`${name} failed: ${messageOf(end.error)}`, { cause: end.error })
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
