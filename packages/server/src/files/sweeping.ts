import type { Collection } from '@palaver/store'
import type { Blobs } from './blobs.ts'
import { ASK_AGAIN_MS, type BlobDocument, type Photo, UNUSED_MS } from './model.ts'
import { release } from './holding.ts'
import { remove, type RemovingNeeds } from './removing.ts'

export type SweepingNeeds = RemovingNeeds & {
  documents: Pick<Collection<BlobDocument>, 'find'>
  blobs: Pick<Blobs, 'list' | 'tidy'>
  /** Whether a holder is there and uses the photo. */
  stillHeld: (org: string, holder: string, photo: string) => Promise<boolean>
}

const DAY_MS = 24 * 60 * 60_000
const STRAYS_AT_ONCE = 500

/** Removes what is no longer needed, in bounded steps; each `step` says whether more is left. */
export class Sweeper {
  readonly #needs: SweepingNeeds
  /** How far the walk over all that is stored has come; null between two walks. */
  #walkedTo: string | null = null
  #nextWalk: number

  constructor(needs: SweepingNeeds) {
    this.#needs = needs
    this.#nextWalk = needs.now()
  }

  async step(limit = 100): Promise<boolean> {
    const steps = [await this.#expired(limit), await this.#unsure(limit), await this.#unnamed(limit)]
    return [...steps, await this.#strays()].includes(true)
  }

  async #expired(limit: number): Promise<boolean> {
    const { photos } = this.#needs
    const at = this.#now()
    const { docs, next } = await photos.find({ where: { expires: { $lte: at } }, limit })
    const isPast = ({ expires }: Photo): boolean => expires !== null && expires <= at
    for (const { _id } of docs) await remove(this.#needs, _id, isPast)
    return next !== null
  }

  /** Photos that were claimed, or asked about, a while ago. */
  async #unsure(limit: number): Promise<boolean> {
    const { photos, stillHeld } = this.#needs
    const { docs, next } = await photos.find({ where: { ask: { $lte: this.#now() } }, limit })
    const again = new Date(this.#needs.now() + ASK_AGAIN_MS).toISOString()
    for (const { _id, org, holder } of docs) {
      if (holder === null) continue
      if (await stillHeld(org, holder, _id)) await photos.update({ _id, holder }, { $set: { ask: again } })
      else await release(this.#needs, { org, holder, ids: [_id] })
    }
    return next !== null
  }

  /** Blobs for which no photo came. */
  async #unnamed(limit: number): Promise<boolean> {
    const { documents, book } = this.#needs
    const { docs, next } = await documents.find({ where: { look: { $lte: this.#now() } }, limit })
    for (const blob of docs) await book.look(blob)
    return next !== null
  }

  /** Bytes that arrived when all that named them had gone: once a day all that is stored is looked through. */
  async #strays(): Promise<boolean> {
    const { blobs, book, now } = this.#needs
    if (this.#walkedTo === null && now() < this.#nextWalk) return false
    if (this.#walkedTo === null) await blobs.tidy(now() - UNUSED_MS)
    const names = await blobs.list(this.#walkedTo, STRAYS_AT_ONCE)
    for (const name of names) await book.removeStray(name)
    this.#walkedTo = names.length < STRAYS_AT_ONCE ? null : (names.at(-1) ?? null)
    if (this.#walkedTo === null) this.#nextWalk = now() + DAY_MS
    return this.#walkedTo !== null
  }

  #now(): string {
    return new Date(this.#needs.now()).toISOString()
  }
}
