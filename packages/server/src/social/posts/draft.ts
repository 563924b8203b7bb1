import type { Audience, Kind, Place, Poll } from '../model.ts'

/** A post as somebody wants it. */
export type PostDraft = {
  text: string
  audience: Audience
  /** On whose wall, where not their own. */
  wall?: string | null
  link?: string | null
  photos?: readonly string[]
  place?: (Place & { coarse?: number | null }) | null
  /** `seconds`: for how long it can be voted in. */
  poll?: (Omit<Poll, 'closes'> & { seconds: number }) | null
  /** What it quotes. */
  of?: string | null
  /** A field that people do not see. */
  honeypot?: string
}

export function kindOf({ poll = null, place = null, photos = [], link = null }: PostDraft): Kind {
  if (poll !== null) return 'poll'
  if (place !== null) return 'checkin'
  if (photos.length > 0) return 'photo'
  return link === null ? 'status' : 'link'
}

/** About so many digits of a degree: 3 is a hundred metres, 1 is ten kilometres. */
export function coarsened({ coarse = null, ...place }: NonNullable<PostDraft['place']>): Place {
  if (coarse === null) return place
  const factor = 10 ** coarse
  const rounded = (degrees: number): number => Math.round(degrees * factor) / factor
  return { ...place, latitude: rounded(place.latitude), longitude: rounded(place.longitude) }
}
