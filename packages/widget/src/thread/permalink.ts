const PREFIX = '#comment-'

/** The comment that an address of the page leads to. */
export const slugInHash = (hash: string): string | null =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length).replaceAll('.', '/') : null

export const hashOf = (slug: string): string => `${PREFIX}${slug.replaceAll('/', '.')}`
