import type { KeptShown } from './model.ts'

/**
 * What was decided, as the signed addresses of an ad say it: so nothing has to be stored of decisions that bring
 * nothing. `index` is the number of the view in its slice; a house ad has neither campaign nor slice.
 */
export type Decided = {
  org: string
  campaign: string | null
  slice: string | null
  index: number
  creative: string
  /** Key of the zone. */
  zone: string
  /** Id of the page's topic, or empty. */
  topic: string
  /** When, in ms. */
  at: number
  /** Whose profile bears it; empty where nothing may be kept. */
  person: string
}

/** One nonce bills one impression, one click, one conversion: a slice and a number in it. */
export const nonceOf = ({ campaign, slice, index }: Pick<Decided, 'campaign' | 'slice' | 'index'>): string =>
  `${campaign}~${slice}.${index}`

/** What a slice keeps of a view: no more than reports need, and nothing of who it was. */
export type View = { index: number; creative: string; zone: string; topic: string; at: number; reach: string }

const SEPARATOR = '|'

/** Keys and ids have no `|`; the text of a view is the same whenever it is told again. */
export const viewEntry = ({ index, creative, zone, topic, at, reach }: View): string =>
  [index, creative, zone, topic, at.toString(36), reach].join(SEPARATOR)

export function readViewEntry(entry: string): View {
  const [index = '', creative = '', zone = '', topic = '', at = '', reach = ''] = entry.split(SEPARATOR)
  return { index: Number(index), creative, zone, topic, at: Number.parseInt(at, 36), reach }
}

const SEEN = 'seen'

/** What a profile keeps of one ad, as a line: there may be hundreds, and each decision reads all of them. */
export function shownEntry({ nonce, advertiser, campaign, creative, at, by, confirmed }: KeptShown): string {
  const own = nonce.startsWith(`${campaign}~`) ? nonce.slice(campaign.length) : nonce
  return [own, advertiser, campaign, creative, at.toString(36), by, confirmed ? SEEN : ''].join(SEPARATOR)
}

export function readShownEntry(entry: string): KeptShown {
  const [own = '', advertiser = '', campaign = '', creative = '', at = '', by = '', seen = ''] = entry.split(SEPARATOR)
  const nonce = own.startsWith('~') ? campaign + own : own
  return { nonce, advertiser, campaign, creative, at: Number.parseInt(at, 36), by, confirmed: seen === SEEN }
}
