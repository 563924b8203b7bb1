import type { Catalogue } from './catalogue.ts'
import { type Language, spokenFor } from './locale.ts'
import { type Words, wordsOf } from './words.ts'

/** Where to get what each language says; English has loaded with whoever says it. */
export type Catalogues<C extends Readonly<Record<string, string>>> = Readonly<
  Record<Exclude<Language, 'en'>, () => Promise<C>>
>

export const CATALOGUES: Catalogues<Catalogue> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** The words of all of these for what a page asks for; all in English where one of them does not come. */
export async function wordsFrom(
  asked: string,
  ...from: readonly Catalogues<Readonly<Record<string, string>>>[]
): Promise<Words> {
  const { language, locale } = spokenFor(asked)
  if (language === 'en') return wordsOf(locale)
  const all = await Promise.all(from.map((catalogues) => catalogues[language]())).catch(() => null)
  return all === null ? wordsOf('en') : wordsOf(locale, Object.fromEntries(all.flatMap(Object.entries<string>)))
}

/** Those of a thread. English comes with it, and is there when nothing else comes. */
export const loadWords = (asked: string): Promise<Words> => wordsFrom(asked, CATALOGUES)
