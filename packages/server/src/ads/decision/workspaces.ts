import { type Bits, noneOf } from './bits.ts'
import { MOST_COUNTED } from './scoring.ts'

/** Sets that one decision uses, whatever was in them before. */
export type Workspace = {
  left: Bits
  /** Those of which one keyword was found, or two, or three and more; each is in the sets before, too. */
  found: readonly Bits[]
  out: Bits
  /** A bit for each word in which anybody was found. */
  busy: Bits
}

const MOST_IDLE = 32

/** Memory of this size takes longer to get than a decision takes: so it is used again. */
export class Workspaces {
  readonly #size: number
  readonly #idle: Workspace[] = []

  constructor(size: number) {
    this.#size = size
  }

  take(): Workspace {
    return this.#idle.pop() ?? this.#make()
  }

  give(space: Workspace): void {
    if (this.#idle.length < MOST_IDLE) this.#idle.push(space)
  }

  #make(): Workspace {
    const make = (): Bits => noneOf(this.#size)
    const left = make()
    return { left, found: Array.from({ length: MOST_COUNTED }, make), out: make(), busy: noneOf(left.length) }
  }
}
