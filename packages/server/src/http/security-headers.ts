import type { FastifyInstance } from 'fastify'

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Everything under these is the API: pages of other sites may call it, with a bearer token and without cookies. */
const API = /^\/(?:v1|t)\//

/** Fewer than a page needs: JSON opens no windows and follows no links, and each field costs on the hottest path. */
export const API_HEADERS = {
  'content-security-policy': SECURITY_HEADERS['content-security-policy'],
  'x-content-type-options': SECURITY_HEADERS['x-content-type-options'],
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-expose-headers':
    'etag, link, location, palaver-event, ratelimit, ratelimit-policy, retry-after, x-request-id',
}

/** Where an org does not say which sites its pages are on, any may read. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' }

const OPEN_API_HEADERS = { ...API_HEADERS, ...ANY_ORIGIN }

export const headersFor = (url: string): Readonly<Record<string, string>> =>
  API.test(url) ? OPEN_API_HEADERS : SECURITY_HEADERS

/** The strictest answer is the rule; a route that needs more sets its own header. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(headersFor(url))
    done()
  })
}
