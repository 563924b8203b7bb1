import type { Answer } from '../api/route.ts'

/** Proxies and clients take answers with 4 to 16 kB of header fields; a cursor at depth 100 alone has 5 kB. */
const LONGEST = 3000

/**
 * RFC 8288: where the pages around this one are, as addresses relative to this host. Empty where that would be too
 * long to arrive: the cursors are in the body too.
 */
export function linkField(links: NonNullable<Answer['links']>, url: string): string {
  const linked = Object.entries(links).flatMap(([rel, change]) => {
    if (change === null || change === undefined) return []
    // The host does not matter: only path and query are used.
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    for (const name of ['cursor', 'page']) searchParams.delete(name)
    for (const [name, value] of Object.entries(change)) searchParams.set(name, value)
    return [`<${pathname}?${searchParams.toString()}>; rel="${rel === 'previous' ? 'prev' : rel}"`]
  })
  const field = linked.join(', ')
  return field.length > LONGEST ? '' : field
}
