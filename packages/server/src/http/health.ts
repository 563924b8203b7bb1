import { Unavailable } from '@palaver/store'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** `/healthz`: the process answers. `/readyz`: the store answers too, so requests may be sent here. */
export function healthRoutes(app: FastifyInstance, { store }: Pick<Context, 'store'>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await store.ping()
    } catch (error) {
      throw new Unavailable('none', 'The store does not answer.', { cause: error })
    }
    return reply.send({ status: 'ready' })
  })
}
