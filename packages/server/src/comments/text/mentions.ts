import MarkdownIt, { type Token } from 'markdown-it'
import { folded } from '../../api/name-key.ts'
import { shownBy } from './links.ts'

const MOST_MENTIONS = 50
/** Of a name with many dots: itself, and so many shorter ones. */
const MOST_CUTS = 3

const LETTER = String.raw`[\p{L}\p{Nd}_]`
const WORD = String.raw`[\p{L}\p{Nd}\p{M}_]`
const NAME = `${LETTER}${WORD}*(?:[.-]${WORD}+)*`
const WHOLE_NAME = new RegExp(`^(?=.{1,64}$)${NAME}$`, 'u')
/** Not in an e-mail address nor in a path; with an `@` behind it, it is no name but an address. */
const MENTION = new RegExp(String.raw`(?<!${WORD}|[/@])@${NAME}@?`, 'gu')

/** Stands where an `@` was escaped: no text has it, as it is not let in. */
const NO_MENTION = '\0'

/** Letters that a reader sees in a row; `isPlain` where a mention may stand in them. */
type Run = { tokens: Token[]; shown: string; isPlain: boolean }
type Place = { from: number; to: number }

/** Puts a token for each mention into the tree; answers the names that may be meant, folded, in order. Quotes mention nobody. */
export function markMentions(blocks: Token[]): string[] {
  const names = new Set<string>()
  let quotes = 0
  for (const block of blocks) {
    if (block.type === 'blockquote_open') quotes++
    if (block.type === 'blockquote_close') quotes--
    if (quotes === 0 && block.type === 'inline' && block.content.includes('@'))
      block.children = withMentions(runsOf(block.children ?? []), names)
  }
  return [...new Set([...names].flatMap((name) => meantBy(name).map((one) => one.name)))]
}

/**
 * A name that is as long as it can be, or the same up to a dot or a dash in it, the longest first: `@ann.lee` may be
 * meant for Ann, at the end of a sentence without a space behind it.
 */
export function meantBy(typed: string): { name: string; length: number }[] {
  const ends = [...typed.matchAll(/[.-]/g)].map(({ index }) => index).toReversed()
  return [typed.length, ...ends.slice(0, MOST_CUTS)].flatMap((length) => {
    const name = compared(typed.slice(0, length))
    return name === undefined ? [] : [{ name, length }]
  })
}

/** Looks at all runs as one text, so that a name which goes on in the next run is not taken for a shorter one. */
function withMentions(runs: Run[], names: Set<string>): Token[] {
  const found = runs
    .map(({ shown }) => shown)
    .join('')
    .matchAll(MENTION)
  let match = found.next().value
  let end = 0
  return runs.flatMap((run) => {
    const start = end
    end += run.shown.length
    const places: Place[] = []
    for (; match !== undefined && match.index < end; match = found.next().value) {
      const to = match.index + match[0].length
      if (run.isPlain && to <= end && take(match[0], names)) places.push({ from: match.index - start, to: to - start })
    }
    return places.length === 0 ? run.tokens : split(run, places)
  })
}

function runsOf(children: Token[]): Run[] {
  const runs: Run[] = []
  let links = 0
  for (const token of children) {
    if (token.type === 'link_open') links++
    if (token.type === 'link_close') links--
    const isText = token.type === 'text' || token.type === 'text_special'
    const shown = token.type === 'text_special' ? token.content.replaceAll('@', NO_MENTION) : shownBy(token)
    const last = runs.at(-1)
    if (isText && links === 0 && last?.isPlain === true) {
      last.tokens.push(token)
      last.shown += shown
    } else runs.push({ tokens: [token], shown, isPlain: isText && links === 0 })
  }
  return runs
}

/** Whether this is a mention that can still be taken; it is counted then. */
function take(mention: string, names: Set<string>): boolean {
  const name = compared(mention.slice(1))
  if (name === undefined || (names.size >= MOST_MENTIONS && !names.has(name))) return false
  names.add(name)
  return true
}

/** A name as it is compared; none where it is too long, or where folding makes something else of it. */
function compared(typed: string): string | undefined {
  const name = folded(typed)
  return WHOLE_NAME.test(typed) && WHOLE_NAME.test(name) ? name : undefined
}

function split(run: Run, places: Place[]): Token[] {
  const text = run.tokens.map(({ content }) => content).join('')
  const tokens: Token[] = []
  let done = 0
  for (const { from, to } of places) {
    if (from > done) tokens.push(tokenOf('text', text.slice(done, from)))
    tokens.push(tokenOf('mention', text.slice(from, to)))
    done = to
  }
  if (done < text.length) tokens.push(tokenOf('text', text.slice(done)))
  return tokens
}

export function tokenOf(type: string, content: string): Token {
  const token = new MarkdownIt.Token(type, '', 0)
  token.content = content
  return token
}
