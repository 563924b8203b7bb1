import { isDeepStrictEqual } from 'node:util'
import type { Filter } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Advertiser, Creative } from '../model.ts'
import { isArchived, requireMayAdvertise, requireOneFilter } from '../policy.ts'
import { type CreativeChange, flawsOfFormat, type NewCreative, type Reviewed } from './creative-inputs.ts'
import { type Creating, idFor, type InventoryNeeds, momentOf } from './needs.ts'
import { holderOf, photosOf } from './pictures.ts'
import type { Asked, Made, Revs, Shelf } from './shelf.ts'
import { takenBy } from './taken.ts'

type Around = {
  shelf: Shelf<Creative>
  advertiserOf: (actor: Actor, id: string, path: string) => Promise<Advertiser>
}

type ReviewState = Creative['review']['state']
type Wanted = { advertiser?: string | undefined; review?: ReviewState | undefined }

const WAITING: Creative['review'] = { state: 'waiting', reason: null, by: null, at: null }

/** What people look at before they approve of it. */
const SHOWN = ['size', 'card', 'image', 'html', 'destination'] as const

/** What is shown. It holds its pictures: they are claimed before it names them, and let go of after. */
export class CreativeBook {
  readonly #needs: InventoryNeeds
  readonly #around: Around

  constructor(needs: InventoryNeeds, around: Around) {
    this.#needs = needs
    this.#around = around
  }

  async create(creating: Creating, { id, ...said }: NewCreative): Promise<Made<Creative>> {
    const { actor } = creating
    requireMayAdvertise(actor)
    const { world } = this.#needs
    await this.#around.advertiserOf(actor, said.advertiser, 'advertiser')
    const _id = idFor(world, creating, { kind: 'creative', ...(id !== undefined && { id }) })
    const begun = { review: WAITING, isArchived: false, created: momentOf(world), rev: 1 }
    const creative: Creative = { _id, org: actor.org, ...said, ...begun }
    const before = await this.#around.shelf.find(actor.org, _id)
    // Somebody else may have brought what it shows already.
    const fresh = photosOf(creative).filter((photo) => before === null || !photosOf(before).includes(photo))
    return this.#holding(actor, { id: _id, fresh }, () => this.#around.shelf.insert(creative, takenBy(id)))
  }

  /** A change of what is shown, or of where it leads, waits for review again. */
  async change(actor: Actor, id: string, { revs = null, ...said }: CreativeChange & Revs): Promise<Creative> {
    const seen = await this.get(actor, id)
    const wanted = said as Partial<Creative>
    const held = photosOf(seen)
    const fresh = photosOf({ ...seen, ...wanted }).filter((photo) => !held.includes(photo))
    let former = held
    const changed = await this.#holding(actor, { id, fresh }, () =>
      this.#around.shelf.change(actor, id, {
        revs,
        decide: (now) => {
          former = photosOf(now)
          return revised(now, wanted)
        },
      }),
    )
    const kept = photosOf(changed)
    await this.#release(actor, { id, photos: former.filter((photo) => !kept.includes(photo)) })
    return changed
  }

  get(actor: Actor, id: string): Promise<Creative> {
    return this.#around.shelf.require(actor, id)
  }

  /** Of an advertiser all, archived ones too; of a state of review; or all that are not archived. */
  async list(actor: Actor, { advertiser, review, ...asked }: Asked & Wanted) {
    requireOneFilter({ advertiser, review })
    const living = { isArchived: false, ...(review !== undefined && { 'review.state': review }) }
    const which: Filter<Creative> = advertiser === undefined ? living : { advertiser }
    return this.#around.shelf.page(actor, which, asked)
  }

  /** `revs`: what the reviewer has seen, so that nobody approves of what they have not. */
  review(actor: Actor, id: string, { revs = null, state, reason }: Reviewed & Revs): Promise<Creative> {
    return this.#around.shelf.change(actor, id, {
      revs,
      decide: (now) => {
        if (now.isArchived) throw isArchived('creative')
        if (now.review.state === state && now.review.reason === reason) return {}
        return { review: { state, reason, by: actor.id, at: momentOf(this.#needs.world) } }
      },
    })
  }

  /** For good. It keeps its pictures: pages that show it at this moment still do. */
  async archive(actor: Actor, id: string): Promise<void> {
    await this.#around.shelf.change(actor, id, { decide: () => ({ isArchived: true }) })
  }

  /** Where the write does not come to be, the pictures are free again. */
  async #holding<T>(actor: Actor, { id, fresh }: { id: string; fresh: string[] }, write: () => Promise<T>): Promise<T> {
    if (fresh.length > 0) await this.#needs.photos.claim(actor, fresh, holderOf(id))
    try {
      return await write()
    } catch (error) {
      // A failure that is no refusal may have written: then they are asked about later.
      if (error instanceof Refusal) await this.#release(actor, { id, photos: fresh })
      throw error
    }
  }

  async #release({ org }: Actor, { id, photos }: { id: string; photos: string[] }): Promise<void> {
    const now = await this.#around.shelf.find(org, id)
    const used = now === null ? [] : photosOf(now)
    const free = photos.filter((photo) => !used.includes(photo))
    if (free.length > 0) await this.#needs.photos.release(org, holderOf(id), free)
  }
}

function revised(now: Creative, wanted: Partial<Creative>): Partial<Creative> {
  if (now.isArchived) throw isArchived('creative')
  const after = { ...now, ...wanted }
  const flaws = flawsOfFormat(after)
  const [first] = flaws
  if (first !== undefined) throw new Refusal('invalid', `${first.path} ${first.message}.`, flaws)
  const isShownAnew = SHOWN.some((name) => !isDeepStrictEqual(after[name], now[name]))
  return isShownAnew ? { ...wanted, review: WAITING } : wanted
}
