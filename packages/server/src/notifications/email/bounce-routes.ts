import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Mailboxes } from './mailboxes.ts'
import { BOUNCES } from './model.ts'

/** `personOf`: the id here of a user of the host. */
type Needs = { mailboxes: Mailboxes; personOf: (org: string, hostId: string) => string }

const MOST = 100

const bounceSchema = z
  .strictObject({
    address: z.string().min(3).max(320).optional(),
    user: z.string().min(1).max(255).optional().meta({ description: "The host's id of the person." }),
    kind: z.enum(BOUNCES),
    status: z
      .string()
      .regex(/^[245]\.\d{1,3}\.\d{1,3}$/, 'must be a status such as 5.1.1')
      .optional()
      .meta({ description: 'As RFC 3463 has it, where the report names one.' }),
  })
  .refine(({ address, user }) => (address === undefined) !== (user === undefined), 'needs either an address or a user')
type Told = z.output<typeof bounceSchema>

export const bounceRoutes = (needs: Needs): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v1/mail/bounces',
    name: 'reportBounces',
    auth: 'required',
    scope: 'people',
    tag: 'Mail',
    summary:
      'Tells of mails that came back, or that somebody complained about; for admins and for the servers of the host',
    body: z.strictObject({ bounces: z.array(bounceSchema).min(1).max(MOST) }),
    answers: { 200: z.object({ known: z.int().meta({ description: 'How many mailboxes they were about.' }) }) },
    handle: async ({ body, actor }) => {
      if (actor.role !== 'admin') throw new Refusal('forbidden', 'Only admins may tell of bounces.')
      let known = 0
      for (const bounce of body.bounces) known += await note(needs, actor.org, bounce)
      return { body: { known } }
    },
  }),
]

async function note({ mailboxes, personOf }: Needs, org: string, { address, user, ...report }: Told): Promise<number> {
  if (address !== undefined) return mailboxes.bouncedAddress(org, address, report)
  return user === undefined ? 0 : mailboxes.bouncedPerson(org, personOf(org, user), report)
}
