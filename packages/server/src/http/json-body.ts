import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../api/refusal.ts'
import { FORM_TYPES, formBody } from './form-body.ts'
import { tooMuchIn } from './json-shape.ts'

/** Escapes of half a character: a text with one alone cannot be stored, nor sent on. */
const HALF = /\\ud[89a-f]/i

/** Bodies are JSON in UTF-8, and forms where a route takes one; an empty one is none, whatever its type says. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (isEncoded(request)) return done(encoded())
    if (!isUtf8(body)) return done(new Refusal('bad-request', 'The body is not UTF-8.'))
    const tooMuch = tooMuchIn(body)
    if (tooMuch !== null) return done(new Refusal('bad-request', tooMuch))
    const text = body.toString()
    void parse(request, text, (error, value) => {
      if (error !== null) return done(new Refusal('bad-request', isJson(text) ? FORBIDDEN : 'The body is not JSON.'))
      if (HALF.test(text) && !isWellFormed(value))
        return done(new Refusal('bad-request', 'The body has half of a character (a lone surrogate) in a text.'))
      return done(null, value)
    })
  })
  app.addContentTypeParser([...FORM_TYPES], { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.isForm !== true)
      throw new Refusal('unsupported-media-type', 'The body must be JSON: send it with Content-Type: application/json.')
    if (isEncoded(request)) throw encoded()
    return formBody(request.headers['content-type'] ?? '', body)
  })
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { bytes = ['application/json'] } = request.routeOptions.config
    const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (!bytes.includes(type))
      throw new Refusal('unsupported-media-type', `The body must be sent with Content-Type: ${bytes.join(' or ')}.`)
    if (isEncoded(request)) throw encoded()
    return body
  })
}

const FORBIDDEN = 'The body has a member `__proto__`, or `constructor` with a `prototype`: leave it out.'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What is packed could be unpacked to any size: it is not taken, rather than taken for something else. */
const isEncoded = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity'

const encoded = (): Refusal =>
  new Refusal('unsupported-media-type', 'The body must be sent as it is, without Content-Encoding.')

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isForm?: boolean
    bytes?: readonly string[]
  }
}
