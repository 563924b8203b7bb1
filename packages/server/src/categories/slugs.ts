/** Long enough for a name, short enough for an address of many. */
const LONGEST = 80

/** What pages of a site are often called: a topic of that name gets another slug. */
const RESERVED = new Set(['new', 'edit', 'search', 'feed', 'rss', 'page', 'admin', 'api', 'settings', 'topics', 'all'])

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]+/gu
/** Accents and the like on nothing: nobody could see them. */
const LOOSE_MARKS = /(^|-)\p{M}+/gu
const AT_THE_ENDS = /^-+|-+$/g

/** A name as a part of an address, in its own script: `Crème & Café` is `crème-café`. Never empty. */
export function slugOf(name: string): string {
  const words = name.normalize('NFKC').toLowerCase().normalize('NFC').replace(/['’]/g, '')
  const joined = words.replace(BETWEEN_WORDS, '-').replace(LOOSE_MARKS, '-').replace(/-{2,}/g, '-')
  const slug = shortened(joined.replace(AT_THE_ENDS, ''), LONGEST)
  if (slug === '') return 'topic'
  return RESERVED.has(slug) ? `${slug}-topic` : slug
}

/** Whether somebody may choose it: what the name would have to be for it is the slug itself. */
export const isSlug = (slug: string): boolean => slug !== '' && slugOf(slug) === slug

/** The first of `slug`, `slug-2`, `slug-3` … that is not taken. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number++) {
    const next = numbered(slug, String(number))
    if (!isTaken(next)) return next
  }
}

export const numbered = (slug: string, number: string): string =>
  `${shortened(slug, LONGEST - number.length - 1)}-${number}`

/** Cut between what people see as letters, and where a word ends if that is not far. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  let cut = ''
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    if (cut.length + segment.length > longest) break
    cut += segment
  }
  const word = cut.lastIndexOf('-')
  return (word > longest / 2 ? cut.slice(0, word) : cut).replace(AT_THE_ENDS, '')
}
