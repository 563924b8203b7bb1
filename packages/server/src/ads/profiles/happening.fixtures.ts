import type { Store } from '@palaver/store'
import type { Candidate } from '../decision/model.ts'
import { IMPRESSION_MS, SKEW_MS } from '../lifetimes.ts'
import { CAP_SCOPES, type Cap, type CapScope } from '../model.ts'
import type { NewShown } from './capping.ts'
import { candidateOf, filling, nodeOn, NOON, nothingToUndo } from './profiles.fixtures.ts'
import type { Profiles } from './profiles.ts'

type Names = Record<CapScope, string>
/** Of each advertiser, campaign and creative the most in one stretch; all that is of it has that cap. */
export type Rules = Record<string, Omit<Cap, 'per'>>

const NAMES: readonly Names[] = [
  { advertiser: 'a1', campaign: 'c1', creative: 'k1' },
  { advertiser: 'a1', campaign: 'c1', creative: 'k2' },
  { advertiser: 'a1', campaign: 'c2', creative: 'k3' },
  { advertiser: 'a2', campaign: 'c3', creative: 'k4' },
]
const idsOf = (names: Names): string[] => CAP_SCOPES.map((per) => names[per])
export const IDS = [...new Set(NAMES.flatMap(idsOf))]

function cappedUnder(rules: Rules): Candidate[] {
  const capsOf = (names: Names): Cap[] =>
    CAP_SCOPES.flatMap((per) => {
      const found = rules[names[per]]
      return found === undefined ? [] : [{ per, ...found }]
    })
  const all = NAMES.map((names) => candidateOf({ ...names, caps: capsOf(names) }))
  return all.filter(({ flight }) => flight.caps.length > 0)
}

type Node = { profiles: Profiles; clock: { now: number } }
let people = 0

/** Time as it is, what one person sees, and what nodes make of it whose clocks differ. */
export class Happening {
  readonly pending: NewShown[] = []
  readonly seen: NewShown[] = []
  readonly #person = `p${++people}`
  readonly #rules: Rules
  readonly #nodes: Node[]
  #now = NOON

  constructor(store: Store, rules: Rules, skews: readonly number[]) {
    this.#rules = rules
    this.#nodes = skews.map((skew) => {
      const clock = { now: NOON + skew }
      return { clock, profiles: nodeOn(store, clock) }
    })
  }

  node(which: number): Node {
    return this.#nodes[which % this.#nodes.length] as Node
  }

  wait(ms: number): void {
    this.#now += ms
    for (const { clock } of this.#nodes) clock.now += ms
  }

  async decide(which: number, places: number): Promise<NewShown[]> {
    const run = filling(cappedUnder(this.#rules), places)
    const shown = await this.node(which).profiles.decide(this.#person, run, nothingToUndo)
    this.pending.push(...shown)
    return shown
  }

  /** As tracking takes it: by its own clock it is not too late. */
  async impression(which: number, at: number): Promise<NewShown | null> {
    const [shown] = this.pending.length === 0 ? [] : this.pending.splice(at % this.pending.length, 1)
    const { profiles, clock } = this.node(which)
    if (shown === undefined || clock.now - shown.at > IMPRESSION_MS) return null
    this.seen.push({ ...shown, at: this.#now })
    await profiles.confirm(this.#person, shown.nonce, clock.now)
    return shown
  }

  /** What was seen more often, in the stretch that ends now, than its cap allows. */
  tooOften(): string[] {
    const seenOf = (id: string, seconds: number): number =>
      this.seen.filter((one) => idsOf(one).includes(id) && one.at > this.#now - seconds * 1000).length
    return Object.entries(this.#rules).flatMap(([id, { most, seconds }]) => {
      const count = seenOf(id, seconds)
      return count > most ? [`${id}: ${count} in ${seconds} s, and ${most} are allowed`] : []
    })
  }
}

/** What one node shows: counts all that it ever did, again for each question. */
export class Oracle {
  readonly #rules: Rules
  #shown: { names: Names; nonce: string; at: number; seen: number | null }[] = []

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** Those that go into so many places, the first that may; `shown` is what was. */
  expected(now: number, places: number, shown: readonly NewShown[]): string[] {
    const chosen: string[] = []
    for (let place = 0; place < places; place++) {
      const names = NAMES.find((each) => this.#mayShow(each, now))
      if (names === undefined) break
      this.#shown.push({ names, nonce: shown[place]?.nonce ?? '', at: now, seen: null })
      chosen.push(names.creative)
    }
    return chosen
  }

  impression(now: number, { nonce }: NewShown): void {
    for (const one of this.#shown) if (one.nonce === nonce) one.seen = now
  }

  #mayShow(names: Names, now: number): boolean {
    const capped = idsOf(names).filter((id) => this.#rules[id] !== undefined)
    return capped.length > 0 && capped.every((id) => this.#count(id, now) < (this.#rules[id]?.most ?? 0))
  }

  #count(id: string, now: number): number {
    const length = (this.#rules[id]?.seconds ?? 0) * 1000
    const isCounted = ({ at, seen }: { at: number; seen: number | null }): boolean =>
      seen === null ? now <= at + IMPRESSION_MS + SKEW_MS : seen > now - length && seen <= now
    return this.#shown.filter((one) => idsOf(one.names).includes(id) && isCounted(one)).length
  }
}
