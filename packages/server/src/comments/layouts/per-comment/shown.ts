import type { CommentDocument } from '../../collections.ts'
import { type Shown, shownOf } from '../../present.ts'

const FULL_SLUG = '"fullSlug":"'
const SLUG = '"slug":"'
const POSTED = '"posted":"'
const DELETED = '"status":"deleted"'
const BEHIND = ',"text":'

/**
 * What everyone may see of a stored comment, cut out of its JSON: `documentAt` puts those fields side by side, and a
 * change keeps each where it was. Inside of strings quotes are escaped, so what is found are the fields themselves.
 * A document that was written in another order is read in the usual way.
 */
export function shownIn(raw: string): Shown {
  const full = raw.indexOf(FULL_SLUG)
  const slug = raw.indexOf(SLUG, full)
  const posted = raw.indexOf(POSTED, slug)
  const end = raw.indexOf(BEHIND, posted)
  if (full === -1 || slug === -1 || posted === -1 || end === -1 || raw.includes(DELETED)) return parsed(raw)
  return {
    fullSlug: valueAt(raw, full + FULL_SLUG.length),
    slug: valueAt(raw, slug + SLUG.length),
    posted: valueAt(raw, posted + POSTED.length),
    json: `{${raw.slice(slug, end)}}`,
  }
}

/** Of a field in which nothing is ever escaped. */
const valueAt = (raw: string, start: number): string => raw.slice(start, raw.indexOf('"', start))

const parsed = (raw: string): Shown => shownOf(JSON.parse(raw) as CommentDocument)
