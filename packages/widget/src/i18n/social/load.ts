import type { SocialCatalogue } from '../catalogue.ts'
import { CATALOGUES as THREAD } from '../load.ts'
import { type Language, spokenFor } from '../locale.ts'
import { type Words, wordsOf } from '../words.ts'

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<SocialCatalogue>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  ja: async () => (await import('./ja.ts')).ja,
}

/** Those of a thread and those of people and posts; all in English where one of them does not come. */
export async function loadSocialWords(asked: string): Promise<Words> {
  const { language, locale } = spokenFor(asked)
  if (language === 'en') return wordsOf(locale)
  const all = await Promise.all([THREAD[language](), CATALOGUES[language]()]).catch(() => null)
  return all === null ? wordsOf('en') : wordsOf(locale, { ...all[0], ...all[1] })
}
