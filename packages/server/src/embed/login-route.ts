import * as z from 'zod'
import { defineRoute, type Route } from '../api/route.ts'
import type { Logins } from './logins.ts'

const sessionSchema = z
  .object({
    token: z.string().meta({ description: 'To be sent as a bearer token.' }),
    expires: z.iso.datetime(),
  })
  .meta({ id: 'Session' })

export const loginRoute = (logins: Pick<Logins, 'redeem'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/login',
    name: 'logIn',
    cost: 'costly',
    auth: 'none',
    tag: 'Me',
    summary: 'Exchanges the code of a one-time link, as `palaver login-link` prints it, for a token',
    body: z.strictObject({ code: z.string().min(1).max(100) }),
    answers: { 201: sessionSchema },
    handle: async ({ body: { code } }) => {
      const { org, token, expires } = await logins.redeem(code)
      return { status: 201, body: { token, expires }, org }
    },
  })
