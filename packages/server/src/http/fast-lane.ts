import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Kept, PageCache } from '../api/page-cache.ts'
import type { Metrics } from '../metrics.ts'
import { sendBytes } from './send-bytes.ts'

type Needs = { pages: PageCache; metrics: Pick<Metrics, 'httpDuration'> }
type Count = (route: string, status: number, began: number) => void

/** Node's own limit is 16 kB; the address of a hundred comments that lie deep takes up to 112 kB. */
const LONGEST_HEAD = 128 * 1024

/** More than a client can have caused in the seconds for which it sends them along. */
const MOST_SEEN = 20

/**
 * A server that answers a GET of a page that is kept as bytes before the framework sees it: no routing, no request
 * object, no hooks. Everything else is for the framework.
 */
export function createLaneServer({ pages, metrics }: Needs, handle: RequestListener): Server {
  const count = counter(metrics)
  const server = createServer({ maxHeaderSize: LONGEST_HEAD }, (request, response) => {
    const kept = server.listening ? keptFor(request, pages) : undefined
    if (kept === undefined) handle(request, response)
    else answer(kept, { request, response }, count)
  })
  return server
}

function keptFor({ method, url, headers }: IncomingMessage, pages: PageCache): Kept | undefined {
  if (method !== 'GET' || url === undefined) return undefined
  const kept = pages.get(url)
  if (kept === undefined) return undefined
  const seen = headers['palaver-seen']
  return seen === undefined || hasSeenAll(pages, String(seen)) ? kept : undefined
}

/** What the client wrote through another node may not be in this one's pages yet. */
function hasSeenAll(pages: PageCache, seen: string): boolean {
  const events = seen.split(',', MOST_SEEN + 1)
  return events.length <= MOST_SEEN && events.every((event) => pages.hasSeen(event.trim()))
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

function answer({ bytes, route }: Kept, exchange: Exchange, count: Count): void {
  const began = performance.now()
  const status = sendBytes(exchange, 200, bytes)
  if (typeof status === 'number') count(route, status, began)
  // Compressing what is in memory cannot fail for a reason that another try would mend.
  else
    void status.then(
      (sent) => count(route, sent, began),
      () => exchange.response.destroy(),
    )
}

/** Looks a label up once, not with every answer. */
function counter({ httpDuration }: Needs['metrics']): Count {
  const labelled = new Map<string, ReturnType<typeof httpDuration.labels>>()
  return (route, status, began) => {
    const name = `${status} ${route}`
    const known = labelled.get(name) ?? httpDuration.labels({ method: 'GET', route, status })
    labelled.set(name, known)
    known.observe((performance.now() - began) / 1000)
  }
}
