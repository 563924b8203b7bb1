const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** For a page with all its redirects and its picture. */
export const TIME_MS = 5 * SECOND
/** Longer than a page, its picture and the keeping of it can take. */
export const LEASE_MS = MINUTE
/** How long to wait before the second try, and before the third; there is no fourth. */
export const RETRY_MS: readonly number[] = [30 * SECOND, 10 * MINUTE]
export const MOST_ATTEMPTS = RETRY_MS.length + 1
/** Up to this part more, so that what failed at once does not come back at once. */
export const JITTER = 0.2

/** After this time it is fetched again, when somebody asks for it. */
export const FRESH_MS = 7 * DAY
/** Nobody has asked for it for so long: it goes, and is fetched anew should somebody ask. */
export const KEPT_MS = 90 * DAY
/** The same where there is nothing to show. */
export const NONE_KEPT_MS = 7 * DAY

/** Pages that one process fetches at the same time, … */
export const MOST_AT_ONCE = 4
/** … and the pause between two of the same host. */
export const HOST_PAUSE_MS = SECOND

export const MOST_REDIRECTS = 4
export const LONGEST_URL = 2000
export const HTML_BYTES = 512_000
export const PICTURE_BYTES = 5_000_000
/** How long whoever writes a post waits for the answer. */
export const ASK_MS = 3 * SECOND
