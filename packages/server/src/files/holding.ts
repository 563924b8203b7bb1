import type { Collection } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { MOST_CLAIMED, type Photo, UNUSED_MS } from './model.ts'
import { noPhoto } from './policy.ts'

type Needs = { photos: Collection<Photo>; now: () => number }

/**
 * Gives photos of the actor's own to a holder, each in one write: whoever names itself first may claim again after a
 * crash. Where one cannot be had, none is.
 */
export async function claim(needs: Needs, actor: Pick<Actor, 'org' | 'id'>, { ids, holder }: Claim): Promise<Photo[]> {
  if (ids.length > MOST_CLAIMED) throw new Refusal('invalid', `At most ${MOST_CLAIMED} photos go together.`)
  const taken: Photo[] = []
  const fresh: string[] = []
  try {
    for (const id of new Set(ids)) {
      const { doc, changed } = await take(needs, actor, { id, holder })
      if (changed) fresh.push(id)
      if (doc !== null) taken.push(doc)
    }
    return taken
  } catch (error) {
    await release(needs, { org: actor.org, holder, ids: fresh })
    throw error
  }
}

export type Claim = { ids: readonly string[]; holder: string }

function take(
  { photos, now }: Needs,
  actor: Pick<Actor, 'org' | 'id'>,
  { id, holder }: { id: string; holder: string },
) {
  return photos.change(id, (photo, to) => {
    const isTheirs = photo !== null && photo.org === actor.org && photo.owner === actor.id
    if (!isTheirs || photo.state !== 'here') throw noPhoto()
    if (photo.holder === holder) return null
    if (photo.holder !== null) throw inUse()
    // It is asked about a while later: its holder may never come to be.
    return to.change({ $set: { holder, expires: null, ask: new Date(now() + UNUSED_MS).toISOString() } })
  })
}

/** What the holder no longer uses goes, unless it is used for something else before. */
export async function release({ photos, now }: Needs, { org, holder, ids }: Claim & { org: string }): Promise<void> {
  const expires = new Date(now() + UNUSED_MS).toISOString()
  for (const _id of new Set(ids))
    await photos.update({ _id, org, holder }, { $set: { holder: null, expires, ask: null } })
}

export const inUse = (): Refusal =>
  new Refusal('photo-in-use', 'The photo is used already: take it out there, or bring it once more.')
