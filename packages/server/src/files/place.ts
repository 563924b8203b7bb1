import type { Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../personal/service.ts'
import { finish, remove, type RemovingNeeds } from './removing.ts'

const BATCH = 100

/** The photos that somebody brought, whatever they are part of. */
export const photosPlace = (needs: RemovingNeeds): PersonalPlace => ({
  name: 'photos',
  items: (whose) => items(needs, whose),
  erase: (whose) => erase(needs, whose),
})

async function* items({ photos }: RemovingNeeds, { org, id }: Whose): AsyncGenerator<Record<string, unknown>> {
  let after: Position | null = null
  do {
    const page = await pageOf(photos, { org, id, after })
    for (const { _id, state, alt, holder, created, sizes } of page.docs) {
      const { width, height, bytes } = sizes.large
      if (state === 'here') yield { id: _id, alt, partOf: holder, brought: created, width, height, bytes }
    }
    after = page.next
  } while (after !== null)
}

const pageOf = (photos: RemovingNeeds['photos'], { org, id, after }: Whose & { after: Position | null }) =>
  photos.find({ where: { org, owner: id }, limit: BATCH, after })

/** Also those that are on their way: they do not arrive. */
async function erase(needs: RemovingNeeds, { org, id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await needs.photos.find({ where: { org, owner: id }, limit: BATCH })
    for (const photo of docs)
      if (photo.state === 'gone') await finish(needs, photo)
      else await remove(needs, photo._id, () => true)
    if (docs.length < BATCH) return
  }
}
