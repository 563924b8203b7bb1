import { loadPromoWords } from '../i18n/promo/load.ts'
import type { Words } from '../i18n/words.ts'
import { type Asker, askFor } from './ask.ts'
import type { Ad, Placement } from './model.ts'

/** An ad with all that is needed to draw it. `isOpen` once it was drawn: then its room is taken, and stays so. */
export type Shown = {
  ad: Ad
  base: string
  host: Element
  words: Words
  /** Among all of the page: so they can be told apart by whoever hears them. */
  number: number
  /** Whether it is counted how often it was seen. */
  isCounted: boolean
  at: number
  isOpen: boolean
}

export type Got = { placement: Placement; shown: Shown[] }

/** Later the service counts no impression of it. */
const FRESH_MS = 10 * 60_000

export const isFresh = ({ at, isOpen }: Shown): boolean => isOpen || Date.now() - at < FRESH_MS

let numbered = 0

/** Some ads for a zone, and words for them. */
export async function getShown(asker: Asker, zone: string, count: number): Promise<Got | null> {
  const [answer, words] = await Promise.all([askFor({ ...asker, zone, count }), loadPromoWords(asker.locale)])
  if (answer === null) return null
  const { base, host } = asker
  const { placement, ads, isCounted } = answer
  const known = { base, host, words, isCounted, at: Date.now(), isOpen: false }
  return { placement, shown: ads.map((ad) => ({ ...known, ad, number: ++numbered })) }
}
