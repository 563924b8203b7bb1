/** How a thread is shown, and where it comes from. */
export type Options = {
  /** Where the service is, without a slash at the end. */
  base: string
  org: string
  resource: { type: string; id: string }
  order: Order
  /** Null: as the discussion itself is ordered. */
  view: 'threaded' | 'flat' | null
  locale: string
  live: boolean
  token: string | null
  /** The element, where it has ads between its comments. */
  ads?: Element | '' | null
}

export const ORDERS = ['oldest', 'newest', 'best'] as const
export type Order = (typeof ORDERS)[number]
