import type { CollectionSpec } from '../collection.ts'
import type { Projection } from '../dialect/projection.ts'
import type { Doc } from '../dialect/value.ts'
import type { Page, Stored } from '../engine.ts'
import { pageOf } from '../plan/page.ts'
import type { Plan } from '../plan/plan.ts'
import { all, byId, LIVE, whereOf } from './filter.ts'
import { storedOf } from './hidden.ts'
import type { Link } from './link.ts'
import { isSliceRefused, type Sendable, sendable } from './projection.ts'
import { hintOf, walkIndex } from './walk.ts'

export class Reads {
  readonly #link: Link
  #cutsHere = false

  constructor(link: Link) {
    this.#link = link
  }

  async get(collection: CollectionSpec, id: string): Promise<Stored | null> {
    const where = byId(collection, id)
    if (where === null) return null
    const kept = await this.#link.read(() => this.#link.collection(collection.name).findOne(all(where, LIVE)))
    return kept === null ? null : storedOf(kept)
  }

  async find(collection: CollectionSpec, plan: Plan, projection: Projection | null): Promise<Page<Doc>> {
    const isWhole =
      plan.walks.some(({ rest }) => rest.length > 0) || (this.#cutsHere && projection?.slices.length !== 0)
    try {
      return await this.#page(collection, plan, sendable(projection, isWhole ? null : plan.order))
    } catch (error) {
      if (!isSliceRefused(error) || this.#cutsHere) throw error
      this.#cutsHere = true
      return this.find(collection, plan, projection)
    }
  }

  async #page(collection: CollectionSpec, asked: Plan, { fields, finish }: Sendable): Promise<Page<Doc>> {
    const examines = asked.walks.some(({ rest }) => rest.length > 0)
    // Several walks, or one in two parts, can only be passed over when they are one list again.
    const skip = examines || asked.walks.length > 1 || asked.after !== null ? 0 : asked.skip
    const plan = { ...asked, walks: asked.walks, skip: asked.skip - skip }
    const walked = await Promise.all(
      plan.walks.map((walk) => walkIndex(this.#link, { collection, plan, walk, fields, skip })),
    )
    const page = pageOf(plan, walked, (doc) => doc)
    return { ...page, docs: page.docs.map(finish) }
  }

  async count(collection: CollectionSpec, plan: Plan): Promise<number> {
    if (plan.walks.some(({ rest }) => rest.length > 0)) return (await this.find(collection, plan, null)).docs.length
    const [walk] = plan.walks
    const walks = plan.walks.map(({ where }) => whereOf(collection, where))
    const isOne = walk !== undefined && walks.length === 1
    const where = all(isOne ? (walks[0] ?? {}) : { $or: walks }, LIVE)
    const options = { limit: plan.limit, ...(isOne && { hint: hintOf(walk) }) }
    return this.#link.read(() => this.#link.collection(collection.name).countDocuments(where, options))
  }

  async batch(collection: CollectionSpec, after: string | null, limit: number): Promise<Stored[]> {
    const where = all(after === null ? {} : { _id: { $gt: after } }, LIVE)
    const cursor = this.#link.collection(collection.name).find(where, { sort: { _id: 1 }, limit })
    return (await this.#link.read(() => cursor.toArray())).map(storedOf)
  }
}
