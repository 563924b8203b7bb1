import type { Page, Stub } from './collection.ts'
import { newestOn, pagesWith, type Series } from './series.ts'

/** So many slugs are asked for in one query. */
const MOST_ASKED = 64

/**
 * Items by their slugs. A query gives a whole page for every slug, so those that may be on pages at hand are not
 * asked for: one at first, then twice as many each time.
 */
export async function getItems<T extends Stub>(series: Series<T>, slugs: readonly string[]): Promise<(T | null)[]> {
  const found = new Map<string, T | null>()
  let unknown = [...new Set(slugs)]
  for (let asked = 1; unknown.length > 0; asked = Math.min(2 * asked, MOST_ASKED)) {
    const some = unknown.slice(0, asked)
    const pages: Page[] = await pagesWith(series, some)
    for (const slug of unknown) {
      const copy = newestOn(series, pages, slug)
      if (copy !== null || some.includes(slug)) found.set(slug, copy?.item ?? null)
    }
    unknown = unknown.filter((slug) => !found.has(slug))
  }
  return slugs.map((slug) => found.get(slug) ?? null)
}
