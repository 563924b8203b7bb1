import type { FastifyInstance } from 'fastify'

const ALLOWED = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id, palaver-seen',
  'access-control-max-age': '86400',
}

/** Browsers ask before a page of another site calls the API: it may, as no cookie goes along. */
export function answerPreflights(app: FastifyInstance, patterns: ReadonlySet<string>): void {
  for (const pattern of patterns)
    app.options(pattern, async (_request, reply) => reply.code(204).headers(ALLOWED).send())
}
