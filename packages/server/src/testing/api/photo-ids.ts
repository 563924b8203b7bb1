import type { Ground } from './ground.ts'
import { userOf } from './social-ids.ts'

/** One dot. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const tickets = new Map<string, string>()

/** A photo that the member brought. */
export async function newPhoto(ground: Ground): Promise<string> {
  const { photos } = ground.context
  const member = userOf(ground, 'member')
  const photo = await photos.upload(member, PICTURE)
  const address = new URL(photos.addressOf(photo, 'small', member), 'http://localhost')
  tickets.set(photo._id, address.searchParams.get('for') ?? '')
  return photo._id
}

/** What lets its owner see it without a token. */
export const ticketOf = (photo: string): string => tickets.get(photo) ?? ''
