import { type Decided, nonceOf } from '../entries.ts'
import type { Billed } from '../money/verdicts.ts'
import { reachOf } from '../reports/reach.ts'
import type { Invalidity } from '../traffic/invalidity.ts'
import { isPrivate } from '../traffic/said.ts'
import { ClickRates } from './click-rates.ts'
import type { Landing } from './landing.ts'
import type { Kind, Opened, Tokens } from './tokens.ts'

/** What is known of who comes to an address of an ad. */
export type Visit = {
  /** A header field, by its name in lower case. */
  said: (field: string) => string | null
  address: string
  /** Only the header of the answer is wanted: nothing follows from it. */
  isHead?: boolean
}

/**
 * What became of it: see `Billed`, and `unknown` also where nobody here signed it. `late`: it counts no longer. `own`:
 * nobody pays for it. `head`: nothing follows from it. `limited`: one of too many clicks. `failed`: it could not be
 * billed. Or why it is no visit of a person.
 */
export type Verdict = Billed | Invalidity | 'late' | 'own' | 'head' | 'limited' | 'failed'
export type Click = { verdict: Verdict; location: string | null }

/** Each bears being told the same again. */
export type Billing = {
  view: (decided: Decided, reach: string) => Promise<Billed>
  seen: (decided: Decided) => Promise<Billed>
  click: (decided: Decided) => Promise<Billed>
  conversion: (decided: Decided) => Promise<Billed>
}

export type TrackingNeeds = {
  tokens: Tokens
  bill: Billing
  profiles: { confirm: (person: string, nonce: string, at: number) => Promise<void> }
  purses: { landed: (reserved: { slice: string; index: number }) => void }
  landingOf: (decided: Decided) => Promise<Landing | null>
  /** Why it is not a person who looks at a page; null where it is. */
  invalidity: (said: Visit['said']) => Invalidity | null
  count: (kind: Kind, verdict: Verdict) => void
  onError: (error: unknown) => void
  now: () => number
}

/** Tells the advertiser which click it was, so that they can say what came of it. */
const CLICK_PARAMETER = 'palaver_click'

/**
 * What pages say of the ads that they were given. What was decided counts, also if the ad was paused, changed or
 * archived since; what is no visit of a person counts for nothing, and is answered like all others.
 */
export class Tracking {
  readonly #needs: TrackingNeeds
  readonly #rates = new ClickRates()
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(needs: TrackingNeeds) {
    this.#needs = needs
  }

  view(token: string, visit: Visit): Promise<Verdict> {
    return this.#told(this.#view(token, visit))
  }

  seen(token: string, visit: Visit): Promise<Verdict> {
    return this.#told(this.#seen(token, visit))
  }

  /** Where it leads: nowhere, where nobody here has signed it. */
  click(token: string, visit: Visit): Promise<Click> {
    return this.#told(this.#click(token, visit))
  }

  /** Often told by a server: what the program says of itself does not matter, only that it knows the token. */
  conversion(token: string, { isHead = false }: Pick<Visit, 'isHead'> = {}): Promise<Verdict> {
    return this.#told(this.#conversion(token, isHead))
  }

  /** Once all that has come is written. Who told it may be gone long before. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  async #view(token: string, visit: Visit): Promise<Verdict> {
    const opened = await this.#open('i', token, visit)
    const why = this.#whyNot(opened, visit)
    if (why !== null || opened === null) return this.#counted('i', why ?? 'unknown')
    const { decided } = opened
    const [verdict] = await Promise.all([this.#billView(decided), this.#confirm(decided)])
    return this.#counted('i', verdict)
  }

  async #billView(decided: Decided): Promise<Verdict> {
    const { slice, index, person } = decided
    if (slice === null) return 'own'
    const { bill, purses } = this.#needs
    const verdict = await bill.view(decided, reachOf(person))
    purses.landed({ slice, index })
    return verdict
  }

  async #confirm(decided: Decided): Promise<void> {
    const { profiles, now } = this.#needs
    if (decided.person !== '' && decided.campaign !== null)
      await profiles.confirm(decided.person, nonceOf(decided), now())
  }

  async #seen(token: string, visit: Visit): Promise<Verdict> {
    const opened = await this.#open('v', token)
    const why = this.#whyNot(opened, visit)
    if (why !== null || opened === null) return this.#counted('v', why ?? 'unknown')
    const { decided } = opened
    return this.#counted('v', decided.slice === null ? 'own' : await this.#needs.bill.seen(decided))
  }

  async #click(token: string, visit: Visit): Promise<Click> {
    const opened = await this.#open('c', token)
    const landing = opened === null ? null : await this.#needs.landingOf(opened.decided)
    if (opened === null || landing === null) return { verdict: this.#counted('c', 'unknown'), location: null }
    const verdict = this.#whyNot(opened, visit) ?? (await this.#billClick(opened.decided, visit))
    return { verdict: this.#counted('c', verdict), location: this.#locationOf(landing, opened.decided, visit) }
  }

  /** Whatever goes wrong with the money, people come to where they wanted to go. */
  async #billClick(decided: Decided, { address }: Visit): Promise<Verdict> {
    if (decided.slice === null) return 'own'
    const { bill, now, onError } = this.#needs
    const { creative, person } = decided
    if (!this.#rates.take({ creative, person, address }, now())) return 'limited'
    try {
      return await bill.click(decided)
    } catch (error) {
      onError(error)
      return 'failed'
    }
  }

  #locationOf({ url, isForAction }: Landing, decided: Decided, { said }: Visit): string {
    const { tokens, invalidity, now } = this.#needs
    return isForAction && invalidity(said) === null
      ? withParameter(url, tokens.issueConversion(decided, now()))
      : url.href
  }

  async #conversion(token: string, isHead: boolean): Promise<Verdict> {
    const opened = await this.#open('a', token)
    if (opened === null || opened.decided.slice === null) return this.#counted('a', 'unknown')
    if (opened.isLate) return this.#counted('a', 'late')
    return this.#counted('a', isHead ? 'head' : await this.#needs.bill.conversion(opened.decided))
  }

  async #open(kind: Kind, token: string, visit: Visit | null = null): Promise<Opened | null> {
    const { tokens, now } = this.#needs
    const waiting = tokens.ready()
    if (waiting !== undefined) await waiting
    const opened = tokens.open(kind, token, now())
    if (opened === null || visit === null || !isPrivate(visit.said)) return opened
    return { ...opened, decided: { ...opened.decided, person: '' } }
  }

  /** The first reason why it does not count; null where there is none. */
  #whyNot(opened: Opened | null, { said, isHead = false }: Visit): Verdict | null {
    if (opened === null) return 'unknown'
    if (opened.isLate) return 'late'
    return isHead ? 'head' : this.#needs.invalidity(said)
  }

  #counted(kind: Kind, verdict: Verdict): Verdict {
    this.#needs.count(kind, verdict)
    return verdict
  }

  #told<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    return work.finally(() => this.#underWay.delete(work))
  }
}

/** Behind what is there, which stays as it was written; tokens are made of letters that addresses leave as they are. */
function withParameter(url: URL, token: string): string {
  if (url.searchParams.has(CLICK_PARAMETER)) url.searchParams.delete(CLICK_PARAMETER)
  url.search += `${url.search === '' ? '?' : '&'}${CLICK_PARAMETER}=${token}`
  return url.href
}
