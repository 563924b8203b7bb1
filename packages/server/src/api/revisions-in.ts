import { Refusal } from './refusal.ts'

/** The revisions that If-Match names; null where any will do. What is shown besides does not matter to a change. */
export function revisionsIn(tags: readonly string[] | null): number[] | null {
  if (tags === null || tags.includes('*')) return null
  const revs = tags.flatMap((tag) => /^r(\d{1,15})(?:\..*)?$/.exec(tag)?.[1] ?? []).map(Number)
  if (revs.length > 0) return revs
  const message = 'must be the ETag that it was read with, such as "r3"'
  throw new Refusal('invalid', `header.if-match ${message}.`, [{ path: 'header.if-match', message }])
}
