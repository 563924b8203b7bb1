import type { Author } from '../model.ts'
import type { Dice } from './dice.ts'
import { WORDS } from './words.ts'

/** What a reply knows of what it answers. */
type Answered = { author: Author; opening: string }

const MOST_SENTENCES = 40

/** A comment as people write them: most are a line or two, some are long, a few have lists, quotes, code or links. */
export function textOf(dice: Dice, answered: Answered | null): string {
  const blocks: string[] = []
  if (answered !== null && dice.happens(0.08)) blocks.push(`> ${answered.opening}`)
  if (dice.happens(0.04)) return [...blocks, phrase(dice, 'foreign')].join('\n\n')
  if (dice.happens(0.25)) return [...blocks, phrase(dice, 'short')].join('\n\n')
  const mention = answered !== null && dice.happens(0.05) ? `@${answered.author.name.split(' ')[0]} ` : ''
  const [first = '', ...others] = paragraphs(dice)
  blocks.push(`${mention}${first}`, ...others)
  for (const [share, make] of EXTRAS) if (dice.happens(share)) blocks.push(make(dice))
  return blocks.join('\n\n')
}

/** What a later reply may quote. */
export const openingOf = (text: string): string => text.replace(/\n[\s\S]*$/, '').replace(/^(> |- |\d\. )/, '')

function paragraphs(dice: Dice): string[] {
  const count = Math.min(MOST_SENTENCES, Math.max(1, Math.round(Math.exp(0.55 + 0.8 * dice.normal()))))
  const all: string[] = []
  for (let left = count; left > 0;) {
    const taken = Math.min(left, 2 + dice.below(4))
    all.push(Array.from({ length: taken }, () => marked(dice, phrase(dice, 'sentence'))).join(' '))
    left -= taken
  }
  return all
}

const EXTRAS: readonly (readonly [number, (dice: Dice) => string])[] = [
  [0.03, (dice) => listOf(dice, () => '- ')],
  [0.01, (dice) => listOf(dice, (at) => `${at + 1}. `)],
  [0.02, (dice) => `\`\`\`\n${phrase(dice, 'code')}\n${phrase(dice, 'code')}\n\`\`\``],
  [0.04, (dice) => `[${phrase(dice, 'thing')}](https://example.org/${phrase(dice, 'file')})`],
  [0.02, (dice) => `See https://example.org/${phrase(dice, 'file')}`],
]

const listOf = (dice: Dice, mark: (at: number) => string): string =>
  Array.from({ length: 2 + dice.below(4) }, (_, at) => `${mark(at)}${phrase(dice, 'claim')}`).join('\n')

function marked(dice: Dice, sentence: string): string {
  if (!dice.happens(0.04)) return sentence
  const [first = '', ...rest] = sentence.split(' ')
  const mark = dice.happens(0.5) ? '*' : '**'
  return [`${mark}${first}${mark}`, ...rest].join(' ')
}

/** Takes one of a list and fills its braces; a name with a capital begins with one. */
function phrase(dice: Dice, name: string): string {
  const list = WORDS[name.toLowerCase()] ?? WORDS[name]
  if (list === undefined) return ''
  const text = dice.pick(list).replace(/\{(\w+)\}/g, (_, inner: string) => phrase(dice, inner))
  return /^[A-Z]/.test(name) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text
}
