import { createHash } from 'node:crypto'
import type { Collection, NewEvent, Page } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'

export const RELATION_KINDS = ['mute', 'block'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

/** `mute`: I do not want to see them. `block`: nor are they to have to do with me. */
export type Relation = {
  _id: string
  org: string
  from: string
  to: string
  kind: RelationKind
  at: string
  /** When a mute ends by itself; it is over at that moment, whenever it is swept away. */
  until?: string | null
}

export type RelationNeeds = {
  relations: Collection<Relation>
  now: () => number
  newId: () => string
  /** Called before a block is acknowledged: by then nothing is between the two any more. */
  onBlocked?: (org: string, from: string, to: string) => Promise<void>
}
type Edge = Pick<Relation, 'org' | 'from' | 'to' | 'kind'>
/** An edge, and whom of those who were asked about it concerns. */
type Towards = { kind: RelationKind; person: string }
/** `allHidden`: see `allHiddenFrom`. */
type Look = { between: ReadonlyMap<string, RelationKind>; allHidden: () => Promise<string[] | null> }
type Asked = { limit: number; cursor: string | null }
type Shown = { to: string; at: string; until: string | null }
type Listed = { relations: Shown[]; next: string | null }

const MOST_OF_A_KIND = 1000
const FEW = 50
/** Asked about so few, what is between them is looked up by its name. */
const FEW_NAMED = 2
/** Each is at either end of up to three edges. */
const PEOPLE_AT_ONCE = 40
/** So often a page of a list is filled up where some of it is over. */
const MOST_ROUNDS = 6

const idOf = ({ org, from, to, kind }: Edge): string =>
  createHash('sha256')
    .update(JSON.stringify([org, from, to, kind]))
    .digest('base64url')

const TOLD = { mute: ['muted', 'unmuted'], block: ['blocked', 'unblocked'] } as const

/** Who does not want to have to do with whom. Asked of the database every time: a block acts at once, everywhere. */
export class Relations {
  readonly #needs: RelationNeeds

  constructor(needs: RelationNeeds) {
    this.#needs = needs
  }

  /** For good; a mute that had an end has none any more. */
  add({ org, id: from }: Actor, kind: RelationKind, to: string): Promise<void> {
    return this.#add({ org, from, to, kind }, null)
  }

  /** `until`: when it ends by itself. Again says how long anew. */
  async mute({ org, id: from }: Actor, to: string, until: string | null): Promise<void> {
    await this.#add({ org, from, to, kind: 'mute' }, this.#inFuture(until))
  }

  async remove({ org, id: from }: Actor, kind: RelationKind, to: string): Promise<void> {
    const edge = { org, from, to, kind }
    await this.#needs.relations.remove({ _id: idOf(edge) }, { events: [this.#event(edge, TOLD[kind][1])] })
  }

  /** The newest first. */
  async list({ org, id: from }: Actor, kind: RelationKind, { limit, cursor }: Asked): Promise<Listed> {
    const found: Shown[] = []
    const where = { org, from, kind }
    let after = positionIn(cursor, ['text', 'text'])
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const left = limit - found.length
      const page: Page<Relation> = await this.#needs.relations.find({ where, sort: { at: -1 }, limit: left, after })
      found.push(...this.#inForce(page.docs).map(({ to, at, until = null }) => ({ to, at, until })))
      after = page.next
      if (after === null || found.length === limit) break
    }
    return { relations: found, next: cursorOf(after) }
  }

  /** Those of these people whom the viewer muted or blocked, or who blocked the viewer. */
  async hiddenFrom(viewer: Pick<Actor, 'org' | 'id'>, people: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.between(viewer, people)).keys())
  }

  /** Those of these people between whom and the actor there is a block, whoever made it. */
  async blockedWith(actor: Pick<Actor, 'org' | 'id'>, people: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.between(actor, people)
    return new Set(people.filter((person) => found.get(person) === 'block'))
  }

  /** What is between the viewer and those of these people: a mute of theirs, or a block by either, which counts for more. */
  async between(
    viewer: Pick<Actor, 'org' | 'id'>,
    people: readonly string[],
  ): Promise<ReadonlyMap<string, RelationKind>> {
    return (await this.look(viewer, people)).between
  }

  /** The same, and all who are hidden, for who asks for both: mostly one look tells both. */
  async look(viewer: Pick<Actor, 'org' | 'id'>, people: readonly string[]): Promise<Look> {
    const around = people.length > FEW_NAMED ? await this.#around(viewer) : null
    const named = (other: string): Edge[] => [
      { org: viewer.org, from: viewer.id, to: other, kind: 'mute' },
      ...blocksBetween(viewer, other),
    ]
    return {
      between: strongest(around ?? (await this.#edges(people, named)), people),
      allHidden: async () => (around === null ? this.allHiddenFrom(viewer) : peopleIn(around)),
    }
  }

  /** All whom the viewer muted or blocked, or who blocked them; null where these are too many to go through. */
  async allHiddenFrom(viewer: Pick<Actor, 'org' | 'id'>): Promise<string[] | null> {
    const around = await this.#around(viewer)
    return around === null ? null : peopleIn(around)
  }

  /** Those of these people who muted somebody, or between whom and them there is a block, which counts for more. */
  async apartFrom(
    { org, id }: Pick<Actor, 'org' | 'id'>,
    people: readonly string[],
  ): Promise<ReadonlyMap<string, RelationKind>> {
    const named = (other: string): Edge[] => [
      { org, from: other, to: id, kind: 'mute' },
      ...blocksBetween({ org, id }, other),
    ]
    return strongest((await this.#few({ org, id })) ?? (await this.#edges(people, named)), people)
  }

  async isBlockedBy({ org, id }: Pick<Actor, 'org' | 'id'>, person: string): Promise<boolean> {
    return (await this.#needs.relations.get(idOf({ org, from: person, to: id, kind: 'block' }))) !== null
  }

  /** Most people are muted and blocked by few: then these are all. Null where there are more. */
  async #few({ org, id }: Pick<Actor, 'org' | 'id'>): Promise<Towards[] | null> {
    const { relations } = this.#needs
    const limit = FEW
    const [towards, from] = await Promise.all([
      relations.find({ where: { org, to: id, kind: { $in: [...RELATION_KINDS] } }, limit, next: false }),
      relations.find({ where: { org, from: id, kind: 'block' }, limit, next: false }),
    ])
    if (towards.docs.length === limit || from.docs.length === limit) return null
    return [
      ...this.#inForce(towards.docs).map(({ kind, from: person }) => ({ kind, person })),
      ...from.docs.map(({ kind, to: person }) => ({ kind, person })),
    ]
  }

  /** The same from the other side: whom they mute and block, and who blocks them. */
  async #around({ org, id }: Pick<Actor, 'org' | 'id'>): Promise<Towards[] | null> {
    const { relations } = this.#needs
    const limit = FEW
    const [own, others] = await Promise.all([
      relations.find({ where: { org, from: id, kind: { $in: [...RELATION_KINDS] } }, limit, next: false }),
      relations.find({ where: { org, to: id, kind: 'block' }, limit, next: false }),
    ])
    if (own.docs.length === limit || others.docs.length === limit) return null
    return [
      ...this.#inForce(own.docs).map(({ kind, to: person }) => ({ kind, person })),
      ...others.docs.map(({ kind, from: person }) => ({ kind, person })),
    ]
  }

  /** However many people are asked for: a query takes so many ids and no more. */
  async #edges(people: readonly string[], edgesTo: (person: string) => Edge[]): Promise<Towards[]> {
    const groups = Array.from({ length: Math.ceil(people.length / PEOPLE_AT_ONCE) }, (_, at) =>
      people.slice(at * PEOPLE_AT_ONCE, (at + 1) * PEOPLE_AT_ONCE),
    )
    return (await Promise.all(groups.map((group) => this.#edgesOfFew(group, edgesTo)))).flat()
  }

  async #edgesOfFew(people: readonly string[], edgesTo: (person: string) => Edge[]): Promise<Towards[]> {
    const personOf = new Map(people.flatMap((person) => edgesTo(person).map((edge) => [idOf(edge), person] as const)))
    if (personOf.size === 0) return []
    const where = { _id: { $in: [...personOf.keys()] } }
    const { docs } = await this.#needs.relations.find({ where, limit: personOf.size, next: false })
    return this.#inForce(docs).flatMap(({ _id, kind }) => {
      const person = personOf.get(_id)
      return person === undefined ? [] : [{ kind, person }]
    })
  }

  async #add(edge: Edge, until: string | null): Promise<void> {
    const { org, from, to, kind } = edge
    await this.#requireRoom(edge)
    const [_id, at] = [idOf(edge), this.#now()]
    const lasting = kind === 'mute' ? { until } : {}
    await this.#needs.relations.change(_id, (known, verbs) => {
      const event = { ...this.#event(edge, TOLD[kind][0]), after: { to, ...lasting } }
      if (known === null) return verbs.insert({ _id, ...edge, at, ...lasting }, { events: [event] })
      const isOver = !this.#holds(known)
      if (!isOver && (known.until ?? null) === until) return null
      return verbs.change({ $set: { ...lasting, ...(isOver && { at }) } }, { events: [event] })
    })
    if (kind === 'block') await this.#needs.onBlocked?.(org, from, to)
  }

  /** What is over does not count, even where nobody has swept it away yet. */
  async #requireRoom(edge: Edge): Promise<void> {
    const { relations } = this.#needs
    const { org, from, kind } = edge
    const where = { org, from, kind }
    if ((await relations.count({ where, atMost: MOST_OF_A_KIND })) < MOST_OF_A_KIND) return
    const known = await relations.get(idOf(edge))
    if (known !== null && this.#holds(known)) return
    const { docs } = await relations.find({ where, sort: { at: -1 }, limit: 2 * MOST_OF_A_KIND, next: false })
    if (this.#inForce(docs).length >= MOST_OF_A_KIND)
      throw new Refusal('invalid', `You can ${kind} ${MOST_OF_A_KIND} people and no more: take one back first.`)
  }

  #inForce(docs: readonly Relation[]): Relation[] {
    return docs.filter((doc) => this.#holds(doc))
  }

  #holds({ until = null }: Pick<Relation, 'until'>): boolean {
    return until === null || Date.parse(until) > this.#needs.now()
  }

  #inFuture(until: string | null): string | null {
    if (until === null) return null
    if (Date.parse(until) > this.#needs.now()) return new Date(until).toISOString()
    throw new Refusal('invalid', '`until` must be in the future.', [
      { path: 'until', message: 'must be in the future' },
    ])
  }

  #event({ org, from, to }: Edge, op: string): NewEvent {
    return { _id: this.#needs.newId(), org, subject: from, type: 'relation', op, at: this.#now(), after: { to } }
  }

  #now(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}

const blocksBetween = ({ org, id }: Pick<Actor, 'org' | 'id'>, other: string): Edge[] => [
  { org, from: id, to: other, kind: 'block' },
  { org, from: other, to: id, kind: 'block' },
]

const peopleIn = (edges: readonly Towards[]): string[] => [...new Set(edges.map(({ person }) => person))]

function strongest(edges: readonly Towards[], people: readonly string[]): ReadonlyMap<string, RelationKind> {
  const asked = new Set(people)
  const found = new Map<string, RelationKind>()
  for (const { kind, person } of edges) if (asked.has(person) && found.get(person) !== 'block') found.set(person, kind)
  return found
}
