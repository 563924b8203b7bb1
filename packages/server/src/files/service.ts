import { randomBytes } from 'node:crypto'
import type { Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Config } from '../config/settings.ts'
import type { PersonalPlace } from '../personal/service.ts'
import { BlobBook } from './blob-book.ts'
import { blobName, type Blobs, type OpenBlob } from './blobs.ts'
import { blobDocuments, photos } from './collections.ts'
import { claim, inUse, release } from './holding.ts'
import { type MakePictures, pictureMaker } from './images.ts'
import { type FilesKey, MOST_UNUSED, type Photo, type Size, type StoredSize } from './model.ts'
import { openBlobs } from './open-blobs.ts'
import { photosPlace } from './place.ts'
import { isOwner, noPhoto, requirePerson, type Viewer } from './policy.ts'
import { remove } from './removing.ts'
import { Sweeper, type SweepingNeeds } from './sweeping.ts'
import { PhotoTickets } from './tickets.ts'
import { keep, type UploadingNeeds } from './uploading.ts'

export type { Photo, Size } from './model.ts'
export type { Viewer } from './policy.ts'

export type FilesWorld = {
  store: Pick<Store, 'collection'>
  now: () => number
  isErased: UploadingNeeds['isErased']
  /** Whether somebody who did not bring it may see a photo, as its holder is now. */
  maySee: (viewer: Viewer | null, org: string, photo: Photo) => Promise<boolean>
  stillHeld: SweepingNeeds['stillHeld']
  /** Names that nobody can guess; a test gives its own. */
  newId?: () => string
  newGeneration?: () => string
  pictures?: MakePictures
}

/** `small` and `large` are addresses. */
export type PhotoView = { id: string; alt: string; width: number; height: number; small: string; large: string }

type Needs = FilesWorld & { key: FilesKey; blobs: Blobs }

/** Where the settings say that files are kept, in this database's own place. */
export const openPhotos = (
  world: FilesWorld & { key: FilesKey; config: Config; onFailure: (error: unknown) => void },
): Photos => new Photos({ ...world, blobs: openBlobs(world.config, world.key.place, world.onFailure) })

/** Photos that people bring: made anew, kept by content, seen by those who may see what they are part of. */
export class Photos {
  readonly #world: Needs
  readonly #needs: UploadingNeeds & SweepingNeeds
  readonly #tickets: PhotoTickets
  readonly #make: MakePictures
  readonly #sweeper: Sweeper

  constructor(world: Needs) {
    const { store, blobs, now, isErased, stillHeld, newId = () => randomBytes(16).toString('base64url') } = world
    const { newGeneration = () => randomBytes(8).toString('hex') } = world
    const [all, documents] = [store.collection(photos), store.collection(blobDocuments)]
    const book = new BlobBook({ documents, photos: all, blobs, now, newGeneration })
    this.#world = world
    this.#needs = { photos: all, documents, book, blobs, now, newId, isErased, stillHeld }
    this.#tickets = new PhotoTickets(world.key, now)
    this.#make = world.pictures ?? pictureMaker()
    this.#sweeper = new Sweeper(this.#needs)
  }

  /** `isWanted` is asked before the work begins, which may have to wait. */
  async upload(actor: Actor, bytes: Buffer, isWanted?: () => boolean): Promise<Photo> {
    requirePerson(actor)
    const where = { org: actor.org, owner: actor.id, holder: null }
    if ((await this.#needs.photos.count({ where, atMost: MOST_UNUSED })) >= MOST_UNUSED)
      throw new Refusal('too-many-photos', `${MOST_UNUSED} photos of yours are not used: use some, or delete them.`)
    return keep(this.#needs, actor, await this.#make(bytes, isWanted))
  }

  /** A picture that no person brought, for a holder that has one at a time: those before it go. Null where it is none. */
  async keepFor(org: string, holder: string, bytes: Buffer): Promise<Photo | null> {
    const nobody = { org, id: '' }
    const pictures = await this.#make(bytes).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (pictures === null) return null
    const { _id } = await keep(this.#needs, nobody, pictures)
    const [photo = null] = await claim(this.#needs, nobody, { ids: [_id], holder })
    const { docs } = await this.#needs.photos.find({ where: { org, owner: '', holder }, limit: 100, next: false })
    await release(this.#needs, { org, holder, ids: docs.map((one) => one._id).filter((id) => id !== _id) })
    return photo
  }

  async get(org: string, id: string): Promise<Photo | null> {
    const photo = await this.#needs.photos.get(id)
    return photo !== null && photo.org === org && photo.state === 'here' ? photo : null
  }

  /** As a page shows them to this viewer: the addresses of what they may not see lead nowhere. */
  async views(org: string, viewer: Viewer | null, ids: readonly string[]): Promise<Map<string, PhotoView>> {
    const found = await Promise.all([...new Set(ids)].map((id) => this.get(org, id)))
    const view = (photo: Photo): [string, PhotoView] => {
      const { width, height } = photo.sizes.large
      const [small, large] = [this.addressOf(photo, 'small', viewer), this.addressOf(photo, 'large', viewer)]
      return [photo._id, { id: photo._id, alt: photo.alt, width, height, small, large }]
    }
    return new Map(found.filter((photo) => photo !== null).map(view))
  }

  async describe(actor: Actor, id: string, alt: string): Promise<Photo> {
    await this.#own(actor, id)
    const { doc } = await this.#needs.photos.update(
      { _id: id, state: 'here' },
      { $set: { alt } },
      { returning: 'after' },
    )
    if (doc === null) throw noPhoto()
    return doc
  }

  /** While nothing uses it. */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.#own(actor, id)
    try {
      await remove(this.#needs, id, ({ holder }) => {
        if (holder !== null) throw inUse()
        return true
      })
    } catch (error) {
      // It is gone for everybody; who sweeps removes its bytes.
      if (!(error instanceof Refusal) || error.code !== 'files-unavailable') throw error
    }
  }

  /** Of the actor's own; for a holder that is named already, and will be written after this. */
  claim(actor: Actor, ids: readonly string[], holder: string): Promise<Photo[]> {
    return claim(this.#needs, actor, { ids, holder })
  }

  release(org: string, holder: string, ids: readonly string[]): Promise<void> {
    return release(this.#needs, { org, holder, ids })
  }

  /** Where this viewer sees it, for a day or two, as long as they may. */
  addressOf({ _id }: Pick<Photo, '_id'>, size: Size, viewer: Viewer | null): string {
    return `/v1/photos/${_id}?size=${size}&for=${this.#tickets.issue(_id, viewer)}`
  }

  /** For whom the ticket says; whether they may is asked now. All that is refused is refused in the same way. */
  async shown(id: string, size: Size, ticket: string): Promise<{ org: string; stored: StoredSize }> {
    const viewer = this.#tickets.read(id, ticket)
    const photo = viewer === undefined ? null : await this.#needs.photos.get(id)
    if (viewer === undefined || photo === null || photo.state !== 'here') throw noPhoto()
    if (!isOwner(viewer, photo) && !(await this.#world.maySee(viewer, photo.org, photo))) throw noPhoto()
    return { org: photo.org, stored: photo.sizes[size] }
  }

  /** The bytes of what was shown. */
  async read({ hash, generation }: StoredSize): Promise<OpenBlob> {
    const blob = await this.#world.blobs.open(blobName(hash, generation))
    if (blob === null) throw noPhoto()
    return blob
  }

  personalPlaces(): PersonalPlace[] {
    return [photosPlace({ ...this.#needs, blobs: this.#world.blobs })]
  }

  /** Removes what expired, and bytes that nothing needs, in a bounded step; true when more is left. */
  sweep(limit?: number): Promise<boolean> {
    return this.#sweeper.step(limit)
  }

  async #own(actor: Actor, id: string): Promise<void> {
    const photo = await this.get(actor.org, id)
    if (photo === null || !isOwner(actor, photo)) throw noPhoto()
  }
}
