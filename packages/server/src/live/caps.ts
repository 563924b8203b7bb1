import { isLoopback, networkOf } from '../api/network.ts'
import { Refusal } from '../api/refusal.ts'
import type { Whose } from './company.ts'

/** How many streams one may have open on this node; 0 for any number. */
export type CapOptions = { byUser: number; byAddress: number; loopback: boolean }

/** Whose stream it is, as caps count it. */
export type Holder = { viewer: Whose | null; address: string }

/** Counts streams by person and by address. */
export class Caps {
  readonly #options: CapOptions
  readonly #open = new Map<string, number>()

  constructor(options: CapOptions) {
    this.#options = options
  }

  /** Refuses where there are too many already. */
  require(holder: Holder): void {
    const { byUser, byAddress } = this.#options
    for (const [name, most] of this.#names(holder))
      if (most > 0 && (this.#open.get(name) ?? 0) >= most)
        throw new Refusal(
          'too-many-streams',
          `At most ${byUser} live streams of one person and ${byAddress} of one address are open at once.`,
        )
  }

  /** Returns how to give it back. */
  take(holder: Holder): () => void {
    const names = this.#names(holder).map(([name]) => name)
    for (const name of names) this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    return () => {
      for (const name of names) {
        const left = (this.#open.get(name) ?? 0) - 1
        if (left > 0) this.#open.set(name, left)
        else this.#open.delete(name)
      }
    }
  }

  #names({ viewer, address }: Holder): [name: string, most: number][] {
    const { byUser, byAddress, loopback } = this.#options
    const isCounted = loopback || !isLoopback(address)
    return [
      ...(viewer === null ? [] : ([[`user ${viewer.org} ${viewer.id}`, byUser]] as [string, number][])),
      ...(isCounted ? ([[`address ${networkOf(address) ?? address}`, byAddress]] as [string, number][]) : []),
    ]
  }
}
