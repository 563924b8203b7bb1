/** How long a client may take; in milliseconds. */
export type Timeouts = {
  /** For the header fields of a request to arrive, … */
  headers: number
  /** … and for all of it: at the largest size, a body has to come at 35 kB a second. */
  request: number
  /** Without a byte moving either way: for who does not read the answer. */
  stalled: number
  /** Longer than the minute for which proxies usually keep a connection: they close it, not we under a request. */
  keepAlive: number
  /** How often the first two are looked at. */
  check: number
}

export const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 30_000,
  stalled: 60_000,
  keepAlive: 72_000,
  check: 5_000,
}
