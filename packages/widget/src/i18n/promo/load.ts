import './en.ts'
import type { PromoCatalogue } from '../catalogue.ts'
import { type Catalogues, wordsFrom } from '../load.ts'
import type { Words } from '../words.ts'

const CATALOGUES: Catalogues<PromoCatalogue> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** Those of ads alone, whatever they stand in. */
export const loadPromoWords = (asked: string): Promise<Words> => wordsFrom(asked, CATALOGUES)
