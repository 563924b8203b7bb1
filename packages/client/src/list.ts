import { type Answer, call, type CallOptions, type Operation } from './call.ts'
import type { Palaver } from './connect.ts'
import type { Operations } from './generated/types.ts'
import { type Listing, pages } from './listing.ts'

/** Operations that answer a page and where the next one is. */
export type ListOperation = { [N in Operation]: Answer<N> extends { next: string | null } ? N : never }[Operation]

/** What a list can be asked for, besides whose it is. */
export type Wanted<N extends ListOperation> = Operations[N]['input'] extends { query?: infer Query }
  ? Omit<NonNullable<Query>, 'org' | 'type' | 'id'>
  : never

export type ReadOptions = Pick<CallOptions, 'signal'>

type Source<N extends ListOperation, Item> = {
  operation: N
  path?: object
  query: object & { cursor?: string | undefined; page?: number | undefined }
  itemsOf: (page: Answer<N>) => readonly Item[]
}

/** The list that an operation answers page by page. */
export function list<N extends ListOperation, Item>(
  palaver: Palaver,
  { operation, path, query, itemsOf }: Source<N, Item>,
  options?: ReadOptions,
): Listing<Item, Answer<N>> {
  const listing: Listing<Item, Answer<N>> = {
    page: (cursor) => {
      const at = typeof cursor === 'string' ? { cursor, page: undefined } : {}
      // Each list is typed where it is named.
      const input = { path, query: { ...query, ...at }, options } as Operations[N]['input']
      return call(palaver, operation, input)
    },
    async *[Symbol.asyncIterator]() {
      for await (const page of pages(listing)) yield* itemsOf(page)
    },
  }
  return listing
}
