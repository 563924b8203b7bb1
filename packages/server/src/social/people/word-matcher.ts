import { plainWord } from '../../api/plain-word.ts'

const OF_WORDS = /[\p{L}\p{N}\p{M}]/u
/** These write words without spaces between them: there a word ends wherever the next begins. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const joins = (sign: string | undefined): boolean =>
  sign !== undefined && OF_WORDS.test(sign) && !WITHOUT_SPACES.test(sign)

/** Whether a text has one of these words or phrases, whole. No word is ever read as a pattern. */
export function matcherOf(words: readonly string[]): (text: string) => boolean {
  const wanted = [...new Set(words.map(plainWord))].filter((word) => word !== '')
  if (wanted.length === 0) return () => false
  return (text) => {
    const plain = plainWord(text)
    return wanted.some((word) => hasWhole(plain, word))
  }
}

function hasWhole(text: string, word: string): boolean {
  const first = joins(firstOf(word))
  const last = joins(lastOf(word))
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isCutBefore = first && joins(lastOf(text.slice(Math.max(0, at - 2), at)))
    const behind = at + word.length
    const isCutBehind = last && joins(firstOf(text.slice(behind, behind + 2)))
    if (!isCutBefore && !isCutBehind) return true
  }
  return false
}

/** Whole characters, also of those that take two units. */
const firstOf = (text: string): string | undefined => Array.from(text)[0]
const lastOf = (text: string): string | undefined => Array.from(text).at(-1)
