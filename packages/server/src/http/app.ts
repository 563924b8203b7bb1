import { randomUUID } from 'node:crypto'
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { answerClientError } from './client-error.ts'
import { drainBeforeClosing } from './close.ts'
import { answerErrorsAsProblems, answerFrameworkError } from './errors.ts'
import { healthRoutes } from './health.ts'
import { createLaneServer } from './fast-lane.ts'
import { readJsonBodies } from './json-body.ts'
import { answerOtherMethods } from './method-not-allowed.ts'
import { metricsRoute } from './metrics.ts'
import { mountRoutes } from './mount.ts'
import { openApiRoute } from './openapi.ts'
import { apiRoutes } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { startPage } from './start-page.ts'

/** For a whole request to arrive: without a limit, a few slow senders would hold every connection. */
const REQUEST_TIMEOUT_MS = 60_000

/** Longer than the minute for which proxies usually keep a connection: they close it, not we under a request. */
const KEEP_ALIVE_MS = 72_000

/** A slug is a path of up to 101 parts, each `/` of which may be written as three characters. */
const LONGEST_PARAMETER = 4096

/** The service's HTTP side: routes and what surrounds each request. No rules of the domain. */
export async function createApp(context: Context, routes = apiRoutes(context)): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    serverFactory: (handle) => {
      const server = createLaneServer(context, handle)
      return Object.assign(server, { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS })
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // While it stops, the service finishes what comes in on a connection that is open, and then closes it.
    return503OnClosing: false,
  })
  drainBeforeClosing(app)
  answerOtherMethods(app)
  addSecurityHeaders(app)
  answerErrorsAsProblems(app)
  metricsRoute(app, context.metrics)
  healthRoutes(app, context)
  startPage(app, context)
  readJsonBodies(app)
  mountRoutes(app, routes, context)
  openApiRoute(app, routes)
  await app.ready()
  return app
}
