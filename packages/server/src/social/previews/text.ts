/** Controls, and what turns the direction of the text around it or hides: marks, overrides, isolates, a BOM. */
const UNSEEN = /(?!\s)[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
/** More than any language puts on one letter: they would reach into the lines around it. */
const PILED_UP = /(\p{M}{4})\p{M}+/gu
/** What is looked at for each character that may be kept: a family of emoji is longer than a letter. */
const UNITS_EACH = 8

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One line of text of at most so many characters; null where nothing is left. It may look like HTML, and is not. */
export function lineOf(text: string | undefined, most: number): string | null {
  const whole = (text ?? '').toWellFormed().replace(/\s+/gu, ' ').replace(UNSEEN, '').replace(PILED_UP, '$1').trim()
  if (whole === '') return null
  const line = whole.slice(0, most * UNITS_EACH).toWellFormed()
  const characters = Array.from(segmenter.segment(line), ({ segment }) => segment)
  const isShort = characters.length <= most && line.length === whole.length
  return isShort
    ? whole
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
