import { Conflict, TooLarge, Unavailable } from '@palaver/store'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../api/problem-codes.ts'
import { Refusal } from '../api/refusal.ts'
import { ClientGone } from './client-gone.ts'
import { RateLimited } from './limits/rate-limited.ts'
import { PROBLEM_TYPE, type ProblemDetails, problemDetails } from './problem-details.ts'
import { headersFor } from './security-headers.ts'

/** Errors that fastify itself throws, by status. */
const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-request',
  404: 'not-found',
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
}

/** Where fastify's own message does not say what to do, or repeats all that was sent. */
const DETAIL_OF_CODE: Readonly<Partial<Record<ProblemCode, string>>> = {
  'body-too-large': 'The body is larger than the service takes: send less, or in parts.',
  'uri-too-long': 'A part of the address is longer than the service reads.',
  'unsupported-media-type': 'The body must be JSON: send it with Content-Type: application/json.',
}

/** The same, by fastify's own code. */
const DETAIL_OF_ERROR: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address cannot be read: each % in it must begin a character of UTF-8, such as %C3%BC.',
}

/** Header fields that tell a client what to do next. */
const FIELDS_OF_CODE: Readonly<Partial<Record<ProblemCode, Record<string, string>>>> = {
  unauthenticated: { 'www-authenticate': 'Bearer' },
  'token-expired': { 'www-authenticate': 'Bearer error="invalid_token"' },
  busy: { 'retry-after': '1' },
  'store-unavailable': { 'retry-after': '5' },
  'files-unavailable': { 'retry-after': '5' },
  // One of them may end at any time; a page that was left is noticed within that.
  'too-many-streams': { 'retry-after': '15' },
}

export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError)
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemDetails('not-found', `There is nothing at ${request.url.split('?')[0]}.`)),
  )
}

export function sendProblem(reply: FastifyReply, problem: ProblemDetails): FastifyReply {
  const fields = FIELDS_OF_CODE[problem.code] ?? {}
  return reply.code(problem.status).headers(fields).type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** An address that cannot be read: no hook has seen the request. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, reply.headers({ ...headersFor(request.url), 'x-request-id': request.id }))
}

/** The one place where an error becomes an answer. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Nobody hears it.
  if (error instanceof ClientGone) return reply.hijack()
  if (error instanceof RateLimited) reply.headers(error.headers)
  const problem = refused(error) ?? failedInStore(error, request)
  if (problem !== null) return sendProblem(reply, problem)
  const code = CODE_OF_STATUS[error.statusCode ?? 500]
  const detail = DETAIL_OF_ERROR[error.code] ?? (code && DETAIL_OF_CODE[code]) ?? error.message
  if (code !== undefined) return sendProblem(reply, problemDetails(code, detail))
  request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed')
  const mistake = 'The service made a mistake; its log has the details under this requestId.'
  return sendProblem(reply, { ...problemDetails('internal', mistake), requestId: request.id })
}

function refused(error: Error): ProblemDetails | null {
  if (!(error instanceof Refusal)) return null
  const problem = problemDetails(error.code, error.message)
  return error.flaws.length === 0 ? problem : { ...problem, errors: error.flaws }
}

/** What the store says stays in the log: it may name files and servers. */
function failedInStore(error: Error, request: FastifyRequest): ProblemDetails | null {
  if (error instanceof TooLarge)
    return problemDetails('invalid', 'This is more than one document can hold: send less, or in parts.')
  if (error instanceof Conflict)
    return problemDetails('busy', 'Too many write to the same place at once: try again in a moment.')
  if (!(error instanceof Unavailable)) return null
  request.log.warn({ err: error, requestId: request.id }, 'the store does not answer')
  return problemDetails('store-unavailable', 'The store does not answer.')
}
