import type { Answer } from '../api/route.ts'

/** Proxies and clients take answers with 4 to 16 kB of header fields; a cursor at depth 100 alone has 5 kB. */
const LONGEST = 3000
/** The parameters that say which page it is. */
const OF_PAGES: ReadonlySet<string> = new Set(['cursor', 'page'])
/** A host before the path, which anyone may have made up, and what is behind `#`. */
const BEYOND = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*|#.*$/gi
/** What may not stand between `<` and `>`. */
const UNSAFE = /[^\x21-\x7e]|["<>\\^`{|}]/gu

/**
 * RFC 8288: where the pages around this one are, as addresses relative to this host. Empty where that would be too
 * long to arrive: the cursors are in the body too.
 */
export function linkField(links: NonNullable<Answer['links']>, url: string): string {
  const safe = url.replace(BEYOND, '').replace(UNSAFE, encodeURIComponent)
  const at = safe.includes('?') ? safe.indexOf('?') : safe.length
  const path = safe.slice(0, at)
  const kept = safe
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '' && !OF_PAGES.has(nameIn(part)))
  const linked = Object.entries(links).flatMap(([rel, change]) => {
    if (change === null || change === undefined) return []
    const changed = Object.entries(change).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return [`<${path}?${[...kept, ...changed].join('&')}>; rel="${rel === 'previous' ? 'prev' : rel}"`]
  })
  const field = linked.join(', ')
  return field.length > LONGEST ? '' : field
}

/** Of a query that can be decoded. */
function nameIn(part: string): string {
  const [name = ''] = part.split('=', 1)
  return name.includes('%') ? decodeURIComponent(name) : name
}
