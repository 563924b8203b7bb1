import { english } from '../english.ts'

/** What is said with ads. Whoever says one of these imports this file, which adds it to what English has. */
export const enPromo = {
  'promo.label': 'Ad',
  'promo.of': 'Ad {number}: {name}',
  'promo.why': 'Why this ad?',
  'promo.hide': 'Hide this ad',
  'promo.privacy': 'About privacy',
  'why.page': 'It was chosen for what this page is about. Nothing is known of you, and nothing is kept.',
  'why.counted':
    'It was chosen for what this page is about. So that you do not see it too often, it is counted how often you did.',
  'why.own': 'It is of this site itself, and nobody has paid for it.',
} as const

Object.assign(english, enPromo)
