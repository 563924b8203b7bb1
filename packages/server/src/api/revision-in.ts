import { Refusal } from './refusal.ts'

/** The revision that If-Match names, by a tag such as `r3`; null where any will do. `what` was read with it. */
export function revisionIn(tags: readonly string[] | null, what: string): number | null {
  if (tags === null || tags.includes('*')) return null
  const [, rev] = /^r(\d{1,15})$/.exec(tags[0] ?? '') ?? []
  if (tags.length === 1 && rev !== undefined) return Number(rev)
  const message = `must be the one ETag that ${what} read with, such as "r3"`
  throw new Refusal('invalid', `header.if-match ${message}.`, [{ path: 'header.if-match', message }])
}
