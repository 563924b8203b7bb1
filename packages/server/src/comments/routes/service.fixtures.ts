import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Role } from '../../api/actor.ts'
import type { Route } from '../../api/route.ts'
import type { Context } from '../../context.ts'
import { startFollowing } from '../../following.ts'
import { createApp } from '../../http/app.ts'
import { apiRoutes } from '../../http/routes.ts'
import { testContext } from '../../testing/test-context.ts'

export const ORG = 'main'
export const PAGE = 'type=page&id=https%3A%2F%2Fexample.org%2Fa%3Fb%23c'
export const ARTICLE = `/v1/discussions/-/comments?org=${ORG}&${PAGE}`

type Method = Route['method']
type Call = { as?: string; role?: Role; body?: unknown; headers?: Record<string, string> }
type Answered = LightMyRequestResponse & { data: ReturnType<typeof JSON.parse> }

export type Service = {
  app: FastifyInstance
  context: Context
  routes: readonly Route[]
  /** Asks as a person, where one is named; what comes back fits what the route says it answers. */
  call: (method: Method, url: string, call?: Call) => Promise<Answered>
  token: (user: string, role?: Role) => Promise<string>
}

/** The whole service on a database of its own, with the first org. */
export async function service(): Promise<Service> {
  const context = await testContext()
  await context.accounts.ensureFirst()
  startFollowing(context)
  const routes = apiRoutes(context)
  const app = await createApp(context, routes)
  const token = (user: string, role: Role = 'member'): Promise<string> =>
    context.accounts.issue(ORG, { id: user, username: user, role }, 1)
  const call: Service['call'] = async (method, url, { as, role, body, headers = {} } = {}) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await token(as, role)}` }
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app.inject({ method, url, headers: { ...authorization, ...type, ...headers }, ...payload })
    expectAsDocumented(routes, { method, url }, answer)
    return Object.assign(answer, { data: answer.body === '' ? null : answer.json() })
  }
  return { app, context, routes, call, token }
}

/** Every answer is one that the route announces, with nothing more in it; every other is a problem. */
function expectAsDocumented(
  routes: readonly Route[],
  { method, url }: { method: string; url: string },
  { statusCode, headers, body }: LightMyRequestResponse,
): void {
  const path = url.split('?')[0] ?? ''
  const route = routes.find((one) => one.method === method && patternOf(one).test(path))
  const schema = route?.answers[statusCode]
  if (schema instanceof z.ZodType) expect(schema.parse(JSON.parse(body))).toEqual(JSON.parse(body))
  if (schema !== undefined || statusCode === 304) return
  expect([statusCode, headers['content-type']]).toEqual([
    expect.toSatisfy((status: number) => status >= 400),
    expect.stringContaining('application/problem+json'),
  ])
}

const patternOf = ({ path }: Route): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** A discussion with a comment and replies to it, as `names` say: `a`, `a.b` is a reply to `a`. */
export async function conversation({ call }: Service, names: readonly string[]) {
  const slugs: Record<string, string> = {}
  let discussion = ''
  for (const name of names) {
    const parent = slugs[name.split('.').slice(0, -1).join('.')] ?? null
    const { data } = await call('POST', ARTICLE, { as: 'ada', body: { text: name, parent } })
    slugs[name] = data.comment.slug
    discussion = data.discussion
  }
  const slug = (name: string): string => slugs[name] ?? ''
  return {
    discussion,
    slug,
    at: (name: string): string => `/v1/discussions/${discussion}/comments/${slug(name).replaceAll('/', '.')}`,
  }
}
