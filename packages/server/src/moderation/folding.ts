/** Combining accents, not the vowel signs and voicing marks that make other letters in other scripts. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
/** Joiners, zero-width spaces, soft hyphens, direction marks, selectors of variants, and letters that show nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u
/** The same in what is plain, and folded. */
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/
/** Tags of our own HTML at which a line ends; the others stand within words. */
const BLOCK = /<\/?(?:p|br|li|ul|ol|pre|blockquote)\b[^>]*>/g
const TAG = /<[^>]*>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** All that can be typed on the simplest keyboard: nothing of it but the case is folded. */
const PLAIN = /^[\n\x20-\x7e]*$/

/** The same for texts that a reader would take for the same: case, accents, width and what cannot be seen are gone. */
export const folded = (text: string): string => (PLAIN.test(text) ? text.toLowerCase() : foldedFully(text))

const foldedFully = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(INVISIBLE, '')
    // Upwards once: some letters are one below and two above; and some capitals are above nothing until they are below.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

export const wordsOf = (text: string): string[] =>
  folded(text)
    .split(PLAIN.test(text) ? BETWEEN_PLAIN_WORDS : BETWEEN_WORDS)
    .filter((word) => word !== '')

/** What a reader sees of HTML that our own renderer made. */
export const textIn = (html: string): string =>
  html
    .replace(BLOCK, '\n')
    .replace(TAG, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES[name] ?? all)
