import { Duplicate, TooLarge } from '@palaver/store'
import { END } from '../../keys.ts'
import type { Page, Stub } from './collection.ts'
import { pageId, type Series } from './series.ts'
import { separator, wellFilled } from './split-point.ts'

/** Makes the pages of a new series from items that come in its order: one write a page. */
export async function fillSeries<T extends Stub>(
  series: Series<T>,
  batches: AsyncIterable<readonly T[]>,
): Promise<void> {
  const size = wellFilled(series.limit)
  let waiting: T[] = []
  let from = ''
  for await (const batch of batches) {
    waiting.push(...batch)
    let taken = 0
    for (; waiting.length - taken > size; taken += size) {
      const items = waiting.slice(taken, taken + size)
      const until = between(series, items.at(-1), waiting[taken + size])
      await makePages(series, { from, until }, items)
      from = until
    }
    waiting = waiting.slice(taken)
  }
  if (waiting.length > 0) await makePages(series, { from, until: END }, waiting)
}

function between<T extends Stub>({ keyOf }: Series<T>, before: T | undefined, behind: T | undefined): string {
  return before === undefined || behind === undefined ? END : separator(keyOf(before), keyOf(behind))
}

type Span = { from: string; until: string }

/** One page; several where its items are too long for one document. */
async function makePages<T extends Stub>(series: Series<T>, { from, until }: Span, items: readonly T[]): Promise<void> {
  try {
    await series.pages.insert(pageOf(series, { from, until }, items))
  } catch (error) {
    if (error instanceof Duplicate) return
    if (!(error instanceof TooLarge) || items.length === 1) throw error
    const half = items.length >> 1
    const middle = between(series, items[half - 1], items[half])
    await makePages(series, { from, until: middle }, items.slice(0, half))
    await makePages(series, { from: middle, until }, items.slice(half))
  }
}

export const pageOf = (series: Pick<Series<Stub>, 'home'>, { from, until }: Span, comments: readonly Stub[]): Page => ({
  _id: pageId(series, from),
  home: series.home,
  from,
  until,
  open: true,
  split: null,
  left: null,
  count: comments.length,
  comments: [...comments],
})
