import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../api/actor.ts'
import type { PageCache } from '../api/page-cache.ts'
import { Refusal } from '../api/refusal.ts'
import type { Answer, Route } from '../api/route.ts'
import { bytesOfAnswer, headOf } from './bytes-of-answer.ts'
import { answerPreflights } from './cors.ts'
import { inputReader } from './read-input.ts'
import { sendBytes } from './send-bytes.ts'

type Needs = { accounts: { identify(token: string): Promise<Actor> }; pages: PageCache }

/** Puts routes on the framework: who asks, and what for, is read here for all of them. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], needs: Needs): void {
  for (const route of routes)
    app.route({ method: route.method, url: patternOf(route.path), handler: handlerOf(route, needs) })
  answerPreflights(app, new Set(routes.map(({ path }) => patternOf(path))))
}

/** `/v1/things/{thing}` as the framework writes it: `/v1/things/:thing`. */
const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

function handlerOf(route: Route, needs: Needs): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const read = inputReader(route)
  const pattern = patternOf(route.path)
  return async (request, reply) => {
    const ticket = needs.pages.begin()
    const actor = await actorOf(route, request.headers.authorization, needs)
    const answer = await route.handle({ ...read(request), actor })
    const url = request.raw.url ?? ''
    if (answer.body === undefined) return sendEmpty(reply, answer, url)
    const { keepFor } = answer
    const bytes = bytesOfAnswer(answer, { url, isRead: route.method === 'GET' })
    if (keepFor !== undefined && route.auth === 'none' && request.method === 'GET')
      needs.pages.keep(ticket, { url, discussion: keepFor, bytes, route: pattern })
    reply.hijack()
    await sendBytes({ request: request.raw, response: reply.raw }, answer.status ?? 200, bytes)
  }
}

function sendEmpty(reply: FastifyReply, answer: Answer, url: string): void {
  reply.hijack()
  reply.raw.writeHead(answer.status ?? 204, headOf(answer, url)).end()
}

async function actorOf({ auth }: Route, field: string | undefined, { accounts }: Needs): Promise<Actor | null> {
  if (auth === 'none' || (auth === 'optional' && field === undefined)) return null
  const token = /^Bearer +([^\s]+)$/i.exec(field ?? '')?.[1]
  if (token === undefined) throw new Refusal('unauthenticated', 'Say who you are: send Authorization: Bearer <token>.')
  return accounts.identify(token)
}
