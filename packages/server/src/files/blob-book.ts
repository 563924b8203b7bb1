import { type Collection, Conflict } from '@palaver/store'
import { blobName, type Blobs, partsOf } from './blobs.ts'
import { type BlobDocument, type Photo, UNUSED_MS } from './model.ts'

type Needs = {
  documents: Collection<BlobDocument>
  photos: Pick<Collection<Photo>, 'find'>
  blobs: Pick<Blobs, 'remove'>
  now: () => number
  /** Sixteen digits (hexadecimal) that nobody had before. */
  newGeneration: () => string
}

const MOST_TRIES = 20

/**
 * Which bytes are kept. Photos of the same content share them, and whoever is the last to let go removes them.
 *
 * A photo comes to use bytes in this order: they have a live document (`nameFor`), the photo names them, somebody counts
 * on them (`countOn`), they are put. They go in this order: the photo that goes names them no longer; the document is
 * read, no photo is found that names them, and the document dies if it is still the one that was read. Whoever counted on
 * them in between changed it; whoever comes later finds it dead. What is dead never lives again: the next who brings the
 * same bytes puts them under a new generation, so that a removal which comes late removes nothing that is needed.
 */
export class BlobBook {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The name under which bytes of this hash are kept, or will be. */
  async nameFor(hash: string): Promise<string> {
    const { documents, newGeneration, now } = this.#needs
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const look = new Date(now() + UNUSED_MS).toISOString()
      const { doc } = await documents.change(hash, (known, to) =>
        known === null ? to.insert({ _id: hash, generation: newGeneration(), state: 'live', touched: 0, look }) : null,
      )
      if (doc?.state === 'live') return blobName(hash, doc.generation)
      if (doc !== null) await this.#bury(blobName(hash, doc.generation))
    }
    throw busy()
  }

  /** Once a photo names it. False where it died meanwhile: then the photo needs another. */
  async countOn(name: string): Promise<boolean> {
    const { hash, generation } = partsOf(name)
    const { outcome } = await this.#needs.documents.update(
      { _id: hash, generation, state: 'live' },
      { $inc: { touched: 1 } },
    )
    return outcome === 'updated'
  }

  /** Once a photo no longer names it. Its bytes go, unless another photo does. */
  async letGo(name: string): Promise<void> {
    const { documents } = this.#needs
    const { hash, generation } = partsOf(name)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const known = await documents.getVersioned(hash)
      if (known === null || known.doc.generation !== generation) return
      if (known.doc.state === 'dead') return this.#bury(name)
      if (await this.#isNamed(name)) return
      const { version } = known
      const { outcome } = await documents.update({ _id: hash }, { $set: { state: 'dead' } }, { version })
      if (outcome === 'updated') return this.#bury(name)
    }
    throw busy()
  }

  /** Looks at one whose photo should have come by now. */
  async look({ _id, generation }: BlobDocument): Promise<void> {
    const { documents } = this.#needs
    const name = blobName(_id, generation)
    await this.letGo(name)
    // Photos that name it now let go of it when they go.
    if (await this.#isNamed(name)) await documents.update({ _id, generation, state: 'live' }, { $set: { look: null } })
  }

  /** Bytes that came late, or were left behind. */
  async removeStray(name: string): Promise<void> {
    const { hash, generation } = partsOf(name)
    const known = await this.#needs.documents.get(hash)
    // Its document is written before it is put, and a generation never comes back.
    if (known?.generation !== generation) await this.#needs.blobs.remove(name)
  }

  /** The bytes first: while there is a document, somebody finds them. */
  async #bury(name: string): Promise<void> {
    const { documents, blobs } = this.#needs
    const { hash, generation } = partsOf(name)
    await blobs.remove(name)
    await documents.remove({ _id: hash, generation, state: 'dead' })
  }

  async #isNamed(name: string): Promise<boolean> {
    const { docs } = await this.#needs.photos.find({ where: { blobs: name }, limit: 1, next: false })
    return docs.length > 0
  }
}

const busy = (): Conflict => new Conflict('Others bring and remove the same photo at the same time: try again.')
