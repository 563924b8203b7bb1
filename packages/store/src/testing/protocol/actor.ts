import { describe } from './describe.ts'
import { UnfitProtocol } from './errors.ts'

type Answer = { ok: true; value: unknown } | { ok: false; error: unknown }
type ParkedCall = { name: string; args: readonly unknown[]; make: () => unknown; see: (answer: Answer) => void }

/** A plain async function whose calls wait, parked, until they are let go one at a time. */
export class Actor {
  readonly name: string
  crashed = false
  /** How its function ended; null while it runs. */
  end: Answer | null = null
  #parked: ParkedCall[] = []
  #naps: (() => void)[] = []
  #history: string[] = []
  #round: string[] = []
  #roundBefore: string | null = null
  #lastAnswer = ''
  #stirred: () => void = () => {}

  constructor(name: string) {
    this.name = name
  }

  /** Names of the parked calls; a second call of the same name is told apart by a number. */
  get calls(): string[] {
    const names = this.#parked.map((call) => call.name)
    return names.map((name, at) => {
      const earlier = names.slice(0, at).filter((other) => other === name).length
      return earlier === 0 ? name : `${name}#${earlier + 1}`
    })
  }

  get isAsleep(): boolean {
    return this.#naps.length > 0
  }

  /** All that its future depends on; that of one who ended or died is over, whatever it did before. */
  get progress(): string {
    const isOver = this.crashed || (this.end !== null && !this.isAsleep && this.#parked.length === 0)
    const end = [this.crashed ? '†' : '', this.end === null ? '' : describe(this.end)]
    return [...end, ...(isOver ? [] : [...this.#history, this.isAsleep, ...this.calls])].join(' ')
  }

  /** What its last step showed and what it wants next, for comparing two runs of one schedule. */
  get seen(): string {
    const calls = this.#parked.map((call) => `${call.name}${describe(call.args)}`)
    return `${this.name} was told ${this.#lastAnswer || 'nothing'} and ${calls.length > 0 ? `calls ${calls.join()}` : 'makes no call'}`
  }

  async start(body: () => Promise<unknown>): Promise<void> {
    const finish = (end: Answer): void => {
      this.end = end
      this.#stirred()
    }
    body().then(
      (value) => finish({ ok: true, value }),
      (error: unknown) => finish({ ok: false, error }),
    )
    await this.#quiet()
  }

  park(name: string, args: readonly unknown[], make: () => unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const see = (answer: Answer): void => (answer.ok ? resolve(answer.value) : reject(answer.error))
    if (!this.crashed) this.#parked.push({ name, args, make, see })
    this.#stirred()
    return promise
  }

  /**
   * Takes no time, unless the actor goes in circles: having made the same calls with the same answers as
   * before its last sleep, it sleeps until another actor has made a step.
   */
  sleep(): Promise<void> {
    const round = this.#round.join()
    const isCircling = round === this.#roundBefore
    this.#roundBefore = round
    this.#round = []
    if (!isCircling && !this.crashed) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.crashed) this.#naps.push(resolve)
    this.#stirred()
    return promise
  }

  async wake(): Promise<void> {
    const naps = this.#naps
    this.#naps = []
    for (const wake of naps) wake()
    await this.#quiet()
  }

  /** Makes a parked call, shows its answer to the actor and waits until that one parks again, sleeps or ends. */
  async step(call: string, { dies }: { dies: boolean }): Promise<void> {
    const at = this.calls.indexOf(call)
    const [parked] = this.#parked.splice(at, 1)
    if (parked === undefined) throw new UnfitProtocol(`${this.name} has no call ${call}.`)
    const answer = await answerTo(parked)
    if (dies) return this.crash()
    this.#lastAnswer = describe(answer)
    this.#round.push(parked.name, this.#lastAnswer)
    this.#history.push(parked.name, this.#lastAnswer)
    parked.see(answer)
    await this.#quiet()
  }

  /** Its pending calls never settle, so that none of its code runs on, not even a `finally`. */
  crash(): void {
    this.crashed = true
    this.#parked = []
    this.#naps = []
    this.#lastAnswer = ''
  }

  async #quiet(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#stirred = resolve
    if (this.end === null && this.#parked.length === 0 && !this.isAsleep) await promise
    // A call made beside another (Promise.all) may park a few promises later than the first.
    await allPromisesSettled()
  }
}

/** Called from a promise's continuation, a tick comes after all the continuations that are due. */
const allPromisesSettled = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

async function answerTo({ name, make }: ParkedCall): Promise<Answer> {
  let answer: unknown
  try {
    answer = make()
    if (isThenable(answer)) return { ok: true, value: await answer }
  } catch (error) {
    return { ok: false, error }
  }
  throw new UnfitProtocol(`${name} answers without a promise, so it cannot be a step: name it in \`unstepped\`.`)
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
