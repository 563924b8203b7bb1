import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { placeId } from '../ids.ts'
import type { Site, Zone } from '../model.ts'
import { requireMayAdvertise } from '../policy.ts'
import { type Creating, type InventoryNeeds, momentOf, MOST } from './needs.ts'
import type { NewSite, SiteChange } from './place-inputs.ts'
import { type Asked, type Made, type Revs, Shelf } from './shelf.ts'

const idOf = (org: string, key: string): string => placeId('site', org, key)

/** Pages and apps that show ads. */
export class SiteBook {
  readonly #needs: InventoryNeeds
  readonly #shelf: Shelf<Site>
  readonly #zones: Shelf<Zone>

  constructor(needs: InventoryNeeds, zones: Shelf<Zone>) {
    this.#needs = needs
    this.#shelf = new Shelf({ kind: 'site', all: needs.sites, alive: [{}], needs })
    this.#zones = zones
  }

  async create({ actor }: Creating, said: NewSite): Promise<Made<Site>> {
    requireMayAdvertise(actor)
    const { org } = actor
    const site: Site = { _id: idOf(org, said.key), org, ...said, created: momentOf(this.#needs.world), rev: 1 }
    const taken = () =>
      new Refusal('site-exists', `There is a site “${said.key}” already: change that, or choose another key.`)
    return this.#shelf.insert(site, taken)
  }

  change(actor: Actor, key: string, { revs = null, ...said }: SiteChange & Revs): Promise<Site> {
    return this.#shelf.change(actor, idOf(actor.org, key), { revs, decide: () => said as Partial<Site> })
  }

  get(actor: Actor, key: string, path?: string): Promise<Site> {
    return this.#shelf.require(actor, idOf(actor.org, key), path)
  }

  list(actor: Actor, asked: Asked) {
    return this.#shelf.page(actor, {}, asked)
  }

  /** While nothing is shown on it. */
  async archive(actor: Actor, key: string): Promise<void> {
    await this.get(actor, key)
    const zones = await this.#zones.some(actor.org, {}, MOST.zone)
    const left = zones.filter(({ site }) => site === key).map((one) => one.key)
    if (left.length > 0)
      throw new Refusal('site-in-use', `The site has zones: remove them first, or put them elsewhere (${left[0]}).`)
    await this.#shelf.remove(actor, idOf(actor.org, key))
  }
}
