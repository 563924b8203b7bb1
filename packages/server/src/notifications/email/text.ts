/** Signs that steer how a text runs or that nobody sees: in a name or a title they could only mislead. */
const STEERING = /[\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu
const CONTROLS = /[\p{Cc}\u{2028}\u{2029}]+/gu
const CONTROLS_IN_TEXT = /[^\P{Cc}\n\t]/gu

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As it can stand in a header or a heading. */
export const oneLine = (text: string): string =>
  text.replace(STEERING, '').replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()

export const plain = (text: string): string =>
  text
    .replace(/\r\n?|[\u{2028}\u{2029}]/gu, '\n')
    .replace(CONTROLS_IN_TEXT, '')
    .replace(/\n{3,}/g, '\n\n')

/** At most so many characters as people see them. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  let count = 0
  for (const { index } of characters.segment(text)) if (++count > most) return `${text.slice(0, index).trimEnd()}…`
  return text
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Between the signs that keep a text's direction to itself, where that is not the usual one. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u{2068}${text}\u{2069}` : text)
