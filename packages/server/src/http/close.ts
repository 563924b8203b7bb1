import type { FastifyInstance } from 'fastify'

/** Accepts no more, finishes the requests under way, and cuts off those that take longer than this. */
export async function closeWithin(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
