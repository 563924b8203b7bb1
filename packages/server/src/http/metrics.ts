import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** `/metrics` in Prometheus' text format, and the measuring of requests. */
export function metricsRoute(app: FastifyInstance, { registry, httpDuration }: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // The pattern, not the address: what strangers ask for must not become labels.
    httpDuration.observe({ method, route: routeOptions.url ?? 'none', status: statusCode }, elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  )
}
