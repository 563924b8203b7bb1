import type { SocialCatalogue } from '../catalogue.ts'
import { type Catalogues, CATALOGUES as THREAD, wordsFrom } from '../load.ts'
import type { Words } from '../words.ts'

const CATALOGUES: Catalogues<SocialCatalogue> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** Those of a thread and those of people and posts. */
export const loadSocialWords = (asked: string): Promise<Words> => wordsFrom(asked, THREAD, CATALOGUES)
