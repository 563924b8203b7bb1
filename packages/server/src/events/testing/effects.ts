import type { LoggedEvent, NewEvent, Store } from '@palaver/store'
import { pads } from './nodes.ts'

type Verdict = { size: number; outOfOrder: readonly string[]; repeats: number }

/** What is to be expected of so many events. */
export const allOf = (size: number): Verdict => ({ size, outOfOrder: [], repeats: 0 })

/** What a queue has done, over all nodes: each event counts once, and in the order of its partition. */
export class Effects {
  readonly #done = new Map<string, number>()
  readonly #newest = new Map<number, number>()
  readonly #outOfOrder: string[] = []
  #repeats = 0

  apply(events: readonly LoggedEvent[]): void {
    for (const { _id, partition, seq } of events) {
      const times = this.#done.get(_id) ?? 0
      this.#done.set(_id, times + 1)
      if (times > 0) this.#repeats++
      else if (seq !== (this.#newest.get(partition) ?? 0) + 1) this.#outOfOrder.push(`${partition}/${seq}`)
      this.#newest.set(partition, Math.max(seq, this.#newest.get(partition) ?? 0))
    }
  }

  get size(): number {
    return this.#done.size
  }

  /** Whether so many events came, each once or, where that is allowed, again. */
  verdict({ repeats = 'none' }: { repeats?: 'none' | 'allowed' } = {}): Verdict {
    return { size: this.size, outOfOrder: this.#outOfOrder, repeats: repeats === 'allowed' ? 0 : this.#repeats }
  }
}

const ORGS = ['acme', 'beta', 'gamma', 'delta', 'epsilon']
const EACH = 100
let written = 0

/** Writes so many events, of several orgs, a hundred with each document. */
export async function write(store: Store, count: number): Promise<void> {
  for (let done = 0; done < count; done += EACH)
    await writeFor(store, ORGS[(done / EACH) % ORGS.length] ?? '', Math.min(EACH, count - done))
}

/** Writes so many events of one org. */
export async function writeFor(store: Store, org: string, count: number): Promise<void> {
  const all = store.collection(pads)
  const at = new Date().toISOString()
  for (let left = count; left > 0; left -= EACH) {
    const pad = `pad${written++}`
    const eventOf = (n: number): NewEvent => ({
      _id: `${pad}-${n}`,
      org,
      subject: `${org}.${pad}`,
      type: 'pad',
      op: 'created',
      at,
    })
    const events = Array.from({ length: Math.min(EACH, left) }, (_, n) => eventOf(n))
    await all.insert({ _id: pad }, { events })
  }
  await store.events.settle()
}
