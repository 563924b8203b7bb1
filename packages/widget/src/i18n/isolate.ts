/** Letters of scripts that run from right to left, and the mark that stands for one. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Signs that turn or end a direction. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
const BEGIN = '\u2068'
const END = '\u2069'

/**
 * What somebody wrote, such as a name, to stand in a sentence of ours: it takes its own direction and leaves that of
 * the sentence alone. Nothing is added where both run from left to right.
 */
export function isolated(value: string, dir: 'ltr' | 'rtl'): string {
  const text = value.replaceAll(TURNS, '')
  return dir === 'rtl' || RIGHT_TO_LEFT.test(text) ? BEGIN + text + END : text
}
