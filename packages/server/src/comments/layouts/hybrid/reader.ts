import type { Filter, Sort } from '@palaver/store'
import { END } from '../../keys.ts'
import type { Page } from './collection.ts'
import { countBefore, type Entry, type Part, rest, type Span } from './entries.ts'
import { type RawItem, type RawPage, readPage } from './raw-page.ts'
import { type AnySeries, pageId } from './series.ts'

type Held = Span & { entries: Entry[] }

/** The entries of a page, of which those from `low` to before `high` lie in a span, and what is left of it. */
type Reach = { entries: Entry[]; low: number; high: number; rest: Span | null }

/** One call may come back to a page that it has read; so many are kept for that. */
const MOST_HELD = 32

/**
 * Reads a series while others write to it and split its pages: all of a page counts as it was read, and the reading
 * goes on where that page ended, whatever became of it since.
 */
export class SeriesReader {
  readonly series: AnySeries
  readonly #held: Held[] = []
  #reading: Promise<unknown> = Promise.resolve()

  constructor(series: AnySeries) {
    this.series = series
  }

  async at(key: string): Promise<RawItem | null> {
    const page = await this.#covering(key)
    const entry = page?.entries[countBefore(page.entries, key)]
    return entry?.key === key ? entry.item : null
  }

  /** What one page has of a span: of its beginning or, going back, of its end; the first to be read comes first. */
  async part(span: Span, back: boolean): Promise<Part> {
    const { entries, low, high, rest: left } = await this.#reach(span, back)
    const within = entries.slice(low, high)
    return { entries: back ? within.toReversed() : within, rest: left }
  }

  /** The first of a span or, going back, the last. */
  async first(span: Span, back: boolean): Promise<Entry | null> {
    for (let left: Span | null = span; left !== null;) {
      const reach: Reach = await this.#reach(left, back)
      if (reach.low < reach.high) return reach.entries[back ? reach.high - 1 : reach.low] ?? null
      left = reach.rest
    }
    return null
  }

  async #reach(span: Span, back: boolean): Promise<Reach> {
    const page = span.from >= span.until ? null : await (back ? this.#before(span.until) : this.#covering(span.from))
    if (page === null) return { entries: [], low: 0, high: 0, rest: null }
    const [low, high] = [countBefore(page.entries, span.from), countBefore(page.entries, span.until)]
    const left = back ? rest(span.from, page.from) : rest(page.until, span.until)
    return { entries: page.entries, low, high, rest: left }
  }

  async #covering(key: string): Promise<Held | null> {
    return this.#heldOrRead(
      ({ from, until }) => from <= key && key < until,
      async () => (await this.#following(key)) ?? this.#lastFrom({ $lte: key }),
    )
  }

  async #before(key: string): Promise<Held | null> {
    return this.#heldOrRead(
      ({ from, until }) => from < key && key <= until,
      () => this.#lastFrom({ $lt: key }),
    )
  }

  /** One read after the other: many who want the same page at once, as the branches of a tree do, share it. */
  async #heldOrRead(isIt: (span: Span) => boolean, read: () => Promise<RawPage | null>): Promise<Held | null> {
    const held = this.#held.find(isIt)
    if (held !== undefined) return held
    const mine = this.#reading.then(async () => {
      const meanwhile = this.#held.find(isIt)
      if (meanwhile !== undefined) return meanwhile
      const page = await read()
      return page !== null && isIt(page) ? this.#hold(page) : null
    })
    this.#reading = mine.catch(() => {})
    return mine
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
