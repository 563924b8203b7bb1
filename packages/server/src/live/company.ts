import type { Actor } from '../api/actor.ts'
import { RecentMap } from '../api/recent-map.ts'

/** Somebody of an org who listens, or who wrote. */
export type Whose = { org: string; id: string }

/** Each with the moment (ms) at which it ends by itself. */
type Towards = ReadonlyMap<string, number>
type Edges = { mutes: Towards; blocks: Towards }

/** Those whom a person muted or blocked. `accounts` knows. */
export type Relations = {
  list: (
    actor: Actor,
    kind: 'mute' | 'block',
    asked: { limit: number; cursor: string | null },
  ) => Promise<{ relations: readonly { to: string; until?: string | null }[] }>
}

const MOST_KNOWN = 100_000
/** As many as one may have. */
const MOST_OF_A_KIND = 1000

const keyOf = ({ org, id }: Whose): string => `${org} ${id}`

/**
 * Who is hidden from whom. Asked once a person; whoever follows the log says when that has changed, so it is only to
 * be used while somebody does.
 */
export class Company {
  readonly #relations: Relations
  readonly #now: () => number
  readonly #known = new RecentMap<Edges>({ capacity: MOST_KNOWN })
  /** How often somebody was forgotten: what was asked before may be of before the change. */
  #forgotten = 0

  constructor(relations: Relations, now: () => number) {
    this.#relations = relations
    this.#now = now
  }

  async know(people: Iterable<Whose>): Promise<void> {
    const missing = [...people].filter((whose) => this.#known.peek(keyOf(whose)) === undefined)
    await Promise.all(missing.map((whose) => this.#ask(whose)))
  }

  forget(whose: Whose): void {
    this.#forgotten += 1
    this.#known.delete(keyOf(whose))
  }

  /** Of authors that are known, those whom the viewer does not see. */
  hidden(viewer: Whose, authors: readonly string[]): string[] {
    const own = this.#known.peek(keyOf(viewer))
    const now = this.#now()
    return authors.filter((author) => {
      if ((own?.mutes.get(author) ?? 0) > now || own?.blocks.has(author) === true) return true
      return this.#known.peek(keyOf({ org: viewer.org, id: author }))?.blocks.has(viewer.id) === true
    })
  }

  async #ask(whose: Whose): Promise<void> {
    const actor: Actor = { ...whose, name: '', role: 'member', kind: 'person' }
    const of = async (kind: 'mute' | 'block'): Promise<Towards> => {
      const { relations } = await this.#relations.list(actor, kind, { limit: MOST_OF_A_KIND, cursor: null })
      return new Map(relations.map(({ to, until = null }) => [to, until === null ? Infinity : Date.parse(until)]))
    }
    for (;;) {
      const before = this.#forgotten
      const [mutes, blocks] = await Promise.all([of('mute'), of('block')])
      if (before !== this.#forgotten) continue
      this.#known.set(keyOf(whose), { mutes, blocks })
      return
    }
  }
}
