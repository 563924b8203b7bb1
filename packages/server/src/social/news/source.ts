import type { WallRow } from '../model.ts'
import type { Place } from '../walls/walls.ts'

export type NewsRow = Pick<WallRow, 'post' | 'author' | 'posted'>

/** What may be news for somebody, the newest first, strictly behind a place; an empty answer is the end. */
export type NewsSource = (before: Place | null, limit: number) => Promise<NewsRow[]>

/** In the order of news: later ones first. Ids are plain ASCII, so they compare here as in the database. */
export const isNewer = (a: Pick<NewsRow, 'posted' | 'post'>, b: Pick<NewsRow, 'posted' | 'post'>): boolean =>
  a.posted === b.posted ? a.post > b.post : a.posted > b.posted

export const placeOf = ({ posted, post }: Pick<NewsRow, 'posted' | 'post'>): Place => ({ posted, post })
