import type { Filter } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Advertiser, Campaign, CampaignState } from '../model.ts'
import { blankMoney, rebudgeted } from '../money/budget.ts'
import { isArchived, requireMayAdvertise, requireOneFilter, wrongValue } from '../policy.ts'
import type { CampaignChange, NewCampaign } from './demand-inputs.ts'
import { isInOrder, OUT_OF_ORDER } from './inputs.ts'
import { type Creating, idFor, type InventoryNeeds, momentOf } from './needs.ts'
import type { Asked, Made, Revs, Shelf } from './shelf.ts'
import { missingToRun } from './starting.ts'
import { takenBy } from './taken.ts'

type Around = {
  shelf: Shelf<Campaign>
  advertiserOf: (actor: Actor, id: string, path: string) => Promise<Advertiser>
}

type Wanted = { advertiser?: string | undefined; state?: CampaignState | undefined }

/** All but what is archived. */
export const LIVING_CAMPAIGNS: CampaignState[] = ['draft', 'on', 'paused']

/** What is to be shown, from when to when, for how much. Money is moved by `money/`, and here only its sum is set. */
export class CampaignBook {
  readonly #needs: InventoryNeeds
  readonly #around: Around

  constructor(needs: InventoryNeeds, around: Around) {
    this.#needs = needs
    this.#around = around
  }

  async create(creating: Creating, { id, ...said }: NewCampaign): Promise<Made<Campaign>> {
    const { actor } = creating
    requireMayAdvertise(actor)
    const { world } = this.#needs
    await this.#around.advertiserOf(actor, said.advertiser, 'advertiser')
    const _id = idFor(world, creating, { kind: 'campaign', ...(id !== undefined && { id }) })
    const begun = { state: 'draft', money: blankMoney(said.budget), created: momentOf(world), rev: 1 } as const
    return this.#around.shelf.insert({ _id, org: actor.org, ...said, ...begun }, takenBy(id))
  }

  change(actor: Actor, id: string, { revs = null, ...said }: CampaignChange & Revs): Promise<Campaign> {
    return this.#around.shelf.change(actor, id, { revs, decide: (now) => changed(now, said as Partial<Campaign>) })
  }

  get(actor: Actor, id: string): Promise<Campaign> {
    return this.#around.shelf.require(actor, id)
  }

  /** Of an advertiser all, archived ones too; of a state; or all that are not archived. */
  async list(actor: Actor, { advertiser, state, ...asked }: Asked & Wanted) {
    requireOneFilter({ advertiser, state })
    const which: Filter<Campaign> =
      advertiser === undefined ? { state: state ?? { $in: LIVING_CAMPAIGNS } } : { advertiser }
    return this.#around.shelf.page(actor, which, asked)
  }

  /** From a draft or a pause; what it lacks is said all at once. */
  async start(actor: Actor, id: string, revs: Revs = {}): Promise<Campaign> {
    return this.#around.shelf.change(actor, id, {
      ...revs,
      decide: async (now) => {
        if (now.state === 'archived') throw isArchived('campaign')
        if (now.state === 'on') return {}
        await this.#requireReady(now)
        return { state: 'on' }
      },
    })
  }

  async resume(actor: Actor, id: string, revs: Revs = {}): Promise<Campaign> {
    const { state } = await this.get(actor, id)
    if (state === 'draft') throw new Refusal('not-ready', 'This campaign has not begun yet: start it.')
    return this.start(actor, id, revs)
  }

  /** Decisions stop within a second; what was shown before is still counted. */
  pause(actor: Actor, id: string, revs: Revs = {}): Promise<Campaign> {
    return this.#around.shelf.change(actor, id, {
      ...revs,
      decide: ({ state }) => {
        if (state === 'archived') throw isArchived('campaign')
        if (state === 'draft')
          throw new Refusal('not-ready', 'This campaign has not begun yet: there is nothing to pause.')
        return { state: 'paused' }
      },
    })
  }

  /** For good. What is out of its budget comes back to it, for its reports. */
  async archive(actor: Actor, id: string): Promise<void> {
    await this.#around.shelf.change(actor, id, { decide: () => ({ state: 'archived' }) })
  }

  async #requireReady(campaign: Campaign): Promise<void> {
    const missing = await missingToRun(this.#needs, campaign)
    if (missing.length === 0) return
    const all = missing.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new Refusal('not-ready', `This campaign cannot run yet: ${all}.`, missing)
  }
}

/** What is to be set. A new budget changes what is left, in the same write. */
function changed(now: Campaign, said: Partial<Campaign>): Partial<Campaign> {
  if (now.state === 'archived') throw isArchived('campaign')
  const { from, until, timeZone } = { ...now, ...said }
  if (!isInOrder(from, until)) throw wrongValue('until', OUT_OF_ORDER)
  if (timeZone !== now.timeZone && now.state !== 'draft')
    throw wrongValue('timeZone', 'is fixed once the campaign has begun: what was spent on which day depends on it')
  if (said.budget === undefined || said.budget === now.budget) return said
  return { ...said, money: rebudgeted(now, said.budget) }
}
