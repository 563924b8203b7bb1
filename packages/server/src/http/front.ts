import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ProblemCode } from '../api/problem-codes.ts'
import { toRoutedMethod } from './method-not-allowed.ts'
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts'
import { idField, requestId } from './request-id.ts'
import { headersFor } from './security-headers.ts'

export type Refused = { code: ProblemCode; detail: string }

/** Browsers send about 20, proxies add some. */
export const MOST_FIELDS = 100

/** Refuses what the framework would not answer as a problem, and lets the rest through. */
export function front(handle: RequestListener): RequestListener {
  return (request, response) => {
    const refused = refusedFor(request)
    if (refused !== null) return sendPlainly({ request, response }, refused)
    toRoutedMethod(request)
    handle(request, response)
  }
}

/** For `Expect`, of which HTTP has one value, and Node answers that by itself. */
export const refuseExpectation: RequestListener = (request, response) =>
  sendPlainly({ request, response }, { code: 'expectation-failed', detail: 'Expect may be 100-continue, or left out.' })

function refusedFor({ headers, httpVersion, rawHeaders }: IncomingMessage): Refused | null {
  if (headers.host === undefined && httpVersion === '1.1')
    return { code: 'bad-request', detail: 'The header field Host is missing.' }
  if (rawHeaders.length > 2 * MOST_FIELDS)
    return { code: 'headers-too-large', detail: `There are more than ${MOST_FIELDS} header fields.` }
  return null
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

function sendPlainly({ request, response }: Exchange, { code, detail }: Refused): void {
  const problem = problemDetails(code, detail)
  const body = JSON.stringify(problem)
  const head = {
    ...headersFor(request.url ?? ''),
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
  }
  const fields = Object.entries(head).flatMap(([name, value]) => [name, String(value)])
  // What follows on the connection may be the rest of something that was not understood.
  response.writeHead(problem.status, [...fields, ...idField(requestId(request)), 'connection', 'close']).end(body)
}
