import type { en } from './en.ts'
import type { enLater } from './en-later.ts'
import type { enPromo } from './promo/en.ts'
import type { enSocial } from './social/en.ts'
import type { enSocialLater } from './social/en-later.ts'
import type { enTopics } from './topics/en.ts'

export type Key = keyof typeof en | keyof typeof enLater
/** What a locale has to say: the same keys, and for numbers as many forms as it has. */
export type Catalogue = Readonly<Record<Key, string>> & Readonly<Record<string, string>>

export type TopicsKey = keyof typeof enTopics
/** The same of topics: only who shows topics loads it. */
export type TopicsCatalogue = Readonly<Record<TopicsKey, string>> & Readonly<Record<string, string>>

export type SocialKey = keyof typeof enSocial | keyof typeof enSocialLater
/** The same of people and their posts. */
export type SocialCatalogue = Readonly<Record<SocialKey, string>> & Readonly<Record<string, string>>

export type PromoKey = keyof typeof enPromo
/** The same of ads. */
export type PromoCatalogue = Readonly<Record<PromoKey, string>>
