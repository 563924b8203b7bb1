import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Tracking } from '../ads/tracking/track.ts'
import type { Context } from '../context.ts'
import { answerClientError } from './client-error.ts'
import { drainBeforeClosing, endLinesBeforeClosing } from './close.ts'
import { docsPage } from './docs/docs-page.ts'
import { embedFiles } from './embed/files.ts'
import { embedPages } from './embed/pages.ts'
import { readWidget, type Widget } from './embed/widget.ts'
import { answerErrorsAsProblems, answerFrameworkError } from './errors.ts'
import { createLaneServer } from './fast-lane.ts'
import { healthRoutes } from './health.ts'
import { readBodies } from './json-body.ts'
import { Limits } from './limits/limits.ts'
import { LiveLines } from './live-lines.ts'
import { answerOtherMethods } from './method-not-allowed.ts'
import { metricsRoute } from './metrics.ts'
import { mountRoutes } from './mount.ts'
import { openApiRoute } from './openapi.ts'
import { reportPage } from './reports/report-page.ts'
import { requestId } from './request-id.ts'
import { noteRequests, recordRequests } from './request-log.ts'
import { apiRoutes } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { startPage } from './start-page.ts'
import { type Timeouts, TIMEOUTS } from './timeouts.ts'
import { type TurnOptions, Turns } from './turns.ts'

/** A slug is a path of up to 101 parts, each `/` of which may be written as three characters. */
const LONGEST_PARAMETER = 4096
const BYTES_PER_KB = 1000

/** What a test makes smaller, or hears itself, and what is shown at `/` instead of the start page. */
export type AppOptions = {
  timeouts?: Partial<Timeouts>
  turns?: Partial<TurnOptions>
  widget?: Widget
  tracking?: Pick<Tracking, 'view' | 'seen'>
  pages?: (app: FastifyInstance, context: Context) => void
}

/** The service's HTTP side: routes and what surrounds each request. No rules of the domain. */
export async function createApp(
  context: Context,
  routes = apiRoutes(context),
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config, log, metrics } = context
  const loggerInstance: FastifyBaseLogger = log
  const limits = new Limits({ ...context, onUnknownProxy: () => log.warn(UNKNOWN_PROXY) })
  const turns = new Turns(options.turns)
  const note = noteRequests(log, metrics)
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const { tracking = context.ads.tracking } = options
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged says itself which request it is about: no logger is made for each.
    childLoggerFactory: (logger) => logger,
    genReqId: requestId,
    bodyLimit: config.bodyKb * BYTES_PER_KB,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    serverFactory: (handle) =>
      createLaneServer(
        { ...context, tracking, limits, turns, note, timeouts, connections: config.connections },
        handle,
      ),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    // While it stops, the service finishes what comes in on a connection that is open, and then closes it.
    return503OnClosing: false,
  })
  const widget = options.widget ?? (await readWidget())
  const lines = new LiveLines()
  endLinesBeforeClosing(app, lines)
  drainBeforeClosing(app)
  answerOtherMethods(app)
  const record = recordRequests(app, note)
  addSecurityHeaders(app)
  answerErrorsAsProblems(app)
  metricsRoute(app, { ...context, turns })
  healthRoutes(app, context)
  const { pages = startPage } = options
  pages(app, context)
  docsPage(app)
  reportPage(app)
  embedFiles(app, widget)
  readBodies(app)
  mountRoutes(app, [...routes, ...embedPages({ ...context, widget })], { ...context, limits, turns, record, lines })
  openApiRoute(app, routes)
  await app.ready()
  return app
}

const UNKNOWN_PROXY =
  'requests come through a proxy on this machine, but PALAVER_TRUST_PROXY is 0: all of them count as from one address'
