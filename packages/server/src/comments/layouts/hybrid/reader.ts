import type { Filter, Sort } from '@palaver/store'
import { END } from '../../keys.ts'
import type { Page } from './collection.ts'
import { type RawItem, type RawPage, readPage } from './raw-page.ts'
import { type AnySeries, pageId } from './series.ts'

export type Entry = { key: string; item: RawItem }

/** Keys from `from` on, before `until`. */
export type Span = { from: string; until: string }

export type Part = {
  entries: Entry[]
  /** What is still to be read; null at the end. */
  rest: Span | null
}

type Held = Span & { entries: Entry[] }

/** One call may come back to a page that it has read; so many are kept for that. */
const MOST_HELD = 32

/**
 * Reads a series while others write to it and split its pages: all of a page counts as it was read, and the reading
 * goes on where that page ended, whatever became of it since.
 */
export class SeriesReader {
  readonly series: AnySeries
  readonly #held: Held[] = []

  constructor(series: AnySeries) {
    this.series = series
  }

  async at(key: string): Promise<RawItem | null> {
    const page = await this.#covering(key)
    return page?.entries.find((entry) => entry.key === key)?.item ?? null
  }

  /** What one page has of a span: of its beginning or, going back, of its end; the first to be read comes first. */
  async part(span: Span, back: boolean): Promise<Part> {
    if (span.from >= span.until) return { entries: [], rest: null }
    const page = await (back ? this.#before(span.until) : this.#covering(span.from))
    if (page === null) return { entries: [], rest: null }
    const entries = page.entries.filter(({ key }) => key >= span.from && key < span.until)
    if (back) return { entries: entries.toReversed(), rest: rest(span.from, page.from) }
    return { entries, rest: rest(page.until, span.until) }
  }

  /** The first of a span or, going back, the last. */
  async first(span: Span, back: boolean): Promise<Entry | null> {
    for (let left: Span | null = span; left !== null;) {
      const part: Part = await this.part(left, back)
      if (part.entries[0] !== undefined) return part.entries[0]
      left = part.rest
    }
    return null
  }

  async #covering(key: string): Promise<Held | null> {
    const covers = ({ from, until }: Span): boolean => from <= key && key < until
    const held = this.#held.find(covers)
    if (held !== undefined) return held
    const page = (await this.#following(key)) ?? (await this.#lastFrom({ $lte: key }))
    return page !== null && covers(page) ? this.#hold(page) : null
  }

  async #before(key: string): Promise<Held | null> {
    const held = this.#held.find(({ from, until }) => from < key && key <= until)
    if (held !== undefined) return held
    const page = await this.#lastFrom({ $lt: key })
    return page !== null && key <= page.until ? this.#hold(page) : null
  }

  /** Where a page has ended the next begins, so its id is known. */
  async #following(key: string): Promise<RawPage | null> {
    const isNext = key < END && this.#held.some(({ until }) => until === key)
    return isNext ? this.#page({ _id: pageId(this.series, key) }) : null
  }

  async #lastFrom(from: { $lt: string } | { $lte: string }): Promise<RawPage | null> {
    return this.#page({ home: this.series.home, from }, { from: -1 })
  }

  async #page(where: Filter<Page>, sort: Sort<Page> = {}): Promise<RawPage | null> {
    const { docs } = await this.series.pages.findBytes({ where, sort, limit: 1, next: false })
    return docs[0] === undefined ? null : readPage(docs[0])
  }

  #hold({ from, until, items }: RawPage): Held {
    const entries = items.map((item) => ({ key: this.series.keyOf(item), item }))
    const held = { from, until, entries: entries.toSorted((a, b) => (a.key < b.key ? -1 : 1)) }
    this.#held.unshift(held)
    this.#held.length = Math.min(this.#held.length, MOST_HELD)
    return held
  }
}

const rest = (from: string, until: string): Span | null => (from < until ? { from, until } : null)
