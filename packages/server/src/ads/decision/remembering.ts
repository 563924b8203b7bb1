import { RecentMap } from '../../api/recent-map.ts'
import { allOf, type Bits, drop, narrow } from './bits.ts'
import type { Entry } from './entry.ts'
import * as rules from './rules.ts'
import type { Scene } from './scene.ts'
import { minuteOf } from './zone-time.ts'

/** All that flights name: what none of them names makes no difference. */
type Named = {
  /** Every moment at which something begins or ends, in order. */
  moments: Float64Array
  hasDayparts: boolean
  locales: ReadonlySet<string>
  countries: ReadonlySet<string>
  topics: ReadonlySet<string>
}

/**
 * Rules that look at one thing only, besides the candidate: `key` says what that is in a scene. They are asked only of
 * those that they concern: all others pass.
 */
type Group = {
  rules: readonly rules.Rule[]
  concerns: (entry: Entry) => boolean
  key: (scene: Scene, named: Named) => string
}

const hasEither = ({ include, exclude }: { include: readonly string[]; exclude: readonly string[] }): boolean =>
  include.length > 0 || exclude.length > 0

const namedAmong = (topics: readonly string[], named: Named): string =>
  topics.filter((topic) => named.topics.has(topic)).join()

const GROUPS: readonly Group[] = [
  { rules: rules.ZONE_RULES, concerns: () => true, key: ({ place }) => place.zone.key },
  {
    rules: rules.DATE_RULES,
    concerns: () => true,
    key: ({ ask }, { moments }) => String(countUntil(moments, ask.now)),
  },
  {
    rules: rules.DAYPART_RULES,
    concerns: ({ candidate }) => candidate.flight.targeting.dayparts.length > 0,
    key: ({ ask }, { hasDayparts }) => (hasDayparts ? String(minuteOf(ask.now)) : ''),
  },
  {
    rules: rules.LOCALE_RULES,
    concerns: ({ locales }) => locales.length > 0,
    key: (scene, named) => scene.locales.filter((range) => named.locales.has(range)).join(),
  },
  {
    rules: rules.DEVICE_RULES,
    concerns: ({ candidate }) => candidate.flight.targeting.devices.length > 0,
    key: ({ ask }) => ask.device,
  },
  {
    rules: rules.COUNTRY_RULES,
    concerns: ({ candidate }) => hasEither(candidate.flight.targeting.countries),
    key: ({ ask: { country } }, { countries }) => (country === null ? '' : countries.has(country) ? country : '?'),
  },
  {
    rules: rules.TOPIC_RULES,
    concerns: ({ candidate }) => hasEither(candidate.flight.targeting.topics),
    key: ({ ask: { topics, within } }, named) => {
      const told = namedAmong(topics, named)
      return within === topics ? told : `${told} ${within === null ? '?' : namedAmong(within, named)}`
    },
  },
  {
    rules: rules.PERSON_RULES,
    concerns: ({ candidate }) => candidate.flight.caps.length > 0,
    key: ({ isCapped }) => (isCapped === null ? 'nobody' : 'somebody'),
  },
]

/** Sets are kept of single groups, and of all of them together. */
const MOST_KEPT = 1000

/**
 * Which candidates pass the rules that look at one thing only. They are asked once for each thing there is to look at;
 * from then on it is known which candidates pass, and all that is left to do is to put those sets together.
 */
export class Remembering {
  readonly #entries: readonly Entry[]
  readonly #named: Named
  readonly #single = new RecentMap<Bits>({ capacity: MOST_KEPT })
  readonly #concerned = new Map<Group, readonly Entry[]>()
  readonly #together = new RecentMap<Bits>({ capacity: MOST_KEPT })

  constructor(entries: readonly Entry[]) {
    this.#entries = entries
    this.#named = namedBy(entries)
  }

  /** Puts those that pass into a set. */
  passing(scene: Scene, into: Bits): void {
    const keys = GROUPS.map(({ key }) => key(scene, this.#named))
    const name = keys.join('\n')
    let together = this.#together.peek(name)
    if (together === undefined) {
      together = allOf(this.#entries.length)
      for (const [at, group] of GROUPS.entries()) narrow(together, this.#passing(group, scene, `${at} ${keys[at]}`))
      this.#together.set(name, together)
    }
    into.set(together)
  }

  #passing(group: Group, scene: Scene, name: string): Bits {
    const known = this.#single.peek(name)
    if (known !== undefined) return known
    const bits = allOf(this.#entries.length)
    for (const entry of this.#concernedBy(group))
      if (group.rules.some(({ passes }) => !passes(entry, scene))) drop(bits, entry.rank)
    this.#single.set(name, bits)
    return bits
  }

  #concernedBy(group: Group): readonly Entry[] {
    const concerned = this.#concerned.get(group) ?? this.#entries.filter(group.concerns)
    this.#concerned.set(group, concerned)
    return concerned
  }
}

function namedBy(entries: readonly Entry[]): Named {
  const moments = new Set<number>()
  const named = {
    hasDayparts: false,
    locales: new Set<string>(),
    countries: new Set<string>(),
    topics: new Set<string>(),
  }
  for (const { candidate, locales, dates, campaignDates } of entries) {
    const { countries, topics, dayparts } = candidate.flight.targeting
    for (const { from, until } of [dates, campaignDates]) moments.add(from).add(until)
    addAll(named.locales, locales)
    for (const list of [countries.include, countries.exclude]) addAll(named.countries, list)
    for (const list of [topics.include, topics.exclude]) addAll(named.topics, list)
    named.hasDayparts ||= dayparts.length > 0
  }
  return { ...named, moments: Float64Array.from(moments).sort() }
}

function addAll(set: Set<string>, list: readonly string[]): void {
  for (const one of list) set.add(one)
}

/** How many of them are not after a moment. */
function countUntil(moments: Float64Array, now: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((moments[middle] ?? now) <= now) low = middle + 1
    else high = middle
  }
  return low
}
