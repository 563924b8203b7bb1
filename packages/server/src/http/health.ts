import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendProblem } from './errors.ts'
import { problemDetails } from './problem-details.ts'

/** `/healthz`: the process answers. `/readyz`: the store answers too, so requests may be sent here. */
export function healthRoutes(app: FastifyInstance, { store, log }: Pick<Context, 'store' | 'log'>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await store.ping()
      return await reply.send({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'the store does not answer')
      return sendProblem(reply, problemDetails('store-unavailable', 'The store does not answer.'))
    }
  })
}
