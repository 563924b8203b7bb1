import { folded, wordsOf } from './folding.ts'

/** Scripts that put no spaces between words: there a word is found within others. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words and phrases, prepared so that a text is looked through once however many there are. */
export class WordList {
  readonly #phrases = new Map<string, string[][]>()
  readonly #unspaced: string[] = []

  constructor(words: readonly string[]) {
    for (const word of words) this.#add(word)
  }

  #add(word: string): void {
    const parts = wordsOf(word)
    const [first] = parts
    if (first === undefined) return
    if (UNSPACED.test(word)) this.#unspaced.push(folded(word))
    else this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), parts])
  }

  isIn(text: string): boolean {
    const all = wordsOf(text)
    const isAt = (at: number) => (phrase: readonly string[]) => phrase.every((part, next) => all[at + next] === part)
    if (all.some((word, at) => this.#phrases.get(word)?.some(isAt(at)) ?? false)) return true
    const whole = this.#unspaced.length === 0 ? '' : folded(text)
    return this.#unspaced.some((word) => whole.includes(word))
  }
}
