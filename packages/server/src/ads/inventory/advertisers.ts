import type { Actor } from '../../api/actor.ts'
import type { Advertiser } from '../model.ts'
import { isArchived, requireMayAdvertise } from '../policy.ts'
import type { AdvertiserChange, NewAdvertiser } from './demand-inputs.ts'
import { type Creating, idFor, type InventoryNeeds, momentOf } from './needs.ts'
import { type Asked, type Made, type Revs, Shelf } from './shelf.ts'
import { takenBy } from './taken.ts'

/** Who pays for ads. */
export class AdvertiserBook {
  readonly #needs: InventoryNeeds
  readonly #shelf: Shelf<Advertiser>

  constructor(needs: InventoryNeeds) {
    this.#needs = needs
    this.#shelf = new Shelf({
      kind: 'advertiser',
      all: needs.advertisers,
      alive: [{ isArchived: false }],
      needs,
    })
  }

  async create(creating: Creating, { id, name, category }: NewAdvertiser): Promise<Made<Advertiser>> {
    const { actor } = creating
    requireMayAdvertise(actor)
    const { world } = this.#needs
    const _id = idFor(world, creating, { kind: 'advertiser', ...(id !== undefined && { id }) })
    const more = { isArchived: false, linkSecret: null, created: momentOf(world), rev: 1 }
    return this.#shelf.insert({ _id, org: actor.org, name, category, ...more }, takenBy(id))
  }

  change(actor: Actor, id: string, { revs = null, ...said }: AdvertiserChange & Revs): Promise<Advertiser> {
    return this.#shelf.change(actor, id, {
      revs,
      decide: (now) => {
        if (now.isArchived) throw isArchived('advertiser')
        return said as Partial<Advertiser>
      },
    })
  }

  get(actor: Actor, id: string): Promise<Advertiser> {
    return this.#shelf.require(actor, id)
  }

  /** One for which something new can be made; `path`: where the request named it. */
  async active(actor: Actor, id: string, path: string): Promise<Advertiser> {
    const found = await this.#shelf.require(actor, id, path)
    if (found.isArchived) throw isArchived('advertiser')
    return found
  }

  list(actor: Actor, asked: Asked) {
    return this.#shelf.page(actor, { isArchived: false }, asked)
  }

  /** None of its campaigns is shown from here on. */
  async archive(actor: Actor, id: string): Promise<void> {
    await this.#shelf.change(actor, id, { decide: () => ({ isArchived: true }) })
  }
}
