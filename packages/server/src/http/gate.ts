import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/service.ts'
import type { Actor, Scope } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Cost, Route } from '../api/route.ts'
import type { Limits } from './limits/limits.ts'
import { limitFields } from './limits/rate-limited.ts'
import { originFields, type Origins, requireAllowed } from './origins.ts'
import { idField } from './request-id.ts'
import { tokenIn } from './token-in.ts'

/** Who asks, as the gate found out. */
export type Asker = { actor: Actor | null; address: string; fields: readonly string[] }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the routes of the API. */
    asker: Asker | null
    /** Whose data it is about, for the log. */
    org: string | null
  }
}

export type GateNeeds = { accounts: Pick<Accounts, 'identify' | 'get'>; limits: Limits }

const costOf = ({ cost, method }: Route): Cost => cost ?? (method === 'GET' ? 'read' : 'write')

/** Before a body is read: how much the address has asked already, who asks, how much they have, and from which site. */
export function gateOf(route: Route, needs: GateNeeds) {
  const cost = costOf(route)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request
    const address = needs.limits.addressOf(raw)
    const counted = needs.limits.byAddress(raw, address, cost)
    const actor = await actorOf(route, request.headers.authorization, needs)
    if (actor !== null) {
      request.org = actor.org
      counted.push(...needs.limits.byActor(raw, { address, actor, cost }))
      checkOrigin({ request, reply, route }, await originsOf(needs, actor.org))
    }
    const fields = limitFields(counted)
    for (let at = 0; at < fields.length; at += 2) reply.header(fields[at] ?? '', fields[at + 1])
    request.asker = { actor, address, fields: [...fields, ...idField(request.id)] }
  }
}

export const originsOf = async ({ accounts }: { accounts: Pick<Accounts, 'get'> }, org: string): Promise<Origins> =>
  (await accounts.get(org))?.origins ?? []

type Exchange = { request: FastifyRequest; reply: FastifyReply; route: Route }

/** From here on a problem is for pages of these sites only, too. */
export function checkOrigin({ request, reply, route }: Exchange, origins: Origins): void {
  if (origins.length === 0) return
  reply.removeHeader('access-control-allow-origin').header('vary', 'origin')
  const [name, origin] = originFields(request.raw, origins)
  if (name !== undefined) reply.header(name, origin)
  if (route.method !== 'GET') requireAllowed(request.raw, origins)
}

async function actorOf(
  { auth, scope }: Route,
  field: string | undefined,
  { accounts }: GateNeeds,
): Promise<Actor | null> {
  if (auth === 'none' || (auth === 'optional' && field === undefined)) return null
  const token = tokenIn(field)
  if (token === null) throw new Refusal('unauthenticated', 'Say who you are: send Authorization: Bearer <token>.')
  const actor = await accounts.identify(token)
  requireScope(actor, scope)
  return actor
}

/** People may call every route, and each decides what they may do; a key may do what it was made for. */
function requireScope({ kind, scopes = [] }: Actor, scope: Scope | undefined): void {
  if (kind !== 'server' || (scope !== undefined && scopes.includes(scope))) return
  const why = scope === undefined ? 'This is for people, not for keys.' : `The key needs the scope ${scope} for this.`
  throw new Refusal('forbidden', why)
}
