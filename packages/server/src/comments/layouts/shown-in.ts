import type { Comment } from '../model.ts'
import { type Shown, shownOf } from '../present.ts'

const FULL_SLUG = '"fullSlug":"'
const SLUG = '"slug":"'
const POSTED = '"posted":"'
const DELETED = '"status":"deleted"'
const BEHIND = ',"text":'

/** Where a comment stands, read out of its JSON; null where the fields stand in another order than they are written in. */
export function placeIn(raw: string): (Pick<Shown, 'slug' | 'fullSlug' | 'posted'> & { start: number }) | null {
  const full = raw.indexOf(FULL_SLUG)
  const slug = raw.indexOf(SLUG, full)
  const posted = raw.indexOf(POSTED, slug)
  if (full === -1 || slug === -1 || posted === -1) return null
  return {
    fullSlug: valueAt(raw, full + FULL_SLUG.length),
    slug: valueAt(raw, slug + SLUG.length),
    posted: valueAt(raw, posted + POSTED.length),
    start: slug,
  }
}

/** Of a field in which nothing is ever escaped. */
const valueAt = (raw: string, start: number): string => raw.slice(start, raw.indexOf('"', start))

/**
 * What everyone may see of a stored comment, cut out of its JSON: `storedComment` puts those fields side by side, and a
 * change keeps each where it was. Inside of strings quotes are escaped, so what is found are the fields themselves.
 * A document that was written in another order is read in the usual way.
 */
export function shownIn(raw: string): Shown {
  const place = placeIn(raw)
  const end = place === null ? -1 : raw.indexOf(BEHIND, place.start)
  if (place === null || end === -1 || raw.includes(DELETED)) return shownOf(JSON.parse(raw) as Comment)
  const { fullSlug, slug, posted, start } = place
  return { fullSlug, slug, posted, json: `{${raw.slice(start, end)}}` }
}
