import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../api/actor.ts'
import { isLoopback } from '../../api/network.ts'
import type { Cost } from '../../api/route.ts'
import type { Config } from '../../config/settings.ts'
import type { Metrics } from '../../metrics.ts'
import { addressOf, partyAt } from './address.ts'
import { Buckets } from './bucket.ts'
import { type Counted, RateLimited } from './rate-limited.ts'

type Subject = 'user' | 'key' | 'address' | 'org'

type Needs = {
  config: Config
  now: () => number
  metrics: Pick<Metrics, 'rateLimited'>
  /** Told once, when a proxy is met that the settings say nothing of. */
  onUnknownProxy: () => void
}

/** Sending bytes that are ready costs so much less than reading them. */
const COST_OF_KEPT = 1 / 8

const buckets = ({ config, now }: Needs): Record<Cost, Record<Subject, Buckets>> => {
  const of = (perMinute: number): Buckets => new Buckets({ perMinute, now })
  return {
    read: {
      user: of(config.limitReadsByUser),
      key: of(config.limitReadsByKey),
      address: of(config.limitReadsByAddress),
      org: of(config.limitReadsByOrg),
    },
    write: {
      user: of(config.limitWritesByUser),
      key: of(config.limitWritesByKey),
      address: of(config.limitWritesByAddress),
      org: of(config.limitWritesByOrg),
    },
    costly: {
      user: of(config.limitCostlyByUser),
      key: of(config.limitCostlyByKey),
      address: of(config.limitCostlyByAddress),
      org: of(config.limitCostlyByOrg),
    },
  }
}

/** How much each user, key, address and org may ask of this node. */
export class Limits {
  readonly #needs: Needs
  readonly #buckets: Record<Cost, Record<Subject, Buckets>>
  #hasMetProxy = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#buckets = buckets(needs)
  }

  addressOf(request: IncomingMessage): string {
    return addressOf(request, this.#needs.config.trustProxy)
  }

  /** Counts a request before anything else is known of it; refuses it where that is too many. */
  byAddress(request: IncomingMessage, address: string, cost: Cost): Counted[] {
    return this.#isFree(request, address) ? [] : this.#count(cost, [['address', partyAt(address)]])
  }

  /** Whether it would be counted and not refused; nothing is counted yet. */
  hasRoomAt(request: IncomingMessage, address: string, cost: Cost): boolean {
    const { address: bucket } = this.#buckets[cost]
    return bucket.perMinute === 0 || this.#isFree(request, address) || bucket.hasRoom(partyAt(address))
  }

  /** Counts it for whoever asks. */
  byActor(
    request: IncomingMessage,
    { address, actor, cost }: { address: string; actor: Actor; cost: Cost },
  ): Counted[] {
    if (this.#isFree(request, address)) return []
    const { org, id, kind } = actor
    return this.#count(cost, [
      [kind === 'server' ? 'key' : 'user', `${org} ${id}`],
      ['org', org],
    ])
  }

  /** For what was counted and not answered. */
  takeBack(counted: readonly Counted[]): void {
    for (const { bucket, subject } of counted) bucket.take(subject, -1)
  }

  /** Counts a page that is ready to be sent; false where the address has had too many. */
  mayHaveKept(request: IncomingMessage): boolean {
    const address = this.addressOf(request)
    if (!this.hasRoomAt(request, address, 'read')) return false
    const read = this.#buckets.read.address
    if (read.perMinute > 0 && !this.#isFree(request, address)) read.take(partyAt(address), COST_OF_KEPT)
    return true
  }

  #count(cost: Cost, subjects: readonly (readonly [Subject, string])[]): Counted[] {
    const counted = subjects
      .map(([by, subject]) => ({ cost, by, subject, bucket: this.#buckets[cost][by] }))
      .filter(({ bucket }) => bucket.perMinute > 0)
    for (const one of counted) {
      if (one.bucket.hasRoom(one.subject)) continue
      this.#needs.metrics.rateLimited.inc({ cost, by: one.by })
      throw new RateLimited(one)
    }
    for (const { bucket, subject } of counted) bucket.take(subject)
    return counted
  }

  /** This machine itself is not limited; but what a proxy on it passes on is not of this machine. */
  #isFree({ headers }: IncomingMessage, address: string): boolean {
    const { config, onUnknownProxy } = this.#needs
    if (config.limitLoopback || !isLoopback(address)) return false
    const isPassedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
    if (isPassedOn && config.trustProxy === 0 && !this.#hasMetProxy) {
      this.#hasMetProxy = true
      onUnknownProxy()
    }
    return !isPassedOn || config.trustProxy > 0
  }
}
