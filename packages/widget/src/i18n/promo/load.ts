import './en.ts'
import type { PromoCatalogue } from '../catalogue.ts'
import { type Language, spokenFor } from '../locale.ts'
import { type Words, wordsOf } from '../words.ts'

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<PromoCatalogue>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** Those of ads alone, whatever they stand in; in English where they do not come. */
export async function loadPromoWords(asked: string): Promise<Words> {
  const { language, locale } = spokenFor(asked)
  if (language === 'en') return wordsOf(locale)
  const catalogue = await CATALOGUES[language]().catch(() => null)
  return catalogue === null ? wordsOf('en') : wordsOf(locale, catalogue)
}
