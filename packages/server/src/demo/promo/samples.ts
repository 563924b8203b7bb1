/** Advertisers whom the magazine has when it begins, and what they want to be said. Ids are fixed: a repeat finds itself. */
type Sample = {
  key: string
  advertiser: string
  category: string
  card: { title: string; text: string; action: string }
  destination: string
  pricing: { model: 'cpm' | 'cpc'; price: number }
  budget: number
  keywords: string[]
}

const CENT = 10_000

export const SAMPLES: readonly Sample[] = [
  {
    key: 'bakery',
    advertiser: 'Corner Bakery',
    category: 'food',
    card: {
      title: 'Rye, until it is gone',
      text: 'Out of the oven at six, usually sold by ten.',
      action: 'See the oven',
    },
    destination: 'https://example.com/bakery',
    pricing: { model: 'cpm', price: 450 * CENT },
    budget: 5000 * CENT,
    keywords: ['soups', 'recipes'],
  },
  {
    key: 'museum',
    advertiser: 'Night Bus Museum',
    category: 'culture',
    card: {
      title: 'Forty buses, one bell',
      text: 'Ring it yourself. Open on nights with a moon.',
      action: 'Plan a night',
    },
    destination: 'https://example.com/museum',
    pricing: { model: 'cpc', price: 30 * CENT },
    budget: 2000 * CENT,
    keywords: ['buses', 'strangers'],
  },
  {
    key: 'radio',
    advertiser: 'Kofi’s Radios',
    category: 'repair',
    card: { title: 'It only hums?', text: 'We mend what others throw away, while you wait.', action: 'Bring it in' },
    destination: 'https://example.com/radios',
    pricing: { model: 'cpm', price: 380 * CENT },
    budget: 1500 * CENT,
    keywords: [],
  },
]

/** The magazine's own, where nobody pays. */
export const HOUSE = {
  title: 'The Long Table on paper',
  text: 'Four times a year, stitched, with wide margins for arguing back.',
  action: 'Take a copy',
}
