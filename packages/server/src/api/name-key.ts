const LONGEST = 64

/** What a name that is mentioned consists of, besides single dots and dashes between such characters. */
const NOT_IN_WORD = /[^\p{L}\p{Nd}\p{M}_]+/gu
const AT_THE_ENDS = /^[^\p{L}\p{Nd}_]+|[^\p{L}\p{Nd}\p{M}_]+$/gu

const joint = (signs: string): string => (signs === '.' || signs === '-' ? signs : '_')

/** How a name is written in a mention: `Ann O'Hara` is `Ann_O_Hara`. Empty where no letter or digit is in it. */
export function handleOf(name: string): string {
  const words = name.normalize('NFKC').replace(AT_THE_ENDS, '').replace(NOT_IN_WORD, joint)
  return Array.from(words).slice(0, LONGEST).join('').replace(AT_THE_ENDS, '')
}

/** A name as it is looked up: of two that differ in case or width only, each finds the other. */
export const nameKey = (name: string): string => handleOf(folded(handleOf(name)))

/** A sigma has another form at the end of a word, which is where a name that is being typed ends all the time. */
export const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
