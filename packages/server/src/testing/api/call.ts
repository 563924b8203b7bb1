import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Operation } from './document.ts'
import type { Example } from './example.ts'
import { exampleOf, parameterOf } from './examples.ts'
import { ID_NAMES, type IdName, type Ids } from './ids.ts'

type Query = Readonly<Record<string, string | readonly string[]>>
export type Call = {
  operation: Operation
  params: Readonly<Record<string, string>>
  query: Query
  headers: Readonly<Record<string, string>>
  /** Undefined for none. */
  body: unknown
  /** Sent as it is, instead. */
  raw?: string | Buffer
}

/** A request that is all right, about these things. */
export function callOf(operation: Operation, ids: Ids): Call {
  const { params: own, query, body, bytes }: Example = exampleOf(operation)
  const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const params = own?.(ids) ?? Object.fromEntries(names.map((name) => [name, parameterOf(operation, name)(ids)]))
  const call = { operation, params, query: query?.(ids) ?? {}, headers: {}, body: body?.(ids) }
  return bytes === undefined ? call : { ...call, raw: bytes.content, headers: { 'content-type': bytes.type } }
}

/** Which kinds of things an operation is about. */
export function idsUsedBy(operation: Operation): Set<IdName> {
  const used = new Set<IdName>()
  const ids = {} as Ids
  for (const name of ID_NAMES)
    Object.defineProperty(ids, name, {
      get: () => {
        used.add(name)
        return name
      },
    })
  callOf(operation, ids)
  return used
}

export function urlOf({ operation, params, query }: Call): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

const isEndless = ({ responses }: Operation): boolean => responses['200']?.content?.['text/event-stream'] !== undefined

export function send(app: FastifyInstance, call: Call, token: string | null): Promise<LightMyRequestResponse> {
  return isEndless(call.operation) ? beginningOf(app, call, token) : injected(app, call, { token, asStream: false })
}

/** Of an answer that never ends, what comes first; then the client goes away. */
async function beginningOf(app: FastifyInstance, call: Call, token: string | null): Promise<LightMyRequestResponse> {
  const answer = await injected(app, call, { token, asStream: true })
  const isStream = answer.statusCode === 200
  const pieces: Buffer[] = []
  for await (const piece of answer.stream()) {
    pieces.push(piece as Buffer)
    if (isStream) break
  }
  if (isStream) answer.raw.res.destroy()
  const body = Buffer.concat(pieces).toString()
  return Object.assign(answer, { body, payload: body, json: () => JSON.parse(body) })
}

type Sending = { token: string | null; asStream: boolean }

function injected(app: FastifyInstance, call: Call, { token, asStream }: Sending): Promise<LightMyRequestResponse> {
  const { operation, headers, body } = call
  const payload = call.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return app.inject({
    payloadAsStream: asStream,
    method: operation.method as 'GET',
    url: urlOf(call),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
}
