type Cursors = { next: string | null }

/**
 * A list that is read page by page: over its items with `for await`, over its pages with `pages`, or one at a time.
 * What was there before the first page comes exactly once, what is added meanwhile at most once.
 */
export type Listing<Item, Page extends Cursors> = AsyncIterable<Item> & {
  /** The page at a cursor (`next` or `previous` of another); the first one where none is given. */
  page: (cursor?: string | null) => Promise<Page>
}

/** Over the pages of a list, from its first to its last. */
export async function* pages<Page extends Cursors>(list: Pick<Listing<unknown, Page>, 'page'>): AsyncGenerator<Page> {
  let cursor: string | null = null
  do {
    const page: Page = await list.page(cursor)
    yield page
    cursor = page.next
  } while (cursor !== null)
}
