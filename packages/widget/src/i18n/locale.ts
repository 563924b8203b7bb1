/** Languages with a catalogue of their own. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ar', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export type Spoken = {
  language: Language
  /** With its region, which says how numbers and dates are written. */
  locale: string
}

const ENGLISH: Spoken = { language: 'en', locale: 'en' }

/** What is spoken where a page asks for a locale such as `de-AT`. A page may say anything; English is for all else. */
export function spokenFor(asked: string): Spoken {
  const locale = canonical(asked)
  const [name] = locale.split('-')
  const language = LANGUAGES.find((one) => one === name)
  return language === undefined ? ENGLISH : { language, locale }
}

/** Some pages write `de_AT`. */
function canonical(asked: string): string {
  try {
    return Intl.getCanonicalLocales(asked.trim().replaceAll('_', '-'))[0] ?? ''
  } catch {
    return ''
  }
}
