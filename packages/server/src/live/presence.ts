import type { Whose } from './company.ts'
import { Repeating } from './repeating.ts'

type Needs = {
  /** Notes that somebody has their stream open. */
  present: (whose: Whose) => Promise<void>
  now: () => number
  onError: (error: unknown) => void
}
type Open = { whose: Whose }

/** Each of them is a write. */
const PRESENT_MS = 30_000
const AT_ONCE = 16

/** Notes now and then who has a stream open: they see there what they are told. */
export class Presence {
  readonly #needs: Needs
  readonly #all: () => Iterable<Open>
  readonly #noted = new WeakMap<Open, number>()
  readonly #noting: Repeating

  constructor(needs: Needs, all: () => Iterable<Open>) {
    this.#needs = needs
    this.#all = all
    this.#noting = new Repeating(() => this.#round(), needs.onError)
  }

  /** Somebody has come, or time has passed. */
  wake(): void {
    this.#noting.wake()
  }

  stop(): void {
    this.#noting.stop()
  }

  /** A few at a time; whether there are more. */
  async #round(): Promise<boolean> {
    const { present, now } = this.#needs
    const due = [...this.#all()].filter((open) => now() - (this.#noted.get(open) ?? -Infinity) >= PRESENT_MS)
    const note = async (open: Open): Promise<void> => {
      await present(open.whose)
      this.#noted.set(open, now())
    }
    await Promise.all(due.slice(0, AT_ONCE).map(note))
    return due.length > AT_ONCE
  }
}
