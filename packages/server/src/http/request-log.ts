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
export const GONE = 499
const SLOW_MS = 1000

export type Note = (handled: Handled) => void

/** Counts and logs what was handled. A label is looked up once, not with every answer. */
export function noteRequests(
  log: Logger,
  { httpDuration, answered }: Pick<Metrics, 'httpDuration' | 'answered'>,
): Note {
  const labelled = new Map<string, ReturnType<typeof httpDuration.labels>>()
  return (handled) => {
    const { method, route, status, ms } = handled
    answered.requests++
    const name = `${method} ${status} ${route}`
    const known = labelled.get(name) ?? httpDuration.labels({ method, route, status })
    labelled.set(name, known)
    known.observe(ms / 1000)
    const level = status >= 500 || ms > SLOW_MS ? 'info' : 'debug'
    if (log.isLevelEnabled(level)) log[level]({ ...handled, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

/** `status` where the answer goes on: then the time is that until it began. */
export type Recorder = (exchange: { request: FastifyRequest; reply: FastifyReply; status?: number }) => void

/** Gives each answer its id; counts and logs each request. Whoever sees a client go away calls what it returns. */
export function recordRequests(app: FastifyInstance, note: Note): Recorder {
  const record: Recorder = ({ request, reply, ...known }) => {
    const { method, id, org, routeOptions } = request
    const ms = reply.elapsedTime
    const status = known.status ?? (reply.raw.writableEnded ? reply.raw.statusCode : GONE)
    const route = routeOptions.url ?? 'none'
    note({ requestId: id, method, route, status, ms, org })
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
