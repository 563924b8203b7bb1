import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { parse } from '../api/parse.ts'
import { type Flaw, Refusal } from '../api/refusal.ts'
import type { Headers, Route } from '../api/route.ts'
import { tagsIn } from './entity-tag.ts'

export type Input = { params: unknown; query: unknown; body: unknown; headers: Headers }

const NOTHING = z.strictObject({})
const ANYTHING = z.object({})
/** So many are enough to mend a request. */
const MOST_FLAWS = 20
const KEY = /^[\x21-\x7e]{1,255}$/

/** Reads a request as the route's schemas say; all that is wrong with it is told at once. */
export function inputReader(route: Route): (request: FastifyRequest) => Input {
  const params = (route.params ?? NOTHING).strict()
  const query = route.ignoresQuery ? ANYTHING : (route.query ?? NOTHING).strict()
  return (request) => {
    if (!route.ignoresQuery) requireReadableQuery(request.url)
    const flaws: Flaw[] = []
    const input = {
      params: checked(params, request.params, { at: 'path.', flaws }),
      query: checked(query, request.query, { at: 'query.', flaws }),
      body: bodyOf(route, request.body, flaws),
      headers: headersOf(route, request, flaws),
    }
    if (flaws.length > 0) throw new Refusal('invalid', summary(flaws), flaws.slice(0, MOST_FLAWS))
    return input
  }
}

/** The framework takes what it cannot decode as it stands: then `%FF` and `%25FF` would name the same thing. */
function requireReadableQuery(url: string): void {
  const at = url.indexOf('?')
  if (at < 0 || !url.includes('%', at)) return
  try {
    decodeURIComponent(url.slice(at))
  } catch {
    throw new Refusal('bad-request', 'The query cannot be read: it must be UTF-8, percent-encoded.')
  }
}

type Place = { at: string; flaws: Flaw[] }

function checked(schema: z.ZodType, value: unknown, { at, flaws }: Place): unknown {
  const result = parse(schema, value)
  if (result.flaws !== null) flaws.push(...result.flaws.map(({ path, message }) => ({ path: at + path, message })))
  return result.data
}

function bodyOf({ body: schema }: Route, body: unknown, flaws: Flaw[]): unknown {
  if (schema === undefined && body !== undefined) flaws.push({ path: '', message: 'is not taken here: send no body' })
  if (schema === undefined) return undefined
  if (body !== undefined) return checked(schema, body, { at: '', flaws })
  const isEnoughWithout = schema.safeParse(undefined).success
  if (!isEnoughWithout)
    flaws.push({ path: '', message: 'is missing: send a JSON object, with Content-Type: application/json' })
  return undefined
}

function headersOf({ fields = [] }: Route, { headers }: FastifyRequest, flaws: Flaw[]): Headers {
  const key = fields.includes('idempotency-key') ? headers['idempotency-key'] : undefined
  const match = fields.includes('if-match') ? headers['if-match'] : undefined
  const idempotencyKey = key === undefined ? null : String(key)
  if (idempotencyKey !== null && !KEY.test(idempotencyKey))
    flaws.push({ path: 'header.idempotency-key', message: 'must be 1 to 255 visible ASCII characters' })
  const ifMatch = match === undefined ? null : tagsIn(match)
  if (ifMatch?.length === 0)
    flaws.push({ path: 'header.if-match', message: 'must be an ETag that the service gave, with its quotes, or *' })
  return { idempotencyKey, ifMatch, ...sentByItself({ fields }, headers) }
}

/** Fields that a browser sends without being asked to. */
function sentByItself(
  { fields = [] }: Pick<Route, 'fields'>,
  headers: FastifyRequest['headers'],
): Pick<Headers, 'lastEventId' | 'ifNoneMatch'> {
  const last = fields.includes('last-event-id') ? { lastEventId: lastEventIdIn(headers['last-event-id']) } : null
  const held = fields.includes('if-none-match') ? { ifNoneMatch: tagsIn(headers['if-none-match'] ?? '') } : null
  return { ...last, ...held }
}

/** Browsers send it by themselves: one that is none of ours is met by starting anew, not by a refusal. */
const lastEventIdIn = (field: string | string[] | undefined): string | null => (field ? String(field) : null)

function summary([first, ...others]: readonly Flaw[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `The request cannot be taken: ${first?.path || 'the body'} ${first?.message}${more}.`
}

/** The org that a request names where no token does. */
export const orgIn = ({ params, query, body }: Input): string | null =>
  namedIn(params) ?? namedIn(query) ?? namedIn(body)

function namedIn(part: unknown): string | null {
  return typeof part === 'object' && part !== null && 'org' in part && typeof part.org === 'string' ? part.org : null
}
