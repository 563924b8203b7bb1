import { LAST_MONTH } from './posts/last-month.ts'
import { LONG_AGO } from './posts/long-ago.ts'
import { THIS_WEEK } from './posts/this-week.ts'
import type { SamplePost } from './sample.ts'

/** All that they have written, the oldest first. */
export const POSTS: readonly SamplePost[] = [...LONG_AGO, ...LAST_MONTH, ...THIS_WEEK]

export const pathOfPost = (id: string): string => `/posts/${encodeURIComponent(id)}`
export const pathOfPerson = (id: string): string => `/people/${encodeURIComponent(id)}`
