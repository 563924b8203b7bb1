import { behind, below, childKey, END, keyOf } from '../../keys.ts'
import type { Comment } from '../../model.ts'
import { isWithinRange } from '../in-memory.ts'
import type { Range } from '../layout.ts'
import type { Entry, Span } from './entries.ts'
import type { SeriesReader } from './reader.ts'

type Parent = Pick<Comment, 'slug' | 'fullSlug'> | null

/**
 * The direct replies of a comment, in a threaded series: from one to the next over all that lies below it, which is
 * not read where it is on other pages.
 */
export async function* childrenOf(
  reader: SeriesReader,
  parent: Parent,
  range: Omit<Range, 'limit'>,
): AsyncGenerator<Entry> {
  let left = range.skip ?? 0
  for await (const entry of range.back ? backwards(reader, parent, range) : forwards(reader, parent, range)) {
    if (!isWithinRange(keyOf('chronological', entry.item), range)) continue
    if (left > 0) left--
    else yield entry
  }
}

async function* forwards(reader: SeriesReader, parent: Parent, range: Ends): AsyncGenerator<Entry> {
  const { from, until } = spanOf(parent, range)
  for (let at = from; ;) {
    const found = await reader.first({ from: at, until }, false)
    if (found === null) return
    const child = childAbove(parent, found.key)
    if (found.key === child) yield found
    at = behind(child)
  }
}

async function* backwards(reader: SeriesReader, parent: Parent, range: Ends): AsyncGenerator<Entry> {
  const { from, until } = spanOf(parent, range)
  for (let at = until; ;) {
    const found = await reader.first({ from, until: at }, true)
    if (found === null) return
    const child = childAbove(parent, found.key)
    const item = found.key === child ? found.item : await reader.at(child)
    if (item !== null) yield { key: child, item }
    at = child
  }
}

/** The child of `parent` under which a key lies, or which it is. */
function childAbove(parent: Parent, key: string): string {
  const end = key.indexOf('/', parent === null ? 0 : below(parent.fullSlug).length)
  return end === -1 ? key : key.slice(0, end)
}

type Ends = Pick<Range, 'from' | 'until'>

/** The part of the threaded order in which the children between two chronological keys lie. */
function spanOf(parent: Parent, { from, until }: Ends): Span {
  const all =
    parent === null ? { from: '', until: END } : { from: below(parent.fullSlug), until: behind(parent.fullSlug) }
  return {
    from: from === undefined ? all.from : threadedEnd(parent, from, ''),
    until: until === undefined ? all.until : threadedEnd(parent, until, END),
  }
}

/** Exactly where the key is a child's; else the beginning or the end of its millisecond, with some too many. */
function threadedEnd(parent: Parent, key: string, end: string): string {
  const [posted = '', ...parts] = key.split('/')
  const part = parts.at(-1)
  const above = parts.slice(0, -1).join('/')
  if (part !== undefined && above === (parent?.slug ?? '')) return childKey(parent, key)
  return `${childKey(parent, `${posted}/`).slice(0, -1)}${end}`
}
