import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

export type Recorder = (exchange: { request: FastifyRequest; reply: FastifyReply }) => void

/** Gives each answer its id; counts and logs each request. Whoever sees a client go away calls what it returns. */
export function recordRequests(app: FastifyInstance, log: Logger, { httpDuration }: Metrics): Recorder {
  const record: Recorder = ({ request, reply }) => {
    const { method, id, org, routeOptions } = request
    const ms = reply.elapsedTime
    const status = reply.raw.writableEnded ? reply.raw.statusCode : GONE
    const route = routeOptions.url ?? 'none'
    httpDuration.observe({ method, route, status }, ms / 1000)
    logRequest(log, { requestId: id, method, route, status, ms, org })
  }
  app.decorateRequest('org', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    record({ request, reply })
    done()
  })
  return record
}
