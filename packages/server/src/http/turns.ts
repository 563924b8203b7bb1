import { Refusal } from '../api/refusal.ts'

export type TurnOptions = {
  /** How many requests are handled at once, of all, … */
  atOnce: number
  /** … of one party (an org, or an address where no org is known), … */
  atOnceOfOne: number
  /** … and how many more of one may wait. */
  waitingOfOne: number
}

const DEFAULTS: TurnOptions = { atOnce: 256, atOnceOfOne: 64, waitingOfOne: 256 }

type Waiting = { begin: () => void }
type Party = { name: string; underWay: number; waiting: Set<Waiting> }

/** Lets requests begin: each party in turn, so that nobody stands behind the thousands of another. */
export class Turns {
  readonly #options: TurnOptions
  /** In the order of their turns: whoever had one goes to the end. */
  readonly #parties = new Map<string, Party>()
  #underWay = 0
  #waiting = 0

  constructor(options: Partial<TurnOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options }
  }

  get underWay(): number {
    return this.#underWay
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Nothing where it is its turn at once. Whoever began must `leave`. */
  enter(name: string, signal: () => AbortSignal): Promise<void> | undefined {
    if (this.enterAtOnce(name)) return undefined
    const party = this.#party(name)
    if (party.waiting.size >= this.#options.waitingOfOne)
      throw new Refusal('busy', 'Too many requests are waiting already: try again in a moment.')
    return this.#wait(party, signal())
  }

  /** Whether it is its turn; where it is not, it has not begun and does not wait. */
  enterAtOnce(name: string): boolean {
    const party = this.#party(name)
    const mayBegin = party.waiting.size === 0 && this.#hasRoomFor(party)
    if (mayBegin) this.#begin(party)
    else this.#forgetIfIdle(party)
    return mayBegin
  }

  leave(name: string): void {
    const party = this.#parties.get(name)
    if (party === undefined) return
    party.underWay -= 1
    this.#underWay -= 1
    this.#forgetIfIdle(party)
    this.#next()
  }

  #party(name: string): Party {
    let party = this.#parties.get(name)
    if (party === undefined) this.#parties.set(name, (party = { name, underWay: 0, waiting: new Set() }))
    return party
  }

  #forgetIfIdle({ name, underWay, waiting }: Party): void {
    if (underWay === 0 && waiting.size === 0) this.#parties.delete(name)
  }

  #hasRoomFor({ underWay }: Party): boolean {
    return this.#underWay < this.#options.atOnce && underWay < this.#options.atOnceOfOne
  }

  #begin(party: Party): void {
    party.underWay += 1
    this.#underWay += 1
  }

  #wait(party: Party, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const forget = (): void => {
      party.waiting.delete(mine)
      this.#waiting -= 1
      signal.removeEventListener('abort', giveUp)
    }
    const giveUp = (): void => {
      forget()
      this.#forgetIfIdle(party)
      reject(signal.reason)
    }
    const mine: Waiting = {
      begin: () => {
        forget()
        this.#begin(party)
        resolve()
      },
    }
    party.waiting.add(mine)
    this.#waiting += 1
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    return promise
  }

  #next(): void {
    if (this.#waiting === 0) return
    for (const [name, party] of this.#parties) {
      const [first] = party.waiting
      if (first === undefined || !this.#hasRoomFor(party)) continue
      first.begin()
      this.#parties.delete(name)
      this.#parties.set(name, party)
      return
    }
  }
}
