import type { Answer } from '../api/route.ts'

/** RFC 8288: where the pages around this one are, as addresses relative to this host. */
export function linkField(links: NonNullable<Answer['links']>, url: string): string {
  const linked = Object.entries(links).flatMap(([rel, change]) => {
    if (change === null || change === undefined) return []
    // The host does not matter: only path and query are used.
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    for (const name of ['cursor', 'page']) searchParams.delete(name)
    for (const [name, value] of Object.entries(change)) searchParams.set(name, value)
    return [`<${pathname}?${searchParams.toString()}>; rel="${rel === 'previous' ? 'prev' : rel}"`]
  })
  return linked.join(', ')
}
