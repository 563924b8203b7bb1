/** Of a text, from where to where; the same number twice is a place between two characters. */
export type Range = { start: number; end: number }
/** What takes the place of a range, and what is selected then. */
export type Change = { at: Range; put: string; select: Range }

const AROUND = { bold: '**', italic: '*', code: '`' } as const
const FENCE = '```'
const ADDRESS = 'https://'

export const KINDS = ['bold', 'italic', 'code', 'quote', 'link'] as const
export type Kind = (typeof KINDS)[number]

/** What a button does to a selection; pressed again, bold, italic, code and quote are taken off. */
export function formatted(text: string, range: Range, kind: Kind): Change {
  if (kind === 'quote') return quoted(text, range)
  const tight = trimmed(text, range)
  if (kind === 'link') return linked(text, tight)
  if (kind === 'code' && text.slice(tight.start, tight.end).includes('\n')) return fenced(text, tight)
  return wrapped(text, tight, AROUND[kind])
}

/** Marks next to a space mean nothing in Markdown: a selection with spaces at its ends is taken without them. */
function trimmed(text: string, { start, end }: Range): Range {
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return { start, end: start }
  return {
    start: start + chosen.length - chosen.trimStart().length,
    end: end - chosen.length + chosen.trimEnd().length,
  }
}

function wrapped(text: string, { start, end }: Range, mark: string): Change {
  const size = mark.length
  const inner = text.slice(start, end)
  if (isAround(text, { start, end }, mark))
    return {
      at: { start: start - size, end: end + size },
      put: inner,
      select: { start: start - size, end: end - size },
    }
  return { at: { start, end }, put: mark + inner + mark, select: { start: start + size, end: end + size } }
}

/** As many of its signs as the mark has, or all three of bold and italic together. */
function isAround(text: string, { start, end }: Range, mark: string): boolean {
  const sign = mark.charAt(0)
  const before = text.slice(0, start)
  const after = text.slice(end)
  const left = before.length - trimEndOf(before, sign).length
  const right = after.length - trimStartOf(after, sign).length
  const count = Math.min(left, right)
  return count === mark.length || (sign === '*' && count === 3)
}

function trimEndOf(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}

function trimStartOf(text: string, sign: string): string {
  let start = 0
  while (text[start] === sign) start++
  return text.slice(start)
}

/** Several lines of code stand between fences, each on a line of its own. */
function fenced(text: string, { start, end }: Range): Change {
  const open = `${start === 0 || text[start - 1] === '\n' ? '' : '\n'}${FENCE}\n`
  const close = `\n${FENCE}${end === text.length || text[end] === '\n' ? '' : '\n'}`
  const put = open + text.slice(start, end) + close
  return { at: { start, end }, put, select: { start: start + open.length, end: end + open.length } }
}

/** Whole lines, each with its sign. */
function quoted(text: string, { start, end }: Range): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith('>'))
  const put = lines.map((line) => (isOn ? line.replace(/^> ?/, '') : `> ${line}`)).join('\n')
  const isPlace = start === end
  const moved = from + put.length
  return { at: { start: from, end: to }, put, select: { start: isPlace ? moved : from, end: moved } }
}

/** The part that is still to be written is selected: the address, or the words where an address was chosen. */
function linked(text: string, { start, end }: Range): Change {
  const chosen = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(chosen)) {
    const put = `[](${chosen})`
    return { at: { start, end }, put, select: { start: start + 1, end: start + 1 } }
  }
  const put = `[${chosen}](${ADDRESS})`
  const at = start + chosen.length + 3
  const select = chosen === '' ? { start: start + 1, end: start + 1 } : { start: at, end: at + ADDRESS.length }
  return { at: { start, end }, put, select }
}
