import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { PreferenceBook, UnsubscribeScope } from '../preferences/preferences.ts'
import type { Signer } from './mail-key.ts'
import { askPage, donePage, PAGE_HEADERS, PAGE_TYPE } from './unsubscribe-page.ts'
import { readToken, unsubscribeToken, type Unsubscribing } from './unsubscribe-token.ts'

type Needs = { signer: Signer; preferences: Pick<PreferenceBook, 'unsubscribe'> }

/** Links in mails that end mails, without a sign-in: RFC 8058. */
export class Unsubscribes {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async linkOf(base: string, unsubscribing: Unsubscribing): Promise<string> {
    return `${base}/v1/unsubscribe/${await unsubscribeToken(this.#needs.signer, unsubscribing)}`
  }

  /** What a link is about; opening it changes nothing. */
  async read(token: string): Promise<Unsubscribing> {
    const known = await readToken(this.#needs.signer, token)
    if (known === null) throw new Refusal('not-found', 'This link is not complete: copy all of it from the mail.')
    return known
  }

  async act(token: string): Promise<UnsubscribeScope> {
    const { org, person, scope } = await this.read(token)
    await this.#needs.preferences.unsubscribe({ org, person }, scope)
    return scope
  }
}

const tag = 'Mail'
const params = z.object({ token: z.string().min(1).max(2000) })
const html = (body: Buffer): Answer => ({ type: PAGE_TYPE, body, headers: PAGE_HEADERS })

/** Mail programs and their servers fetch links and post to them from few addresses: neither is counted as costly. */
const common = {
  path: '/v1/unsubscribe/{token}',
  tag,
  auth: 'none',
  cost: 'read',
  mediaType: 'text/html',
  params,
} as const

export const unsubscribeRoutes = (unsubscribes: Unsubscribes): Route[] => [
  defineRoute({
    ...common,
    method: 'GET',
    name: 'askToUnsubscribe',
    summary: 'A page with a button that ends mails; opening it changes nothing',
    answers: { 200: 'A page.' },
    handle: async ({ params: { token } }) => html(askPage((await unsubscribes.read(token)).scope)),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    name: 'unsubscribe',
    summary: 'Ends mails with one click, as RFC 8058 describes it; again changes nothing',
    isForm: true,
    body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    answers: { 200: 'A page.' },
    handle: async ({ params: { token } }) => html(donePage(await unsubscribes.act(token))),
  }),
]
