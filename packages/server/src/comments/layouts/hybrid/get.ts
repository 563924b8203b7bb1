import type { Stub } from './collection.ts'
import { jsonOf, type RawPage } from './raw-page.ts'
import { rawPagesWith, type Series } from './series.ts'

/** So many slugs are asked for at once. */
const MOST_ASKED = 16

/**
 * Items by their slugs. A query gives a whole page for every slug, so those that may be on pages at hand are not
 * asked for: one at first, then twice as many each time.
 */
export async function getItems<T extends Stub>(series: Series<T>, slugs: readonly string[]): Promise<(T | null)[]> {
  const found = new Map<string, T | null>()
  let unknown = [...new Set(slugs)]
  for (let asked = 1; unknown.length > 0; asked = Math.min(2 * asked, MOST_ASKED)) {
    const some = unknown.slice(0, asked)
    const pages: RawPage[] = (await Promise.all(some.map((slug) => rawPagesWith(series, slug)))).flat()
    for (const slug of unknown) {
      const item = newestIn<T>(pages, slug)
      if (item !== null || some.includes(slug)) found.set(slug, item)
    }
    unknown = unknown.filter((slug) => !found.has(slug))
  }
  return slugs.map((slug) => found.get(slug) ?? null)
}

/** While a page splits, an item is on both parts. */
function newestIn<T extends Stub>(pages: readonly RawPage[], slug: string): T | null {
  const copies = pages.flatMap(({ items }) => items.filter((item) => item.slug === slug))
  const parsed = copies.map((item) => JSON.parse(jsonOf(item)) as T)
  return parsed.toSorted((a, b) => b.writes - a.writes)[0] ?? null
}
