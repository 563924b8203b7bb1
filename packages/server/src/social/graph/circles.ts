import type { Collection } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { cursorOf, positionIn } from '../../api/list-cursor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Circle, Circles as CirclesDocument, Membership } from '../model.ts'
import { noCircle, noPerson } from '../policy.ts'
import { momentOf, type World } from '../world.ts'

export type CircleNeeds = {
  circles: Collection<CirclesDocument>
  memberships: Collection<Membership>
  people: Pick<People, 'many' | 'relations'>
  world: World
}

const MOST_CIRCLES = 100
const MOST_MEMBERS = 5000

type Asked = { limit: number; cursor: string | null }

/**
 * Groups of people by which somebody chooses who sees what they write. They tell no events: nobody but their owner ever
 * learns of them, and what follows from them is looked up when it is needed.
 */
export class CircleBook {
  readonly #needs: CircleNeeds

  constructor(needs: CircleNeeds) {
    this.#needs = needs
  }

  async list({ id }: Pick<Actor, 'id'>): Promise<Circle[]> {
    return (await this.#needs.circles.get(id))?.circles ?? []
  }

  /** `key` names it before it is written, so that a repeat finds itself. */
  async create(actor: Actor, { key, name }: { key: string; name: string }): Promise<Circle> {
    requirePerson(actor)
    const circle = { key, name, created: momentOf(this.#needs.world) }
    const { doc } = await this.#needs.circles.change(actor.id, (now, to) => {
      if (now === null) return to.insert({ _id: actor.id, org: actor.org, circles: [circle], rev: 1 })
      if (now.circles.some((one) => one.key === key)) return null
      if (now.circles.length >= MOST_CIRCLES)
        throw new Refusal('too-many', `You can have ${MOST_CIRCLES} circles and no more: delete one first.`)
      requireFree(now.circles, name)
      return to.change({ $push: { circles: circle }, $inc: { rev: 1 } })
    })
    await this.#unlessErased(actor.org, [actor.id], () => this.#needs.circles.remove({ _id: actor.id }))
    return doc?.circles.find((one) => one.key === key) ?? circle
  }

  async rename(actor: Actor, key: string, name: string): Promise<Circle> {
    const { doc } = await this.#needs.circles.change(actor.id, (now, to) => {
      const others = now?.circles.filter((one) => one.key !== key) ?? []
      if (now === null || others.length === now.circles.length) throw noCircle()
      requireFree(others, name)
      const circles = now.circles.map((one) => (one.key === key ? { ...one, name } : one))
      return to.change({ $set: { circles }, $inc: { rev: 1 } })
    })
    return required(doc, key)
  }

  /** From here on nobody is in it: those who were are looked up with the circles that there are. */
  async remove(actor: Actor, key: string): Promise<void> {
    await this.#needs.circles.change(actor.id, (now, to) =>
      now?.circles.some((one) => one.key === key) === true
        ? to.change({ $pull: { circles: { key } }, $inc: { rev: 1 } })
        : null,
    )
    await this.#forget(actor.id, key)
  }

  async add(actor: Actor, key: string, member: string): Promise<void> {
    const { memberships, people } = this.#needs
    const { org, id: owner } = actor
    await this.require(actor, [key])
    if (member === owner) throw new Refusal('invalid', 'You are in all of your circles: others can be added.')
    const [known, apart] = await Promise.all([
      people.many(org, [member]),
      people.relations.blockedWith(actor, [member]),
    ])
    if (known.get(member)?.erased !== null || apart.has(member)) throw noPerson()
    if ((await this.count(actor, key)) >= MOST_MEMBERS)
      throw new Refusal('too-many', `A circle can have ${MOST_MEMBERS} people and no more: remove one first.`)
    const at = momentOf(this.#needs.world)
    await memberships.change(`${owner}~${member}`, (now, to) => {
      if (now === null) return to.insert({ _id: `${owner}~${member}`, org, owner, member, circles: [key], at })
      return now.circles.includes(key) ? null : to.change({ $addToSet: { circles: key } })
    })
    await this.#unlessErased(org, [owner, member], () => memberships.remove({ _id: `${owner}~${member}` }))
  }

  async drop({ id: owner }: Pick<Actor, 'id'>, key: string, member: string): Promise<void> {
    await this.#needs.memberships.change(`${owner}~${member}`, (now, to) => {
      if (now === null || !now.circles.includes(key)) return null
      return now.circles.length === 1 ? to.remove() : to.change({ $pull: { circles: key } })
    })
  }

  /** Takes somebody out of all of the owner's circles. */
  async dropEverywhere(owner: string, member: string): Promise<void> {
    await this.#needs.memberships.remove({ _id: `${owner}~${member}` })
  }

  /** Ids of who is in a circle, in order of these. */
  async members(
    actor: Actor,
    key: string,
    { limit, cursor }: Asked,
  ): Promise<{ people: string[]; next: string | null }> {
    await this.require(actor, [key])
    const after = positionIn(cursor, ['text'])
    const where = { owner: actor.id, circles: key }
    const { docs, next } = await this.#needs.memberships.find({ where, sort: { member: 1 }, limit, after })
    return { people: docs.map(({ member }) => member), next: cursorOf(next) }
  }

  /** How many are in a circle. */
  count({ id: owner }: Pick<Actor, 'id'>, key: string): Promise<number> {
    return this.#needs.memberships.count({ where: { owner, circles: key }, atMost: MOST_MEMBERS })
  }

  /** In which of the owner's circles somebody is, of those that still are. */
  async with({ id: owner }: Pick<Actor, 'id'>, member: string): Promise<string[]> {
    const [kept, found] = await Promise.all([
      this.list({ id: owner }),
      this.#needs.memberships.get(`${owner}~${member}`),
    ])
    return kept.map(({ key }) => key).filter((key) => found?.circles.includes(key) === true)
  }

  /** Refused where one of these is none of the actor's. */
  async require(actor: Pick<Actor, 'id'>, keys: readonly string[]): Promise<void> {
    const mine = await this.list(actor)
    if (!keys.every((key) => mine.some((one) => one.key === key))) throw noCircle()
  }

  /** No event tells what erases people of this: either it sees what was written, or the writer sees that it is to go. */
  async #unlessErased(org: string, people: readonly string[], undo: () => Promise<unknown>): Promise<void> {
    const known = await this.#needs.people.many(org, people)
    if ([...known.values()].some(({ erased }) => erased !== null)) await undo()
  }

  async #forget(owner: string, key: string): Promise<void> {
    const { memberships } = this.#needs
    for (;;) {
      const { docs } = await memberships.find({ where: { owner, circles: key }, sort: { member: 1 }, limit: 100 })
      await Promise.all(docs.map(({ member }) => this.drop({ id: owner }, key, member)))
      if (docs.length < 100) return
    }
  }
}

function requirePerson({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Only people have circles: sign in.')
}

function requireFree(circles: readonly Circle[], name: string): void {
  if (circles.some((one) => one.name === name))
    throw new Refusal('circle-exists', `You have a circle “${name}” already: choose another name.`)
}

function required(doc: CirclesDocument | null, key: string): Circle {
  const found = doc?.circles.find((one) => one.key === key)
  if (found === undefined) throw noCircle()
  return found
}
