import { randomUUID } from 'node:crypto'
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { answerClientError } from './client-error.ts'
import { answerErrorsAsProblems, answerFrameworkError } from './errors.ts'
import { healthRoutes } from './health.ts'
import { answerOtherMethods } from './method-not-allowed.ts'
import { metricsRoute } from './metrics.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { startPage } from './start-page.ts'

/** For a whole request to arrive: without a limit, a few slow senders would hold every connection. */
const REQUEST_TIMEOUT_MS = 60_000

/** The service's HTTP side: routes and what surrounds each request. No rules of the domain. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // While it stops, the service finishes what comes in on a connection that is open, and then closes it.
    return503OnClosing: false,
  })
  answerOtherMethods(app)
  addSecurityHeaders(app)
  answerErrorsAsProblems(app)
  metricsRoute(app, context.metrics)
  healthRoutes(app, context)
  startPage(app, context)
  await app.ready()
  return app
}
