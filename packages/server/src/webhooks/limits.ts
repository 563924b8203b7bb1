const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long to wait before each further try, as Standard Webhooks suggests. */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** Up to this part more, so that what failed at once does not come back at once. */
export const JITTER = 0.2

export const TIMEOUT_MS = 15 * SECOND
export const KEPT_MS = 30 * DAY
export const ROTATION_MS = DAY

/** An endpoint that took nothing for so long is disabled; once or twice may be chance. */
export const FAILING_MS = 5 * DAY
export const FAILING_TIMES = 10

export const MOST_ENDPOINTS = 50
/** Sent to one endpoint at the same time. */
export const SIDE_BY_SIDE = 8
/** Endpoints that one process sends to at the same time. */
export const MOST_LANES = 64
export const LEASE_MS = MINUTE
export const LOGGED_ATTEMPTS = 10
