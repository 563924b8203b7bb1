import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../api/route.ts'
import { goneSignal, isGone, requireClient } from './client-gone.ts'
import { answerPreflights } from './cors.ts'
import { type Asker, checkOrigin, type GateNeeds, gateOf, originsOf } from './gate.ts'
import { partyAt } from './limits/address.ts'
import { type Input, inputReader, orgIn } from './read-input.ts'
import { type Exchange, patternOf, sendAnswer, type SendNeeds } from './send-answer.ts'
import { tokenIn } from './token-in.ts'
import type { Turns } from './turns.ts'

type Needs = GateNeeds & SendNeeds & { turns: Turns }

/** Puts routes on the framework: who asks, and what for, is read here for all of them. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], needs: Needs): void {
  app.decorateRequest('asker', null)
  for (const route of routes)
    app.route({
      method: route.method,
      url: patternOf(route.path),
      ...(route.largestBody !== undefined && { bodyLimit: route.largestBody }),
      config: { isForm: route.isForm === true, ...(route.bytes && { bytes: route.bytes }) },
      onRequest: gateOf(route, needs),
      handler: handlerOf(route, needs),
    })
  answerPreflights(app, new Set(routes.map(({ path }) => patternOf(path))))
}

function handlerOf(route: Route, needs: Needs): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const read = inputReader(route)
  return async (request, reply) => {
    const { asker } = request
    if (asker === null) throw new Error('A request came past the gate.')
    const input = read(request)
    const party = asker.actor?.org ?? `from ${partyAt(asker.address)}`
    const signal = goneSignal(reply.raw)
    const exchange = { request, reply, route }
    await needs.turns.enter(party, signal)
    let send: () => Promise<void>
    try {
      requireClient(reply.raw)
      send = await handle(exchange, { input, asker, signal }, needs)
    } finally {
      needs.turns.leave(party)
      // The framework tells only of those who waited for their answer.
      if (isGone(reply.raw)) needs.record({ request, reply })
    }
    // Who reads slowly keeps nobody else from their turn.
    await send()
  }
}

type Known = { input: Input; asker: Asker; signal: () => AbortSignal }

async function handle(exchange: Exchange, { input, asker, signal }: Known, needs: Needs): Promise<() => Promise<void>> {
  const { actor, address, fields } = asker
  const org = actor?.org ?? orgIn(input)
  if (actor === null && org !== null) checkOrigin(exchange, await originsOf(needs, org))
  const ticket = needs.pages.begin()
  const token = (): string | null => tokenIn(exchange.request.headers.authorization)
  const said = (field: string): string | null => exchange.request.headers[field]?.toString() ?? null
  const isHead = exchange.request.method === 'HEAD'
  const answer = await exchange.route.handle({ ...input, actor, address, signal, token, said, isHead })
  requireClient(exchange.reply.raw)
  return () => sendAnswer(exchange, { answer, ticket, org, fields }, needs)
}
