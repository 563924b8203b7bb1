import type { Answer } from '@palaver/client'

/** What the service says of one zone: where it wants its ads, in a thread only between root comments, and these. */
type Answered = Answer<'POST /v1/placements'>['places'][number]

export type Placement = Answered['placement']
export type Size = NonNullable<Answered['size']>
/** Its addresses are paths on the service. */
export type Ad = Answered['ads'][number]
export type Place = Pick<Answered, 'zone' | 'placement' | 'ads'>

/** What of an answer can be shown; whatever else came is as if nothing had. */
export function placesIn(answer: unknown): Place[] {
  const { places } = (answer ?? {}) as { places?: unknown }
  if (!Array.isArray(places)) return []
  return (places as (Partial<Place> | null)[])
    .filter(isPlace)
    .map((place) => ({ ...place, ads: place.ads.filter(isAd) }))
}

const isPlace = (place: Partial<Place> | null): place is Place =>
  typeof place?.zone === 'string' && typeof place.placement?.kind === 'string' && Array.isArray(place.ads)

/** Addresses elsewhere are none of ours: nothing is told to anybody else. */
const isAd = (ad: Partial<Ad> | null): ad is Ad =>
  typeof ad?.token === 'string' &&
  [ad.click, ad.impression, ad.viewable].every((path) => path?.startsWith('/t/') === true)
