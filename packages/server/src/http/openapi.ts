import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Bytes } from '../api/bytes.ts'
import { problemStatus } from '../api/problem-codes.ts'
import type { Route } from '../api/route.ts'
import { version } from '../version.ts'
import { bytesOfAnswer } from './bytes-of-answer.ts'
import { Components } from './openapi-schemas.ts'
import { PROBLEM_TYPE } from './problem-details.ts'
import { sendBytes } from './send-bytes.ts'

const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problemStatus)).meta({ description: 'Never changes its meaning.' }),
    detail: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Problem', description: 'What went wrong, as RFC 9457 has it.' })

const FIELDS = {
  'if-match': 'The ETag that the thing must still have.',
  'if-none-match': 'ETags of what the caller has already.',
  'idempotency-key': 'Names this request: a repeat under the same key does nothing twice and gets the same answer.',
  'last-event-id': 'The id of the last frame that the caller has: what came since is sent first.',
  'palaver-seen': 'Events that the caller caused, with commas between: the answer is no older than they are.',
} as const

/**
 * `/openapi.json`: the API as OpenAPI 3.1 describes it, made from the routes themselves. Made when it is first asked for:
 * most services never are, and it takes as much memory as all the routes.
 */
export function openApiRoute(app: FastifyInstance, routes: readonly Route[]): void {
  const url = '/openapi.json'
  let bytes: Bytes | undefined
  app.get(url, async ({ raw: request }, reply) => {
    bytes ??= bytesOfAnswer({ body: openApiDocument(routes) }, { url, isRead: true })
    reply.hijack()
    await sendBytes({ request, response: reply.raw }, 200, bytes)
  })
}

function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operationOf(route, components)
  }
  const problem = {
    description: 'A problem.',
    content: { [PROBLEM_TYPE]: { schema: components.use(problemSchema, 'output') } },
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Palaver', version, summary: 'Comments on any resource of any site or app.' },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      responses: { Problem: problem },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const SECURITY = { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] }

function operationOf(route: Route, components: Components): Record<string, unknown> {
  const { name, summary, tag, auth, body } = route
  const requestBody = body && {
    required: !body.safeParse(undefined).success,
    content: route.bytes
      ? Object.fromEntries(route.bytes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
      : { ...jsonOf(body, components, 'input'), ...(route.isForm && formOf(body, components)) },
  }
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: SECURITY[auth],
    parameters: parametersOf(route, components),
    ...(route.ignoresQuery && { 'x-ignores-query': true }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, components),
  }
}

function parametersOf({ params, query, fields = [], method }: Route, components: Components): unknown[] {
  const headers = [...fields, ...(method === 'GET' ? (['palaver-seen'] as const) : [])]
  return [
    ...parametersIn('path', params, components),
    ...parametersIn('query', query, components),
    ...headers.map((name) => ({
      name,
      in: 'header',
      required: false,
      description: FIELDS[name],
      schema: { type: 'string' },
    })),
  ]
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined, components: Components): unknown[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => {
    const { description, ...written } = components.use(member as z.ZodType, 'input')
    const required = !(member as z.ZodType).safeParse(undefined).success
    return { name, in: place, required, ...(description && { description }), schema: written }
  })
}

function responsesOf({ answers, mediaType }: Route, components: Components): Record<string, unknown> {
  const good = Object.entries(answers).map(([status, answer]) => {
    if (typeof answer === 'string')
      return [
        status,
        { description: answer, ...(mediaType && { content: { [mediaType]: { schema: { type: 'string' } } } }) },
      ]
    const description = answer.description ?? STATUS_CODES[status] ?? status
    return [status, { description, content: jsonOf(answer, components, 'output') }]
  })
  return { ...Object.fromEntries(good), default: { $ref: '#/components/responses/Problem' } }
}

function jsonOf(schema: z.ZodType, components: Components, io: 'input' | 'output'): Record<string, unknown> {
  return { 'application/json': { schema: components.use(schema, io) } }
}

const formOf = (schema: z.ZodType, components: Components): Record<string, unknown> => ({
  'application/x-www-form-urlencoded': { schema: components.use(schema, 'input') },
})
