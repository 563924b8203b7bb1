import type { Entry, Span } from './entries.ts'
import type { SeriesReader } from './reader.ts'
import { HEAD, type Head } from './series.ts'

export type Way = { back?: boolean; skip?: number }

/** The entries of a span in the order of their keys or, going back, from the last. */
export async function* walk(reader: SeriesReader, span: Span, { back = false, skip = 0 }: Way): AsyncGenerator<Entry> {
  let left = skip
  for (let todo: Span | null = span; todo !== null;) {
    if (left > 0) ({ span: todo, skip: left } = await passPages(reader, todo, { back, skip: left }))
    const part = await reader.part(todo, back)
    for (const entry of part.entries.slice(left)) yield entry
    left = Math.max(0, left - part.entries.length)
    todo = part.rest
  }
}

/** So many heads are read at a time. */
const MOST_HEADS = 100

/** Passes over whole pages by their counts, without reading what is on them. */
async function passPages(
  { series }: SeriesReader,
  span: Span,
  { back, skip }: Required<Way>,
): Promise<{ span: Span; skip: number }> {
  const { docs } = await series.pages.find({
    where: { home: series.home, from: { $gte: span.from, $lt: span.until } },
    sort: { from: back ? -1 : 1 },
    limit: Math.min(MOST_HEADS, 1 + Math.ceil((2 * skip) / series.limit)),
    project: HEAD,
  })
  let [todo, left] = [span, skip]
  for (const head of docs as Head[]) {
    // The right part of a page that was split while this was read: it has been counted with the left one.
    if (!back && head.from < todo.from) continue
    if (!isNext(head, todo, back) || head.count > left) break
    left -= head.count
    todo = back ? { from: todo.from, until: head.from } : { from: head.until, until: todo.until }
  }
  return { span: todo, skip: left }
}

/** Whether the page, as a whole, is what comes next in the span. */
const isNext = ({ from, until }: Span, todo: Span, back: boolean): boolean =>
  back ? until === todo.until && from >= todo.from : from === todo.from && until <= todo.until
