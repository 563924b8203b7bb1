import { createHash } from 'node:crypto'
import { type Collection, Duplicate, type NewEvent } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import { Refusal } from '../api/refusal.ts'

export const RELATION_KINDS = ['mute', 'block'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

/** `mute`: I do not want to see them. `block`: nor are they to have to do with me. */
export type Relation = { _id: string; org: string; from: string; to: string; kind: RelationKind; at: string }

type Needs = { relations: Collection<Relation>; now: () => number; newId: () => string }
type Edge = Pick<Relation, 'org' | 'from' | 'to' | 'kind'>
/** An edge, and whom of those who were asked about it concerns. */
type Towards = { kind: RelationKind; person: string }
type Asked = { limit: number; cursor: string | null }
type Listed = { relations: Pick<Relation, 'to' | 'at'>[]; next: string | null }

const MOST_OF_A_KIND = 1000
const FEW = 50
/** Each is at either end of up to three edges. */
const PEOPLE_AT_ONCE = 40

const idOf = ({ org, from, to, kind }: Edge): string =>
  createHash('sha256')
    .update(JSON.stringify([org, from, to, kind]))
    .digest('base64url')

const TOLD = { mute: ['muted', 'unmuted'], block: ['blocked', 'unblocked'] } as const

/** Who does not want to have to do with whom. Asked of the database every time: a block acts at once, everywhere. */
export class Relations {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async add({ org, id: from }: Actor, kind: RelationKind, to: string): Promise<void> {
    const { relations } = this.#needs
    const edge = { org, from, to, kind }
    const _id = idOf(edge)
    if ((await relations.get(_id)) !== null) return
    if ((await relations.count({ where: { org, from, kind }, atMost: MOST_OF_A_KIND })) >= MOST_OF_A_KIND)
      throw new Refusal('invalid', `You can ${kind} ${MOST_OF_A_KIND} people and no more: take one back first.`)
    const at = this.#now()
    try {
      await relations.insert({ _id, ...edge, at }, { events: [this.#event(edge, TOLD[kind][0])] })
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
    }
  }

  async remove({ org, id: from }: Actor, kind: RelationKind, to: string): Promise<void> {
    const edge = { org, from, to, kind }
    await this.#needs.relations.remove({ _id: idOf(edge) }, { events: [this.#event(edge, TOLD[kind][1])] })
  }

  /** The newest first. */
  async list({ org, id: from }: Actor, kind: RelationKind, { limit, cursor }: Asked): Promise<Listed> {
    const after = positionIn(cursor, ['text', 'text'])
    const { docs, next } = await this.#needs.relations.find({
      where: { org, from, kind },
      sort: { at: -1 },
      limit,
      after,
    })
    return { relations: docs.map(({ to, at }) => ({ to, at })), next: cursorOf(next) }
  }

  /** Those of these people whom the viewer muted or blocked, or who blocked the viewer. */
  hiddenFrom(viewer: Pick<Actor, 'org' | 'id'>, people: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#among(people, (other) => [
      { org: viewer.org, from: viewer.id, to: other, kind: 'mute' },
      ...blocksBetween(viewer, other),
    ])
  }

  /** Those of these people between whom and the actor there is a block, whoever made it. */
  blockedWith(actor: Pick<Actor, 'org' | 'id'>, people: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#among(people, (other) => blocksBetween(actor, other))
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
    const edges = (await this.#few({ org, id })) ?? (await this.#edges(people, named))
    const asked = new Set(people)
    const apart = new Map<string, RelationKind>()
    for (const { kind, person } of edges)
      if (asked.has(person) && apart.get(person) !== 'block') apart.set(person, kind)
    return apart
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
      ...towards.docs.map(({ kind, from: person }) => ({ kind, person })),
      ...from.docs.map(({ kind, to: person }) => ({ kind, person })),
    ]
  }

  async #among(people: readonly string[], edgesTo: (person: string) => Edge[]): Promise<ReadonlySet<string>> {
    return new Set((await this.#edges(people, edgesTo)).map(({ person }) => person))
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
    return docs.flatMap(({ _id, kind }) => {
      const person = personOf.get(_id)
      return person === undefined ? [] : [{ kind, person }]
    })
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
