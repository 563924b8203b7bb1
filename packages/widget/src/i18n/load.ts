import type { Catalogue } from './catalogue.ts'
import { type Language, spokenFor } from './locale.ts'
import { type Words, wordsOf } from './words.ts'

export const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** The words for what a page asks for. English comes with the thread itself, and is there when nothing else comes. */
export async function loadWords(asked: string): Promise<Words> {
  const { language, locale } = spokenFor(asked)
  if (language === 'en') return wordsOf(locale)
  const catalogue = await CATALOGUES[language]().catch(() => null)
  return catalogue === null ? wordsOf('en') : wordsOf(locale, catalogue)
}
