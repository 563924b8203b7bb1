import type { Line } from './line.ts'

export const SOUP: readonly Line[] = [
  {
    by: 'ada',
    after: 55,
    text: 'Yellow peas, an onion for every third guest, and marjoram at the end. Mustard on the table, never in the pot.',
    likes: ['bo', 'haru'],
  },
  {
    by: 'bo',
    to: 0,
    after: 31,
    text: 'My aunt says in the pot. I am not taking sides, I am only reporting.',
    likes: ['mara'],
  },
]

/** Waits for a moderator: the page shows how that looks from both sides. */
export const HELD_SOUP: Line = {
  by: 'haru',
  after: 0,
  text: 'Miso for forty: 4 l of dashi, 800 g of miso, and somebody who does *not* let it boil.',
}
