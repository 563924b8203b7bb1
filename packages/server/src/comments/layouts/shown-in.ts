import type { Comment } from '../model.ts'
import { type Shown, shownOf } from '../present.ts'

const FULL_SLUG = '"fullSlug":"'
const SLUG = '"slug":"'
const POSTED = '"posted":"'
const PUBLISHED = '"status":"published"'
const BEHIND = ',"text":'

type PlaceIn = Pick<Shown, 'slug' | 'fullSlug' | 'posted'> & { start: number }

/**
 * Where a comment stands, read out of its JSON, which may lie within a longer text; null where the fields stand in
 * another order than they are written in.
 */
export function placeIn(raw: string, begin = 0, end = raw.length): PlaceIn | null {
  const full = raw.indexOf(FULL_SLUG, begin)
  const slug = raw.indexOf(SLUG, full)
  const posted = raw.indexOf(POSTED, slug)
  if (full === -1 || slug === -1 || posted === -1 || posted >= end) return null
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
 * A comment that is not published, or a document that was written in another order, is read in the usual way.
 */
export function shownIn(raw: string): Shown {
  const place = placeIn(raw)
  const status = place === null ? -1 : raw.indexOf(PUBLISHED, place.start)
  const end = status === -1 ? -1 : raw.indexOf(BEHIND, status)
  if (place === null || end === -1) return shownOf(JSON.parse(raw) as Comment)
  const { fullSlug, slug, posted, start } = place
  return { fullSlug, slug, posted, json: `{${raw.slice(start, end)}}` }
}
