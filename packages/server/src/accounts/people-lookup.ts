import type { Collection, Page, Position } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { nameKey } from '../api/name-key.ts'
import { Refusal } from '../api/refusal.ts'
import type { Directory } from './directory.ts'
import { inForce, type PersonDocument, type Standing } from './people-model.ts'
import type { Relations } from './relations.ts'

type Needs = {
  people: Collection<PersonDocument>
  standing: (org: string, id: string) => Promise<Standing>
  relations: Pick<Relations, 'blockedWith'>
  directory: Pick<Directory, 'startingWith' | 'called'>
  now: () => number
}

/** Behind every name that begins with what stands before it. */
const LAST = '\u{10FFFF}'
const PAGE = 50
const MOST_PAGES = 4
/** Of the same name; the one who is known for longest is meant. */
const MOST_NAMESAKES = 20
const MOST_NAMES = 100

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_MENTIONED = 10
const MOST_BY_NEWCOMERS = 2

type Mentioned = { people: ReadonlyMap<string, { id: string; name: string }>; most: number }

/** Finds the people of an org by name: those who are there, and who have nothing against whoever looks for them. */
export class Lookup {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** In order of their names. The host is asked where too few are known. */
  async startingWith(actor: Actor, prefix: string, limit: number): Promise<PersonDocument[]> {
    // Whoever only gave a name is not shown who else is there.
    if (actor.kind === 'guest') throw new Refusal('forbidden', 'Guests cannot look people up: sign in.')
    const key = nameKey(prefix)
    if (key === '') return []
    const known = await this.#withPrefix(actor, key, limit)
    const isAsked = known.length < limit && (await this.#needs.directory.startingWith(actor.org, key))
    return isAsked ? this.#withPrefix(actor, key, limit) : known
  }

  /** Who is meant by names that are folded already. It is not told why somebody is not found. */
  async mentioned(actor: Actor, names: readonly string[]): Promise<Mentioned> {
    const wanted = names.slice(0, MOST_NAMES)
    const known = await this.#called(actor.org, wanted)
    const missing = wanted.filter((_, at) => known[at]?.length === 0)
    // A guest cannot make the service ask the host.
    const mayAsk = missing.length > 0 && actor.kind !== 'guest'
    const isAsked = mayAsk && (await this.#needs.directory.called(actor.org, missing))
    const all = isAsked ? await this.#called(actor.org, wanted) : known
    const open = await this.#openTo(actor, all.flat())
    const people = wanted.flatMap((name, at) => {
      const [first] = (all[at] ?? []).filter((person) => open.has(person._id)).toSorted(byAge)
      return first === undefined ? [] : [[name, { id: first._id, name: first.name }] as const]
    })
    return { people: new Map(people), most: await this.#mostFor(actor) }
  }

  async #withPrefix(actor: Actor, key: string, limit: number): Promise<PersonDocument[]> {
    const where = { org: actor.org, nameKey: { $gte: key, $lt: `${key}${LAST}` } }
    const found: PersonDocument[] = []
    let after: Position | null = null
    for (let page = 0; page < MOST_PAGES && found.length < limit; page++) {
      const { docs, next }: Page<PersonDocument> = await this.#needs.people.find({
        where,
        sort: { nameKey: 1 },
        limit: PAGE,
        after,
      })
      const open = await this.#openTo(actor, docs)
      found.push(...docs.filter(({ _id }) => open.has(_id)))
      if (next === null) break
      after = next
    }
    return found.slice(0, limit)
  }

  #called(org: string, names: readonly string[]): Promise<PersonDocument[][]> {
    const called = async (name: string): Promise<PersonDocument[]> =>
      (await this.#needs.people.find({ where: { org, nameKey: name }, limit: MOST_NAMESAKES, next: false })).docs
    return Promise.all(names.map(called))
  }

  async #openTo(actor: Actor, people: readonly PersonDocument[]): Promise<ReadonlySet<string>> {
    const now = this.#needs.now()
    const there = people
      .filter(({ erased, ban }) => erased === null && inForce(ban, now) === null)
      .map(({ _id }) => _id)
      .filter((id) => id !== actor.id)
    const blocked = await this.#needs.relations.blockedWith(actor, there)
    return new Set(there.filter((id) => !blocked.has(id)))
  }

  async #mostFor({ org, id, role, kind }: Actor): Promise<number> {
    if (kind === 'guest') return MOST_BY_NEWCOMERS
    if (kind === 'server' || role !== 'member') return MOST_MENTIONED
    const { since } = await this.#needs.standing(org, id)
    const isNew = since === null || this.#needs.now() - Date.parse(since) < DAY_MS
    return isNew ? MOST_BY_NEWCOMERS : MOST_MENTIONED
  }
}

const byAge = (a: PersonDocument, b: PersonDocument): number =>
  a.created === b.created ? (a._id < b._id ? -1 : 1) : a.created < b.created ? -1 : 1
