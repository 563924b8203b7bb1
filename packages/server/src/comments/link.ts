import type { Discussion } from './model.ts'

/** Only what the host said where the discussion is: no address out of a text becomes a link. */
export function pageOf({ url }: Pick<Discussion, 'url'>): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Where a comment is on the host's page; null where that is not known. */
export function linkTo(discussion: Pick<Discussion, 'url'>, slug: string): string | null {
  const page = pageOf(discussion)
  if (page === null) return null
  const link = new URL(page)
  link.hash = `comment-${slug.replaceAll('/', '.')}`
  return link.href
}
