import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Accounts } from '../accounts/service.ts'
import type { Kept, PageCache } from '../api/page-cache.ts'
import { refuseTunnel } from './client-error.ts'
import { front, refuseExpectation } from './front.ts'
import type { Limits } from './limits/limits.ts'
import { originFields } from './origins.ts'
import { placeLane, type PlaceNeeds } from './place-lane.ts'
import { givenId, idField } from './request-id.ts'
import type { Note } from './request-log.ts'
import { sendBytes } from './send-bytes.ts'
import type { Timeouts } from './timeouts.ts'
import { together } from './together.ts'
import { tokenIn } from './token-in.ts'
import { trackLane, type TrackNeeds } from './track-lane.ts'

type Needs = TrackNeeds &
  PlaceNeeds & {
    pages: PageCache
    accounts: Pick<Accounts, 'known' | 'get'>
    limits: Limits
  }
type Lane = Needs & { timeouts: Timeouts; connections: number }
type Sent = { kept: Kept; request: IncomingMessage; status: number; began: number }
type Count = (sent: Sent) => void

/** Node's own limit is 16 kB; the address of a hundred comments that lie deep takes up to 112 kB. */
const LONGEST_HEAD = 128 * 1024

/** More than a client can have caused in the seconds for which it sends them along. */
const MOST_SEEN = 20

/**
 * A server that answers a GET of a page that is kept as bytes, pages that ask for ads, and what they tell of them, before
 * the framework sees it: no routing, no request object, no hooks. Everything else is for the framework.
 */
export function createLaneServer({ timeouts, connections, ...needs }: Lane, handle: RequestListener): Server {
  const count = counter(needs.note)
  const slow = front(handle)
  const track = trackLane(needs)
  const place = placeLane(needs, slow)
  const options = {
    maxHeaderSize: LONGEST_HEAD,
    requireHostHeader: false,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
  }
  const others = together((request, response) => {
    const isTaken = server.listening && (track(request, response) || place(request, response))
    if (!isTaken) slow(request, response)
  })
  const server = createServer(options, (request, response) => {
    const kept = server.listening ? keptFor(request, needs) : undefined
    if (kept !== undefined) answer(kept, { request, response }, count)
    else others(request, response)
  })
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', refuseTunnel)
  server.timeout = timeouts.stalled
  server.maxConnections = connections
  return server
}

function keptFor(request: IncomingMessage, { pages, accounts, limits }: Needs): Kept | undefined {
  const { method, url, headers } = request
  if (method !== 'GET' || url === undefined || headers.host === undefined) return undefined
  const kept = pages.get(url)
  if (kept === undefined) return undefined
  if (headers.authorization !== undefined && !isOfOrg(kept, headers.authorization, accounts)) return undefined
  const seen = headers['palaver-seen']
  if (seen !== undefined && !hasSeenAll(pages, String(seen))) return undefined
  // Who has had too many is told so by the framework.
  return limits.mayHaveKept(request) ? kept : undefined
}

/** A token that was verified a moment ago, for the org whose page this is; of any other the framework has to judge. */
function isOfOrg({ org }: Kept, field: string, accounts: Needs['accounts']): boolean {
  const token = tokenIn(field)
  return token !== null && accounts.known(token)?.org === org
}

/** What the client wrote through another node may not be in this one's pages yet. */
function hasSeenAll(pages: PageCache, seen: string): boolean {
  const events = seen.split(',', MOST_SEEN + 1)
  return events.length <= MOST_SEEN && events.every((event) => pages.hasSeen(event.trim()))
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

function answer(kept: Kept, { request, response }: Exchange, count: Count): void {
  const began = performance.now()
  const status = sendBytes({ request, response, fields: fieldsFor(request, kept) }, 200, kept.bytes)
  if (typeof status === 'number') count({ kept, request, status, began })
  // Compressing what is in memory cannot fail for a reason that another try would mend.
  else
    void status.then(
      (sent) => count({ kept, request, status: sent, began }),
      () => response.destroy(),
    )
}

const NOTHING: readonly string[] = []

/** An id only where the client gave one: most need none, and each field costs. */
function fieldsFor(request: IncomingMessage, { origins }: Kept): readonly string[] {
  const id = givenId(request)
  if (id === null && origins.length === 0) return NOTHING
  return [...(id === null ? [] : idField(id)), ...originFields(request, origins)]
}

const counter =
  (note: Note): Count =>
  ({ kept: { route, org }, request, status, began }) =>
    note({ requestId: givenId(request), method: 'GET', route, status, ms: performance.now() - began, org })
