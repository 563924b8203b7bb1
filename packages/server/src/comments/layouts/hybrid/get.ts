import type { Stub } from './collection.ts'
import { jsonIn } from './raw-page.ts'
import { rawPagesWith, type Series } from './series.ts'

/** So many slugs are asked for at once. */
const MOST_ASKED = 16

/**
 * Items by their slugs. A query gives a whole page for every slug, so those that may be on pages at hand are not
 * asked for: one by one at first, then as many as were found already.
 */
export async function getItems<T extends Stub>(series: Series<T>, slugs: readonly string[]): Promise<(T | null)[]> {
  const found = new Map<string, T | null>()
  let unknown = [...new Set(slugs)]
  while (unknown.length > 0) {
    const some = unknown.slice(0, Math.min(Math.max(1, found.size), MOST_ASKED))
    const pages = (await Promise.all(some.map((slug) => rawPagesWith(series, slug)))).flat()
    for (const slug of unknown) {
      const item = newestIn<T>(pages, slug)
      if (item !== null || some.includes(slug)) found.set(slug, item)
    }
    unknown = unknown.filter((slug) => !found.has(slug))
  }
  return slugs.map((slug) => found.get(slug) ?? null)
}

/** While a page splits, an item is on both parts. */
function newestIn<T extends Stub>(pages: readonly Buffer[], slug: string): T | null {
  const copies = pages.map((page) => jsonIn(page, slug)).filter((json) => json !== null)
  return copies.map((json) => JSON.parse(json) as T).toSorted((a, b) => b.writes - a.writes)[0] ?? null
}
