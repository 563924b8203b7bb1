import { type Collection, idOf } from '@palaver/store'
import type { World } from '../../world.ts'
import { type Page, pages, type Stub } from './collection.ts'
import type { Together } from './together.ts'

/** What all series share. */
export type Means = {
  pages: Collection<Page>
  /** Resolves when every event written so far is in the log. */
  settle: () => Promise<void>
  world: Pick<World, 'sleep' | 'random'>
  together: Together
}

/** Items in the order of a key, on pages that each hold a range of it. */
export type Series<T extends Stub> = Means & {
  home: string
  keyOf: (item: Pick<Stub, 'slug' | 'fullSlug' | 'posted'>) => string
  /** So many items on a page before it splits; a few more may slip in. */
  limit: number
  readonly item?: T
}

export type AnySeries = Series<Stub>

/** All of a page but its items. */
export type Head = Omit<Page, 'comments'>

export const HEAD = { comments: 0 } as const

export const pageId = ({ home }: Pick<AnySeries, 'home'>, from: string): string => idOf(pages, { home, from })

/** The page on which a key belongs; null in a home that has no pages yet. */
export async function headFor({ pages: all, home }: AnySeries, key: string): Promise<Head | null> {
  const { docs } = await all.find({
    where: { home, from: { $lte: key } },
    sort: { from: -1 },
    limit: 1,
    project: HEAD,
  })
  return (docs[0] as Head | undefined) ?? null
}

/** All copies of an item: while its page splits it is on both parts. */
export async function pagesWith({ pages: all, home }: AnySeries, slugs: readonly string[]): Promise<Page[]> {
  const where = { home, 'comments.slug': { $in: slugs } }
  const { docs } = await all.find({ where, limit: 2 * slugs.length })
  return docs
}

/** The same of one item, unparsed. */
export async function rawPagesWith({ pages: all, home }: AnySeries, slug: string): Promise<Buffer[]> {
  const { docs } = await all.findBytes({ where: { home, 'comments.slug': slug }, limit: 2, next: false })
  return docs
}

/** The newest copy on these pages, and where it is. */
export function newestOn<T extends Stub>(_: Series<T>, found: readonly Page[], slug: string): Copy<T> | null {
  const copies = found.flatMap((page) => {
    const item = page.comments.find((each) => each.slug === slug)
    return item === undefined ? [] : [{ page, item: item as unknown as T }]
  })
  return copies.toSorted((a, b) => b.item.writes - a.item.writes)[0] ?? null
}

export type Copy<T> = { page: Page; item: T }
