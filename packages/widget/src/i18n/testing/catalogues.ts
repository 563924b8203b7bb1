import { catalogues as ofThreads } from '../../ssr/catalogues.ts'
import type { Language } from '../locale.ts'
import { ar as arPromo } from '../promo/ar.ts'
import { de as dePromo } from '../promo/de.ts'
import { enPromo } from '../promo/en.ts'
import { es as esPromo } from '../promo/es.ts'
import { fr as frPromo } from '../promo/fr.ts'
import { ja as jaPromo } from '../promo/ja.ts'
import { ar as arSocial } from '../social/ar.ts'
import { de as deSocial } from '../social/de.ts'
import { enSocial } from '../social/en.ts'
import { enSocialLater } from '../social/en-later.ts'
import { es as esSocial } from '../social/es.ts'
import { fr as frSocial } from '../social/fr.ts'
import { ja as jaSocial } from '../social/ja.ts'
import { ar } from '../topics/ar.ts'
import { de } from '../topics/de.ts'
import { enTopics } from '../topics/en.ts'
import { es } from '../topics/es.ts'
import { fr } from '../topics/fr.ts'
import { ja } from '../topics/ja.ts'

type Catalogues = Readonly<Record<Language, Readonly<Record<string, string>>>>

const ofTopics: Catalogues = { ar, de, en: enTopics, es, fr, ja }
const ofPeople: Catalogues = {
  ar: arSocial,
  de: deSocial,
  en: { ...enSocial, ...enSocialLater },
  es: esSocial,
  fr: frSocial,
  ja: jaSocial,
}
const ofPromo: Catalogues = { ar: arPromo, de: dePromo, en: enPromo, es: esPromo, fr: frPromo, ja: jaPromo }
const all = (language: Language): Catalogues[Language] => ({
  ...ofThreads[language],
  ...ofTopics[language],
  ...ofPeople[language],
  ...ofPromo[language],
})

/** All that is said in each language, by threads, by topics, by people and their posts, and with ads. */
export const catalogues: Catalogues = {
  ar: all('ar'),
  de: all('de'),
  en: all('en'),
  es: all('es'),
  fr: all('fr'),
  ja: all('ja'),
}
