import type { Collection } from '@palaver/store'
import type { Creative } from '../model.ts'

const HOLDER = 'creative'

/** What photos are told that belong to a creative. */
export const holderOf = (creative: string): string => `${HOLDER}~${creative}`

export const photosOf = ({ card, image }: Pick<Creative, 'card' | 'image'>): string[] =>
  [card?.photo ?? null, image?.photo ?? null].filter((photo) => photo !== null)

type Held = { org: string; id: string; photo: string }

/** Whether a creative, archived or not, still shows a photo. */
export async function holdsPicture(
  creatives: Pick<Collection<Creative>, 'get'>,
  { org, id, photo }: Held,
): Promise<boolean> {
  const creative = await creatives.get(id)
  return creative !== null && creative.org === org && photosOf(creative).includes(photo)
}
