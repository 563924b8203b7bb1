import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { NOT_KEPT, PIXEL, PIXEL_TYPE } from '../ads/tracking/pixel.ts'
import type { Tracking, Visit } from '../ads/tracking/track.ts'
import type { Limits } from './limits/limits.ts'
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts'
import { givenId, idField } from './request-id.ts'
import type { Note } from './request-log.ts'
import { ANY_ORIGIN } from './security-headers.ts'

export type TrackNeeds = {
  tracking: Pick<Tracking, 'view' | 'seen'>
  limits: Pick<Limits, 'mayHaveKept' | 'addressOf'>
  note: Note
  log: Pick<Logger, 'warn'>
}

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Tell = (token: string, visit: Visit) => Promise<unknown>
type Beacon = { route: string; token: string; tell: Tell }

/** All that tokens are made of; whatever else is in an address, the framework looks at. */
const TOKEN = /^[\w.~-]{1,1000}$/
const PATH_LENGTH = '/t/i/'.length

const COMMON = { ...ANY_ORIGIN, ...NOT_KEPT, 'cross-origin-resource-policy': 'cross-origin' }
const HEARD = Object.entries(COMMON).flat()
const PICTURE = Object.entries({
  ...COMMON,
  'x-content-type-options': 'nosniff',
  'content-type': PIXEL_TYPE,
  'content-length': String(PIXEL.length),
}).flat()
const PROBLEM = JSON.stringify(problemDetails('store-unavailable', 'It could not be written down.'))
const NOT_HEARD = Object.entries({
  ...COMMON,
  'content-type': PROBLEM_TYPE,
  'content-length': String(Buffer.byteLength(PROBLEM)),
  'retry-after': '5',
}).flat()

/**
 * Answers what pages tell of ads before the framework sees it; a page tells a lot. True where it has taken the request:
 * what is unusual about one, the routes of ads/tracking have to judge.
 */
export function trackLane(needs: TrackNeeds): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const beacon = beaconIn(request, needs)
    // Who has told too much is told so by the framework.
    if (beacon === null || !needs.limits.mayHaveKept(request)) return false
    hear(beacon, { request, response }, needs)
    return true
  }
}

function beaconIn(request: IncomingMessage, { tracking }: TrackNeeds): Beacon | null {
  const { url = '', method, headers } = request
  if (!url.startsWith('/t/') || headers.host === undefined) return null
  if (method !== 'GET' && !(method === 'POST' && hasNoBody(request))) return null
  const [token = ''] = url.slice(PATH_LENGTH).split('?', 1)
  if (!TOKEN.test(token)) return null
  if (url.startsWith('/t/i/')) return { route: '/t/i/:ticket', token, tell: (...told) => tracking.view(...told) }
  if (url.startsWith('/t/v/')) return { route: '/t/v/:ticket', token, tell: (...told) => tracking.seen(...told) }
  return null
}

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

/** Answered once it is written down, so that whoever stops the service waits for it. */
function hear({ route, token, tell }: Beacon, { request, response }: Exchange, needs: TrackNeeds): void {
  const began = performance.now()
  const method = request.method ?? ''
  const answered = (status: number): void => {
    send({ request, response }, status)
    needs.note({ requestId: givenId(request), method, route, status, ms: performance.now() - began, org: null })
  }
  const said = (field: string): string | null => request.headers[field]?.toString() ?? null
  tell(token, { said, address: needs.limits.addressOf(request) }).then(
    () => answered(method === 'GET' ? 200 : 204),
    (error: unknown) => {
      needs.log.warn({ err: error, route }, 'what a page told of an ad could not be written down')
      answered(503)
    },
  )
}

function send({ request, response }: Exchange, status: number): void {
  const id = givenId(request)
  const own = id === null ? [] : idField(id)
  if (status === 204) response.writeHead(204, [...HEARD, ...own]).end()
  else if (status === 200) response.writeHead(200, [...PICTURE, ...own]).end(PIXEL)
  else response.writeHead(status, [...NOT_HEARD, ...own]).end(PROBLEM)
}
