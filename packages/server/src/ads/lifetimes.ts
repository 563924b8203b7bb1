const MINUTE_MS = 60_000

/** How long a node decides from a slice, and how long after a decision what it brings still counts. */
export const SLICE_MS = 30 * MINUTE_MS
export const IMPRESSION_MS = 15 * MINUTE_MS
export const CLICK_MS = 60 * MINUTE_MS
/** Clocks of nodes differ. */
export const SKEW_MS = MINUTE_MS
/** From when it was made: nothing that still counts can come later. */
export const SLICE_CLOSES_MS = SLICE_MS + CLICK_MS + SKEW_MS
export const CONVERSION_MS = 30 * 24 * 60 * MINUTE_MS
/** The longest stretch for which a cap may count: what was shown before that is forgotten. */
export const LONGEST_CAP_MS = 30 * 24 * 60 * MINUTE_MS
