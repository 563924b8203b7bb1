import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ById, Collection, Page, Position } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Advertiser, Campaign } from '../model.ts'
import { dayStart } from '../money/days.ts'
import { notThere, requireMayAdvertise } from '../policy.ts'
import { labelled, type Labelled, type LabelNeeds } from './labels.ts'
import { MOST_HOURS, type Grouping, type Report, type ReportNeeds, reportOf } from './report.ts'

export type ReportBookNeeds = ReportNeeds &
  LabelNeeds & {
    campaigns: Collection<Campaign>
    advertisers: Collection<Advertiser>
    now: () => number
  }

export type Wanted = { from: string | null; until: string | null; by: Grouping }
export type CampaignReport = Omit<Report, 'lines'> & {
  lines: Labelled[]
  campaign: Campaign
  from: string
  until: string
  by: Grouping
}
export type SharedReport = { advertiser: string; reports: CampaignReport[] }

const HOUR_MS = 60 * 60_000
const LONGEST_MS = MOST_HOURS * HOUR_MS
const USUAL_MS = 30 * 24 * HOUR_MS
const MOST_CAMPAIGNS = 20
const MOST_PAGES = 25
const SECRET_BYTES = 16

/** What ads brought, for those who look after them, and for advertisers who were given a link. */
export class ReportBook {
  readonly #needs: ReportBookNeeds

  constructor(needs: ReportBookNeeds) {
    this.#needs = needs
  }

  async report(actor: Actor, id: string, wanted: Wanted): Promise<CampaignReport> {
    requireMayAdvertise(actor)
    const campaign = await this.#needs.campaigns.get(id)
    if (campaign?.org !== actor.org) throw notThere('campaign')
    return this.#of(campaign, wanted)
  }

  /** A new link to all reports of an advertiser; one that was given before leads nowhere any more. */
  async link(actor: Actor, id: string): Promise<string> {
    requireMayAdvertise(actor)
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    // Of one that is archived no link leads anywhere.
    await this.#setSecret({ _id: id, org: actor.org, isArchived: false }, secret)
    return `${id}.${secret}`
  }

  async unlink(actor: Actor, id: string): Promise<void> {
    requireMayAdvertise(actor)
    await this.#setSecret({ _id: id, org: actor.org }, null)
  }

  /** What an advertiser sees who was given the link: their newest campaigns. */
  async shared(link: string, wanted: Wanted): Promise<SharedReport> {
    const { org, _id, name } = await this.#advertiserBy(link)
    const shown = await this.#newest(org, _id)
    return { advertiser: name, reports: await Promise.all(shown.map((campaign) => this.#of(campaign, wanted))) }
  }

  /** Those that ever ran. However many drafts there are, some hundreds are looked through and no more. */
  async #newest(org: string, advertiser: string): Promise<Campaign[]> {
    const shown: Campaign[] = []
    let after: Position | null = null
    for (let page = 0; page < MOST_PAGES && shown.length < MOST_CAMPAIGNS; page++) {
      const asked = { where: { org, advertiser }, sort: { created: -1 } as const, limit: MOST_CAMPAIGNS, after }
      const found: Page<Campaign> = await this.#needs.campaigns.find(asked)
      shown.push(...found.docs.filter(hasRun))
      after = found.next
      if (after === null) break
    }
    return shown.slice(0, MOST_CAMPAIGNS)
  }

  /** One of them. */
  async sharedOne(link: string, id: string, wanted: Wanted): Promise<CampaignReport> {
    const { _id } = await this.#advertiserBy(link)
    const campaign = await this.#needs.campaigns.get(id)
    if (campaign?.advertiser !== _id || !hasRun(campaign)) throw noLink()
    return this.#of(campaign, wanted)
  }

  async #advertiserBy(link: string): Promise<Advertiser> {
    const [id = '', secret = ''] = link.split('.')
    const advertiser = id === '' ? null : await this.#needs.advertisers.get(id)
    if (advertiser === null || advertiser.isArchived || !isSame(advertiser.linkSecret, secret)) throw noLink()
    return advertiser
  }

  async #of(campaign: Campaign, wanted: Wanted): Promise<CampaignReport> {
    const span = this.#spanOf(campaign, wanted)
    const { by } = wanted
    const report = await reportOf(this.#needs, campaign, { by, ...span })
    return {
      ...report,
      lines: await labelled(this.#needs, { org: campaign.org, by }, report.lines),
      campaign,
      ...span,
      by,
    }
  }

  /** The last thirty days where nothing is said, of a campaign that is long over its own last; never more than 92. */
  #spanOf({ until: end, timeZone }: Campaign, { from, until }: Wanted): { from: string; until: string } {
    const now = this.#needs.now() + HOUR_MS
    const over = end === null ? now : Date.parse(end) + HOUR_MS
    const usual = from === null ? (over < now - USUAL_MS ? over : now) : Math.min(now, Date.parse(from) + LONGEST_MS)
    const last = until === null ? usual : Date.parse(until)
    // Whole days, because who was reached is known of these alone.
    const first = from === null ? dayStart(timeZone, last - USUAL_MS) : Date.parse(from)
    if (last - first > LONGEST_MS || last < first)
      throw new Refusal('invalid', 'until must be later than from, by at most 92 days.', [
        until === null
          ? { path: 'query.from', message: 'must be in the past' }
          : { path: 'query.until', message: 'must be later than from, by at most 92 days' },
      ])
    return { from: new Date(first).toISOString(), until: new Date(last).toISOString() }
  }

  async #setSecret(where: ById<Advertiser>, linkSecret: string | null): Promise<void> {
    const { outcome } = await this.#needs.advertisers.update(where, { $set: { linkSecret } })
    if (outcome !== 'updated') throw notThere('advertiser')
  }
}

/** A draft is nobody's business yet, and one that was thrown away never will be. */
const hasRun = ({ state, money }: Campaign): boolean =>
  state !== 'draft' && !(state === 'archived' && money.flights.length === 0 && money.spent === 0)

const noLink = (): Refusal =>
  new Refusal('link-not-found', 'This link leads to no reports: ask who gave it to you for a new one.')

function isSame(known: string | null, given: string): boolean {
  if (known === null) return false
  const [right, said] = [Buffer.from(known), Buffer.from(given)]
  return right.length === said.length && timingSafeEqual(right, said)
}
