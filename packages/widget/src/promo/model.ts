/** Where a zone wants its ads; in a thread only between root comments. */
export type Placement =
  | { kind: 'anywhere' }
  | { kind: 'topic' }
  | { kind: 'thread'; after: number; every: number | null; most: number }
  | { kind: 'feed'; every: number; most: number }

export type Size = { width: number; height: number }

/** An ad as the service answers it; its addresses are paths on the service. */
export type Ad = {
  token: string
  format: 'card' | 'image' | 'html'
  advertiser: string | null
  title: string | null
  text: string | null
  action: string | null
  picture: (Size & { url: string; alt: string }) | null
  html: string | null
  size: Size | null
  isHouse: boolean
  click: string
  impression: string
  viewable: string
}

export type Place = { zone: string; placement: Placement; ads: Ad[] }

type Answered = { places?: unknown }

/** What of an answer can be shown; whatever else came is as if nothing had. */
export function placesIn(answer: unknown): Place[] {
  const { places } = (answer ?? {}) as Answered
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
