import { Refusal } from '../../api/refusal.ts'
import type { Cost } from '../../api/route.ts'
import type { Buckets } from './bucket.ts'

/** A limit under which a request was counted. */
export type Counted = { cost: Cost; by: string; subject: string; bucket: Buckets }

const WINDOW_SECONDS = 60
const NAME: Record<Cost, string> = { read: 'reads', write: 'writes', costly: 'costly' }
const REQUESTS: Record<Cost, string> = { read: 'reads', write: 'writes', costly: 'such requests' }

const nameOf = ({ cost, by }: Counted): string => `"${NAME[cost]}-by-${by}"`

/** The fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), name after value. */
export function limitFields(counted: readonly Counted[]): string[] {
  if (counted.length === 0) return []
  const policies = counted.map((one) => `${nameOf(one)};q=${one.bucket.perMinute};w=${WINDOW_SECONDS}`)
  const standings = counted.map((one) => {
    const { left, secondsToFull } = one.bucket.standing(one.subject)
    return `${nameOf(one)};r=${left};t=${secondsToFull}`
  })
  return ['ratelimit-policy', policies.join(', '), 'ratelimit', standings.join(', ')]
}

/** Says when to come back. */
export class RateLimited extends Refusal {
  readonly headers: Readonly<Record<string, string>>

  constructor(counted: Counted) {
    const { bucket, by, cost, subject } = counted
    const { secondsToNext } = bucket.standing(subject)
    const most = `at most ${bucket.perMinute} ${REQUESTS[cost]} a minute by ${by}`
    super('rate-limited', `Too many requests: ${most}. Try again in ${secondsToNext} s.`)
    const [policy = '', policies = '', limit = '', standings = ''] = limitFields([counted])
    this.headers = { 'retry-after': String(secondsToNext), [policy]: policies, [limit]: standings }
  }
}
