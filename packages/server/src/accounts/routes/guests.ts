import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { guestNameSchema } from '../guests.ts'
import type { Accounts } from '../service.ts'

const welcomeSchema = z
  .object({
    token: z.string().meta({ description: 'To be sent as a bearer token; whoever has it is this guest.' }),
    id: z.string(),
    expires: z.iso.datetime(),
  })
  .meta({ id: 'Guest' })

export const guestRoute = (accounts: Pick<Accounts, 'welcome'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/guests',
    name: 'createGuest',
    cost: 'costly',
    auth: 'none',
    tag: 'Guests',
    summary: 'Lets somebody in who only gives a name, where the org takes guests',
    body: z.strictObject({ org: z.string().min(1).max(64), name: guestNameSchema }),
    answers: { 201: welcomeSchema },
    handle: async ({ body: { org, name } }) => ({ status: 201, body: await accounts.welcome(org, name) }),
  })
