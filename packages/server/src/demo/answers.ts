import type { FastifyReply, FastifyRequest } from 'fastify'

/** Only what this service serves, and nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Puts a page at an address. */
export type Get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => void

export function asPage(reply: FastifyReply, html: string): string {
  void reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
  return html
}

/** Asked for again each time: what has moved may move back. */
export function asMoved(reply: FastifyReply, to: string): string {
  void reply.code(301).header('location', to).header('cache-control', 'no-cache')
  return ''
}

export function asFresh(reply: FastifyReply, answer: object): object {
  void reply.header('cache-control', 'no-store')
  return answer
}

export const textIn = (from: unknown, name: string): string => {
  const value = (from as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

export const originOf = ({ host }: FastifyRequest): string => `http://${host}`

export const searchOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
