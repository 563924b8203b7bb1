import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { InventoryBook } from '../inventory/book.ts'
import { campaignChangeSchema, newCampaignSchema } from '../inventory/demand-inputs.ts'
import { idField } from '../inventory/inputs.ts'
import type { Revs } from '../inventory/shelf.ts'
import { type Campaign, CAMPAIGN_STATES } from '../model.ts'
import { archiving } from './archiving.ts'
import { kindRoutes, PROMO, shown } from './kind-routes.ts'
import { campaignSchema, campaignView } from './views.ts'

const param = idField.meta({ description: 'Id of a campaign.' })
const view = async (docs: readonly Campaign[]): Promise<object[]> => docs.map(campaignView)

export const campaignRoutes = ({ campaigns }: InventoryBook): Route[] => [
  ...kindRoutes({
    one: 'campaign',
    plural: 'campaigns',
    name: { one: 'Campaign', many: 'Campaigns' },
    param,
    nameOf: ({ _id }: Campaign) => _id,
    newSchema: newCampaignSchema,
    changeSchema: campaignChangeSchema,
    filters: z.object({
      advertiser: idField.optional().meta({ description: 'All of this advertiser, archived ones too.' }),
      state: z.enum(CAMPAIGN_STATES).optional().meta({ description: 'All but archived ones where nothing is said.' }),
    }),
    answer: campaignSchema,
    view,
    ending: archiving('campaign', 'it ends for good, and its reports stay'),
    book: campaigns,
  }),
  stateRoute(
    {
      verb: 'start',
      summary: 'Starts a campaign; where it cannot run, the answer says all that is missing; for admins',
    },
    (...asked) => campaigns.start(...asked),
  ),
  stateRoute(
    { verb: 'pause', summary: 'Pauses a campaign: within a second it is shown nowhere; for admins' },
    (...asked) => campaigns.pause(...asked),
  ),
  stateRoute({ verb: 'resume', summary: 'Goes on with a campaign that was paused; for admins' }, (...asked) =>
    campaigns.resume(...asked),
  ),
]

type Become = (actor: Actor, id: string, revs: Revs) => Promise<Campaign>

const stateRoute = ({ verb, summary }: { verb: string; summary: string }, become: Become): Route =>
  defineRoute({
    ...PROMO,
    method: 'POST',
    path: `/v1/promo/campaigns/{campaign}/${verb}`,
    name: `${verb}Campaign`,
    summary,
    params: z.object({ campaign: param }),
    fields: ['if-match'],
    answers: { 200: campaignSchema },
    handle: async ({ params, actor, headers }) => {
      const campaign = await become(actor, params.campaign, { revs: revisionsIn(headers.ifMatch) })
      return shown({ view }, campaign, actor)
    },
  })
