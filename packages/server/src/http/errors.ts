import { Unavailable } from '@palaver/store'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, PROBLEM_TYPE, type ProblemDetails, problemDetails } from './problem-details.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Errors that fastify itself throws, by status; their messages are meant for the caller. */
const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'bad-request',
  404: 'not-found',
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
}

export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError)
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemDetails('not-found', `There is nothing at ${request.url.split('?')[0]}.`)),
  )
}

export function sendProblem(reply: FastifyReply, problem: ProblemDetails): FastifyReply {
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** An address that cannot be read: no hook has seen the request. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  answerError(error, request, reply.headers(SECURITY_HEADERS))
}

/** The one place where an error becomes an answer. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Unavailable) {
    request.log.warn({ err: error, requestId: request.id }, 'the store does not answer')
    return sendProblem(reply, problemDetails('store-unavailable', 'The store does not answer.'))
  }
  const code = CODE_OF_STATUS[error.statusCode ?? 500]
  if (code !== undefined) return sendProblem(reply, problemDetails(code, error.message))
  request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed')
  const detail = 'The service made a mistake; its log has the details under this requestId.'
  return sendProblem(reply, { ...problemDetails('internal', detail), requestId: request.id })
}
