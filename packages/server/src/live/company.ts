import type { Actor } from '../api/actor.ts'
import { RecentMap } from '../api/recent-map.ts'

/** Somebody of an org who listens, or who wrote. */
export type Whose = { org: string; id: string }

type Edges = { mutes: ReadonlySet<string>; blocks: ReadonlySet<string> }

/** Those whom a person muted or blocked. `accounts` knows. */
export type Relations = {
  list: (
    actor: Actor,
    kind: 'mute' | 'block',
    asked: { limit: number; cursor: string | null },
  ) => Promise<{ relations: readonly { to: string }[] }>
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
  readonly #known = new RecentMap<Edges>({ capacity: MOST_KNOWN })
  /** How often somebody was forgotten: what was asked before may be of before the change. */
  #forgotten = 0

  constructor(relations: Relations) {
    this.#relations = relations
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
    return authors.filter((author) => {
      if (own?.mutes.has(author) === true || own?.blocks.has(author) === true) return true
      return this.#known.peek(keyOf({ org: viewer.org, id: author }))?.blocks.has(viewer.id) === true
    })
  }

  async #ask(whose: Whose): Promise<void> {
    const actor: Actor = { ...whose, name: '', role: 'member', kind: 'person' }
    const of = async (kind: 'mute' | 'block'): Promise<ReadonlySet<string>> => {
      const { relations } = await this.#relations.list(actor, kind, { limit: MOST_OF_A_KIND, cursor: null })
      return new Set(relations.map(({ to }) => to))
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
