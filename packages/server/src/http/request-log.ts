import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'

/** What the log says of a request: nothing that the client wrote, but the id it may have given. */
export type Handled = {
  requestId: string | null
  method: string
  /** The pattern, not the address: what strangers ask for must not become labels, nor get into the log. */
  route: string
  status: number
  ms: number
  org: string | null
}

/** As nginx calls it: the client went away before it had its answer. Nobody is sent this. */
const GONE = 499
const SLOW_MS = 1000

export function logRequest(log: Logger, handled: Handled): void {
  const line = { ...handled, ms: Math.round(handled.ms * 10) / 10 }
  if (handled.status >= 500 || handled.ms > SLOW_MS) log.info(line, 'request')
  else log.debug(line, 'request')
}

/** Gives each answer its id; counts and logs each request, that of a client which went away too. */
export function recordRequests(app: FastifyInstance, log: Logger, { httpDuration }: Metrics): void {
  app.decorateRequest('org', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const began = performance.now()
    const { raw } = reply
    raw.once('close', () => {
      const { method, id, org, routeOptions } = request
      const ms = performance.now() - began
      const status = raw.writableEnded ? raw.statusCode : GONE
      const route = routeOptions.url ?? 'none'
      httpDuration.observe({ method, route, status }, ms / 1000)
      logRequest(log, { requestId: id, method, route, status, ms, org })
    })
    done()
  })
}
