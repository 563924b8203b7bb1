import * as z from 'zod'
import { CAMPAIGN_STATES } from '../model.ts'
import type { CampaignReport, SharedReport } from './book.ts'
import { GROUPINGS } from './report.ts'

const count = z.int().min(0)
const numbers = {
  impressions: count,
  viewable: count,
  clicks: count,
  conversions: count,
  spend: count.meta({ description: 'In micro-units.' }),
  ctr: z.number().meta({ description: 'Clicks by impressions, as a fraction.' }),
}

const reach = count.meta({
  description: 'People, as far as they agreed, to some 2 %; null where some days are here in part.',
})

export const reportSchema = z
  .object({
    campaign: z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(CAMPAIGN_STATES),
      timeZone: z.string(),
      budget: count,
      spent: count.meta({ description: 'All that was billed and can no longer change.' }),
      from: z.string(),
      until: z.string().nullable(),
    }),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    by: z.enum(GROUPINGS),
    lines: z.array(
      z.object({
        key: z.string().meta({
          description:
            'An instant for hours, a day of the campaign, a key of a zone, or an id; empty where there is none.',
        }),
        label: z.string().nullable().meta({ description: 'What it is called, where it has a name for everybody.' }),
        ...numbers,
        reach: reach.nullable().meta({ description: 'People, as in the total; null where lines are not whole days.' }),
      }),
    ),
    total: z.object({ ...numbers, reach: reach.nullable() }),
    isComplete: z.boolean().meta({ description: 'False where much is still coming in, and not all of it is in here.' }),
  })
  .meta({ id: 'AdReport' })

export const sharedSchema = z.object({ advertiser: z.string(), reports: z.array(reportSchema) }).meta({
  id: 'SharedAdReport',
})

export function reportView({ campaign, from, until, by, lines, total, isComplete }: CampaignReport) {
  const { _id: id, name, state, timeZone, budget, money } = campaign
  const about = { id, name, state, timeZone, budget, spent: money.spent, from: campaign.from, until: campaign.until }
  return { campaign: about, from, until, by, lines, total, isComplete }
}

export const sharedView = ({ advertiser, reports }: SharedReport) => ({ advertiser, reports: reports.map(reportView) })
