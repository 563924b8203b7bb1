import type { en } from './en.ts'
import type { enLater } from './en-later.ts'

export type Key = keyof typeof en | keyof typeof enLater
/** What a locale has to say: the same keys, and for numbers as many forms as it has. */
export type Catalogue = Readonly<Record<Key, string>> & Readonly<Record<string, string>>
