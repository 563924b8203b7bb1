import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { placeId } from '../ids.ts'
import type { Creative, Site, Zone } from '../model.ts'
import { notThere, requireMayAdvertise, wrongValue } from '../policy.ts'
import { type Creating, type InventoryNeeds, momentOf } from './needs.ts'
import { hasItsSize, type NewZone, SIZE_MISSING, type ZoneChange } from './place-inputs.ts'
import type { Asked, Made, Revs, Shelf } from './shelf.ts'

const idOf = (org: string, key: string): string => placeId('zone', org, key)

type Around = {
  shelf: Shelf<Zone>
  siteOf: (actor: Actor, key: string, path: string) => Promise<Site>
  creativeOf: (org: string, id: string) => Promise<Creative | null>
}

/** Where ads are shown. */
export class ZoneBook {
  readonly #needs: InventoryNeeds
  readonly #around: Around

  constructor(needs: InventoryNeeds, around: Around) {
    this.#needs = needs
    this.#around = around
  }

  async create({ actor }: Creating, said: NewZone): Promise<Made<Zone>> {
    requireMayAdvertise(actor)
    await this.#requireThere(actor, said)
    const { org } = actor
    const zone: Zone = { _id: idOf(org, said.key), org, ...said, created: momentOf(this.#needs.world), rev: 1 }
    const taken = () =>
      new Refusal('zone-exists', `There is a zone “${said.key}” already: change that, or choose another key.`)
    return this.#around.shelf.insert(zone, taken)
  }

  async change(actor: Actor, key: string, { revs = null, ...said }: ZoneChange & Revs): Promise<Zone> {
    await this.get(actor, key)
    await this.#requireThere(actor, said)
    return this.#around.shelf.change(actor, idOf(actor.org, key), {
      revs,
      decide: (now) => {
        const wanted = said as Partial<Zone>
        if (!hasItsSize({ ...now, ...wanted })) throw wrongValue('size', SIZE_MISSING.message)
        return wanted
      },
    })
  }

  get(actor: Actor, key: string): Promise<Zone> {
    return this.#around.shelf.require(actor, idOf(actor.org, key))
  }

  list(actor: Actor, asked: Asked) {
    return this.#around.shelf.page(actor, {}, asked)
  }

  /** Pages that still name it show nothing there. */
  archive(actor: Actor, key: string): Promise<void> {
    return this.#around.shelf.remove(actor, idOf(actor.org, key))
  }

  async #requireThere(actor: Actor, { site, house = [] }: ZoneChange): Promise<void> {
    if (site !== undefined) await this.#around.siteOf(actor, site, 'site')
    const found = await Promise.all(house.map((id) => this.#around.creativeOf(actor.org, id)))
    const lost = found.findIndex((creative) => creative === null || creative.isArchived)
    if (lost >= 0) throw notThere('creative', `house.${lost}`)
  }
}
