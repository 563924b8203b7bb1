import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ID = /^[A-Za-z0-9._-]{1,64}$/
const FIELD = 'x-request-id'

/** The id that whoever is in front gave the request, where that is one. */
export function givenId({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const given = headers[FIELD]
  return typeof given === 'string' && ID.test(given) ? given : null
}

export const requestId = (request: Pick<IncomingMessage, 'headers'>): string => givenId(request) ?? randomUUID()

export const idField = (id: string): string[] => [FIELD, id]
