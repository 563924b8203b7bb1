import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bytes, Variant } from '../api/bytes.ts'
import { encodingFor } from './accept-encoding.ts'
import { isAmong } from './entity-tag.ts'

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  /** Header fields of this answer alone, name after value. */
  fields?: readonly string[]
}

/** Sends bytes in the encoding the client likes best, or says that it has them; gives the status. */
export function sendBytes(exchange: Exchange, status: number, bytes: Bytes): number | Promise<number> {
  const { headers, method } = exchange.request
  const variant = bytes.as(encodingFor(headers['accept-encoding']))
  const held = headers['if-none-match']
  const isRead = method === 'GET' || method === 'HEAD'
  const isHeld = held !== undefined && isRead && status === 200 && bytes.tag !== null && isAmong(bytes.tag, held)
  const answer = isHeld ? 304 : status
  return variant instanceof Promise
    ? variant.then((ready) => write(exchange, answer, ready))
    : write(exchange, answer, variant)
}

function write(exchange: Exchange, status: number, { body, head, unchangedHead }: Variant): number {
  const { request, response, fields = [] } = exchange
  const known = status === 304 ? unchangedHead : head
  // Node's own types leave out that a list of names and values may be read-only.
  const all = fields.length === 0 ? (known as string[]) : [...known, ...fields]
  if (status === 304) response.writeHead(304, all).end()
  else response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body)
  return status
}
