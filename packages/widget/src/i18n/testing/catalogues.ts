import { catalogues as ofThreads } from '../../ssr/catalogues.ts'
import type { Language } from '../locale.ts'
import { ar } from '../topics/ar.ts'
import { de } from '../topics/de.ts'
import { enTopics } from '../topics/en.ts'
import { es } from '../topics/es.ts'
import { fr } from '../topics/fr.ts'
import { ja } from '../topics/ja.ts'

const ofTopics: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ar, de, en: enTopics, es, fr, ja }
const both = (language: Language): Readonly<Record<string, string>> => ({
  ...ofThreads[language],
  ...ofTopics[language],
})

/** All that is said in each language, by threads and by topics. */
export const catalogues: typeof ofTopics = {
  ar: both('ar'),
  de: both('de'),
  en: both('en'),
  es: both('es'),
  fr: both('fr'),
  ja: both('ja'),
}
