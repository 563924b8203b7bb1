import type { EventLogApi } from '@palaver/store'
import { RecentMap } from '../api/recent-map.ts'
import type { Inventory, Kind, Kinds } from './decision/model.ts'
import { buildSnapshot, type Snapshot } from './decision/snapshot.ts'
import { adsSubject } from './ids.ts'
import type { Creative } from './model.ts'
import { Stock } from './stock.ts'

export type HoldingNeeds = {
  log: Pick<EventLogApi, 'partitionOf' | 'lastSeq' | 'read'>
  /** All of an org but what is archived. */
  read: (org: string) => Promise<Omit<Inventory, 'rates'>>
  /** One thing as it is now; null where it is gone, or archived. */
  readOne: <K extends Kind>(kind: K, id: string) => Promise<Kinds[K] | null>
  ratesOf: (org: string) => Promise<Inventory['rates']>
  now: () => number
  /** Told of a campaign that somebody changed. */
  changed: (campaign: string) => void
}

/** Asked again after so long, behind the answer; nobody is answered by what is older than a second. */
const LOOK_MS = 400
const OLDEST_MS = 900
const RATES_MS = 60_000
const MOST_AT_ONCE = 500
const MOST_ORGS = 1000

/** An org's inventory at one moment. */
export type Held = { stock: Stock; snapshot: Snapshot }
type Following = Held & { seq: number; lookedAt: number; ratedAt: number; looking: Promise<void> | null }

type Coming = { at: number; isUnderWay: boolean; held: Promise<Following> }

/**
 * The inventory of each org that is asked for, ready for decisions. What anybody changes on any node is in it within a
 * second: whoever asks looks into the log of events first, if the last look is longer ago. Who is not asked looks at nothing.
 */
export class Holding {
  readonly #needs: HoldingNeeds
  readonly #held = new RecentMap<Following>({ capacity: MOST_ORGS })
  readonly #coming = new RecentMap<Coming>({ capacity: MOST_ORGS })

  constructor(needs: HoldingNeeds) {
    this.#needs = needs
  }

  /** At once where it is known and fresh: a decision waits for nothing that it does not need. */
  of(org: string): Held | Promise<Held> {
    const held = this.#held.get(org)
    if (held === undefined) return this.#first(org)
    const age = this.#needs.now() - held.lookedAt
    if (age >= 0 && age < LOOK_MS) return held
    const looking = this.#lookOnce(org, held)
    if (age >= 0 && age < OLDEST_MS) {
      // Whoever waits for it next is told what went wrong.
      looking.catch(() => {})
      return held
    }
    return looking.then(() => this.#held.get(org) ?? held)
  }

  /** As it is now, for who has just changed something: they look before they are answered. */
  async latest(org: string): Promise<Held> {
    const held = this.#held.get(org)
    if (held === undefined) return this.#first(org)
    // One that is under way may have begun before the change.
    await held.looking?.catch(() => {})
    await this.#lookOnce(org, held)
    return this.#held.get(org) ?? held
  }

  /** A creative that cannot be shown is no candidate here, until somebody changes it: others have its place. */
  leaveOut({ org, _id: id }: Pick<Creative, 'org' | '_id'>): void {
    const held = this.#held.peek(org)
    if (held === undefined || held.stock.creative(id) === null) return
    held.stock.put('creative', id, null)
    held.snapshot = buildSnapshot(held.stock.inventory())
  }

  /** One at a time: of two, the slower one could bring back what the other has replaced. */
  #lookOnce(org: string, held: Following): Promise<void> {
    return (held.looking ??= this.#look(org, held).finally(() => (held.looking = null)))
  }

  /** What went wrong a moment ago is not tried for every request again. */
  #first(org: string): Promise<Following> {
    const coming = this.#coming.get(org)
    const at = this.#needs.now()
    if (coming !== undefined && (coming.isUnderWay || at - coming.at < OLDEST_MS)) return coming.held
    const next = { at, isUnderWay: true, held: this.#load(org) }
    const settled = (): void => void (next.isUnderWay = false)
    next.held.then(() => this.#coming.delete(org), settled)
    this.#coming.set(org, next)
    return next.held
  }

  async #load(org: string): Promise<Following> {
    const { log, read, ratesOf, now } = this.#needs
    const lookedAt = now()
    // Before the inventory is read: what is told meanwhile is read again.
    const seq = await log.lastSeq(log.partitionOf(org))
    const [inventory, rates] = await Promise.all([read(org), ratesOf(org)])
    const stock = new Stock({ ...inventory, rates })
    const held = { stock, snapshot: buildSnapshot(stock.inventory()), seq, lookedAt, ratedAt: lookedAt, looking: null }
    // What has no places is not kept: anybody can make up names of orgs.
    if (inventory.zones.length > 0) this.#held.set(org, held)
    return held
  }

  async #look(org: string, held: Following): Promise<void> {
    const { log, now } = this.#needs
    const lookedAt = now()
    const partition = log.partitionOf(org)
    const asked = { partition, subject: adsSubject(org), after: held.seq, limit: MOST_AT_ONCE }
    const events = await log.read(asked)
    if (events.length === MOST_AT_ONCE) {
      await this.#load(org)
      return
    }
    const changes = new Map<string, { kind: Kind; id: string }>()
    for (const { type, after } of events) {
      const { kind, id } = (after ?? {}) as { kind?: Kind; id?: string }
      if (type === 'ads' && kind !== undefined && id !== undefined) changes.set(`${kind} ${id}`, { kind, id })
    }
    const isRated = await this.#rate(org, held, lookedAt)
    await Promise.all([...changes.values()].map((change) => this.#take(held.stock, change)))
    if (changes.size > 0 || isRated) held.snapshot = buildSnapshot(held.stock.inventory())
    // Only now: what could not be read is looked for once more.
    for (const { seq } of events) held.seq = Math.max(held.seq, seq)
    held.lookedAt = lookedAt
  }

  async #take(stock: Stock, { kind, id }: { kind: Kind; id: string }): Promise<void> {
    stock.put(kind, id, await this.#needs.readOne(kind, id))
    if (kind === 'campaign') this.#needs.changed(id)
  }

  async #rate(org: string, held: Following, now: number): Promise<boolean> {
    if (now - held.ratedAt < RATES_MS && now >= held.ratedAt) return false
    held.ratedAt = now
    return held.stock.rate(await this.#needs.ratesOf(org))
  }
}
