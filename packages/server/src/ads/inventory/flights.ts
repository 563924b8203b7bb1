import type { Filter } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { placeId } from '../ids.ts'
import type { Campaign, Creative, Flight, Zone } from '../model.ts'
import { isArchived, notThere, requireMayAdvertise, requireOneFilter, wrongValue } from '../policy.ts'
import { datesInOrder, type FlightChange, type NewFlight } from './demand-inputs.ts'
import { OUT_OF_ORDER } from './inputs.ts'
import { type Creating, idFor, type InventoryNeeds, momentOf } from './needs.ts'
import type { Asked, Made, Revs, Shelf } from './shelf.ts'
import { takenBy } from './taken.ts'

type Around = {
  shelf: Shelf<Flight>
  campaigns: Shelf<Campaign>
  zones: Shelf<Zone>
  creatives: Shelf<Creative>
}

type Wanted = { campaign?: string | undefined; state?: Flight['state'] | undefined }

/** All but what is archived. */
export const LIVING_FLIGHTS: Flight['state'][] = ['on', 'paused']

/** How a campaign is shown: at what price, to whom, where, how often. */
export class FlightBook {
  readonly #needs: InventoryNeeds
  readonly #around: Around

  constructor(needs: InventoryNeeds, around: Around) {
    this.#needs = needs
    this.#around = around
  }

  async create(creating: Creating, { id, ...said }: NewFlight): Promise<Made<Flight>> {
    const { actor } = creating
    requireMayAdvertise(actor)
    const { world } = this.#needs
    const campaign = await this.#around.campaigns.require(actor, said.campaign, 'campaign')
    if (campaign.state === 'archived') throw isArchived('campaign')
    await this.#requireThere(campaign, said)
    const _id = idFor(world, creating, { kind: 'flight', ...(id !== undefined && { id }) })
    return this.#around.shelf.insert({ _id, org: actor.org, ...said, created: momentOf(world), rev: 1 }, takenBy(id))
  }

  async change(actor: Actor, id: string, { revs = null, ...said }: FlightChange & Revs): Promise<Flight> {
    const { campaign: of } = await this.get(actor, id)
    const campaign = await this.#around.campaigns.require(actor, of)
    await this.#requireThere(campaign, said)
    return this.#around.shelf.change(actor, id, {
      revs,
      decide: (now) => {
        const wanted = said as Partial<Flight>
        if (now.state === 'archived') throw isArchived('flight')
        if (!datesInOrder({ ...now, ...wanted })) throw wrongValue('until', OUT_OF_ORDER)
        requireSamePricing(campaign, now, wanted)
        return wanted
      },
    })
  }

  get(actor: Actor, id: string): Promise<Flight> {
    return this.#around.shelf.require(actor, id)
  }

  /** Of a campaign all, archived ones too; of a state; or all that are not archived. */
  async list(actor: Actor, { campaign, state, ...asked }: Asked & Wanted) {
    requireOneFilter({ campaign, state })
    const which: Filter<Flight> = campaign === undefined ? { state: state ?? { $in: LIVING_FLIGHTS } } : { campaign }
    return this.#around.shelf.page(actor, which, asked)
  }

  async archive(actor: Actor, id: string): Promise<void> {
    await this.#around.shelf.change(actor, id, { decide: () => ({ state: 'archived' }) })
  }

  async #requireThere({ org, advertiser }: Campaign, { zones = [], creatives = [] }: FlightChange): Promise<void> {
    const places = await Promise.all(zones.map((key) => this.#around.zones.find(org, placeId('zone', org, key))))
    const lost = places.indexOf(null)
    if (lost >= 0) throw notThere('zone', `zones.${lost}`)
    const shown = await Promise.all(creatives.map((id) => this.#around.creatives.find(org, id)))
    for (const [at, creative] of shown.entries()) {
      if (creative === null || creative.isArchived) throw notThere('creative', `creatives.${at}`)
      if (creative.advertiser !== advertiser)
        throw wrongValue(`creatives.${at}`, 'belongs to another advertiser than the campaign')
    }
  }
}

/** What a goal counts, and what was paid once for all, stay what they were. */
function requireSamePricing({ state }: Campaign, now: Flight, { pricing = now.pricing }: Partial<Flight>): void {
  if (state === 'draft') return
  const isFixed = pricing.model !== now.pricing.model
  if (isFixed) throw wrongValue('pricing.model', 'is fixed once the campaign has begun: make another flight')
  if (pricing.model === 'flat' && pricing.price !== now.pricing.price)
    throw wrongValue(
      'pricing.price',
      'is paid once for all, and fixed once the campaign has begun: make another flight',
    )
}
