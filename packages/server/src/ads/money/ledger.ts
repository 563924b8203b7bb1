import type { Change, Collection, Filter } from '@palaver/store'
import type { Slice } from '../model.ts'
import { type Act, type Additions, type Billed, judge } from './verdicts.ts'

/** What never changes of a slice. */
type Facts = Pick<Slice, 'room' | 'clickRoom'>

type Asked = { act: Act; answer: (billed: Billed) => void; fail: (error: unknown) => void }
/** What came for a slice while it was being written. */
type Queue = { waiting: Asked[] }

const MOST_FACTS = 20_000
const MOST_AT_ONCE = 500

/** Writes what happens into slices. What comes for one slice while it is written goes into the next write together. */
export class Ledger {
  readonly #slices: Collection<Slice>
  readonly #queues = new Map<string, Queue>()
  readonly #facts = new Map<string, Facts>()

  constructor(slices: Collection<Slice>) {
    this.#slices = slices
  }

  put(slice: string, act: Act): Promise<Billed> {
    return new Promise((answer, fail) => {
      const asked = { act, answer, fail }
      const queue = this.#queues.get(slice)
      if (queue !== undefined) queue.waiting.push(asked)
      else void this.#work(slice, { waiting: [asked] })
    })
  }

  async #work(slice: string, queue: Queue): Promise<void> {
    this.#queues.set(slice, queue)
    // All that comes in this turn of the event loop is there before the first write.
    await Promise.resolve()
    while (queue.waiting.length > 0) await this.#write(slice, queue.waiting.splice(0, MOST_AT_ONCE))
    this.#queues.delete(slice)
  }

  async #write(slice: string, asked: readonly Asked[]): Promise<void> {
    try {
      const verdicts = await this.#billed(
        slice,
        asked.map(({ act }) => act),
      )
      asked.forEach(({ answer }, at) => answer(verdicts[at] ?? 'unknown'))
    } catch (error) {
      for (const { fail } of asked) fail(error)
    }
  }

  async #billed(slice: string, acts: readonly Act[]): Promise<Billed[]> {
    const [only, ...others] = acts
    const facts = this.#facts.get(slice)
    if (only !== undefined && others.length === 0 && facts !== undefined) {
      const billed = await this.#alone(slice, only, facts)
      if (billed !== null) return [billed]
    }
    return this.#together(slice, acts)
  }

  /** One call to the database where nothing stands against it; null where something may. */
  async #alone(_id: string, act: Act, facts: Facts): Promise<Billed | null> {
    const { where, change, billed } = conditional(act, facts)
    if (billed === null) return null
    const { outcome } = await this.#slices.update({ _id, ...where }, change)
    return outcome === 'updated' ? billed : null
  }

  async #together(slice: string, acts: readonly Act[]): Promise<Billed[]> {
    let verdicts: Billed[] = acts.map(() => 'unknown')
    await this.#slices.change(slice, (found, to) => {
      if (found === null) return null
      this.#remember(found)
      const judged = judge(found, acts)
      verdicts = judged.verdicts
      const change = pushes(judged.additions)
      return change === null ? null : to.change(change)
    })
    return verdicts
  }

  #remember({ _id, room, clickRoom }: Slice): void {
    if (this.#facts.size >= MOST_FACTS) this.#facts.clear()
    this.#facts.set(_id, { room, clickRoom })
  }
}

/** The whole rule as a condition: open, has room, does not have it. */
type Conditional = { where: Omit<Filter<Slice>, '_id'>; change: Change<Slice>; billed: Billed | null }

function conditional(act: Act, { room, clickRoom }: Facts): Conditional {
  const { index } = act
  const open = { state: 'open' } as const
  if (act.kind === 'view') {
    const hasRoom = { [`views.${room - 1}` as 'views.0']: { $exists: false } }
    const change = { $push: { views: act.entry, viewed: index } }
    return { where: { ...open, viewed: { $ne: index }, ...hasRoom }, change, billed: room > 0 ? 'billed' : null }
  }
  if (act.kind === 'seen')
    return {
      where: { ...open, viewed: index, seen: { $ne: index } },
      change: { $push: { seen: index } },
      billed: 'billed',
    }
  const unclicked = { ...open, viewed: index, clicks: { $ne: index }, freeClicks: { $ne: index } }
  if (clickRoom === 0) return { where: unclicked, change: { $push: { freeClicks: index } }, billed: 'free' }
  const hasRoom = { [`clicks.${clickRoom - 1}` as 'clicks.0']: { $exists: false } }
  return { where: { ...unclicked, ...hasRoom }, change: { $push: { clicks: index } }, billed: 'billed' }
}

function pushes(additions: Additions): Change<Slice> | null {
  const lists = Object.entries(additions).filter(([, values]) => values.length > 0)
  if (lists.length === 0) return null
  return { $push: Object.fromEntries(lists.map(([list, values]) => [list, { $each: values }])) }
}
