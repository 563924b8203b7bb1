import { ar } from '../i18n/ar.ts'
import { de } from '../i18n/de.ts'
import type { Catalogue } from '../i18n/catalogue.ts'
import { en } from '../i18n/en.ts'
import { enLater } from '../i18n/en-later.ts'
import { es } from '../i18n/es.ts'
import { fr } from '../i18n/fr.ts'
import { ja } from '../i18n/ja.ts'
import type { Language } from '../i18n/locale.ts'

/** All of them: the server speaks every language. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { ar, de, en: { ...en, ...enLater }, es, fr, ja }
