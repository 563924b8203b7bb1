import type { QueueHandler, QueueSpec } from '../events/queue-model.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** It only writes here: what fails is the database, or a host that cannot be asked, and both come back. */
const CENTRE_RETRY_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  ...Array.from({ length: 60 }, () => MINUTE_MS),
  ...Array.from({ length: 24 }, () => HOUR_MS),
]

/** Only the way into a window: the mails themselves are tried again by their own table. */
const EMAIL_RETRY_MS = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS]

const TIMEOUT_MS = 30 * SECOND_MS
const BATCH = 100

export const centreQueue = (handler: QueueHandler): QueueSpec => ({
  name: 'centre',
  handler,
  retryMs: CENTRE_RETRY_MS,
  timeoutMs: TIMEOUT_MS,
  batch: BATCH,
})

export const emailQueue = (handler: QueueHandler): QueueSpec => ({
  name: 'email',
  handler,
  retryMs: EMAIL_RETRY_MS,
  timeoutMs: TIMEOUT_MS,
  batch: BATCH,
})
