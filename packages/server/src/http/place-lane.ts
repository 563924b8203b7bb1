import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Accounts } from '../accounts/service.ts'
import { placesSaid, PLACES_PATH } from '../ads/routes/placements.ts'
import type { Ads, AskedPlaces } from '../ads/service.ts'
import { NOT_KEPT } from '../ads/tracking/pixel.ts'
import { Bytes } from '../api/bytes.ts'
import { headOfBody } from './bytes-of-answer.ts'
import { isGone, requireClient } from './client-gone.ts'
import { MOST_FIELDS } from './front.ts'
import { originsOf } from './gate.ts'
import { partyAt } from './limits/address.ts'
import type { Limits } from './limits/limits.ts'
import { type Counted, limitFields } from './limits/rate-limited.ts'
import { isAllowed, originFields, type Origins } from './origins.ts'
import { idField, requestId } from './request-id.ts'
import { GONE, type Note } from './request-log.ts'
import { sendBytes } from './send-bytes.ts'
import type { Turns } from './turns.ts'
import { whenWhole } from './whole-body.ts'

export type PlaceNeeds = {
  ads: Pick<Ads, 'place'>
  accounts: Pick<Accounts, 'get'>
  limits: Pick<Limits, 'addressOf' | 'hasRoomAt' | 'byAddress' | 'takeBack'>
  turns: Pick<Turns, 'enterAtOnce' | 'leave'>
  note: Note
}

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Begun = { counted: readonly Counted[]; party: string }

/** What pages ask for is shorter by far. */
const LONGEST_BODY = 8192
const JSON_TYPES: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8'])
/** Texts in which something may be hidden that the framework looks for. */
const UNUSUAL = /\\|__proto__/

/**
 * Answers pages that ask for ads before the framework sees them: each page view brings one. True where it has taken the
 * request. Only what is answered with ads is answered here; a request that is unusual, refused, or has to wait for its
 * turn goes to the framework as it came, `slow`, which judges it from the beginning.
 */
export function placeLane(
  needs: PlaceNeeds,
  slow: RequestListener,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const length = lengthOf(request)
    // Who has asked for too much is told so before all of it is there.
    if (length === null || !needs.limits.hasRoomAt(request, needs.limits.addressOf(request), 'read')) return false
    const began = performance.now()
    whenWhole(request, length, ({ bytes, putBack }) => {
      const handOver = (): void => {
        putBack()
        slow(request, response)
      }
      const asked = askedIn(request, bytes)
      const begun = asked === null ? null : begin(request, needs)
      if (asked === null || begun === null) return handOver()
      answer({ request, response }, { asked, begun, began }, needs).catch(handOver)
    })
    return true
  }
}

/** Of a body that may be answered here; null for all other requests. */
function lengthOf({ method, url, headers, rawHeaders }: IncomingMessage): number | null {
  if (url !== PLACES_PATH || method !== 'POST' || headers.host === undefined) return null
  if (headers.authorization !== undefined || !JSON_TYPES.has(headers['content-type'])) return null
  if (headers['content-encoding'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  const length = Number(headers['content-length'])
  return length > 0 && length <= LONGEST_BODY && rawHeaders.length <= 2 * MOST_FIELDS ? length : null
}

function askedIn(request: IncomingMessage, bytes: Buffer): AskedPlaces | null {
  if (!isUtf8(bytes)) return null
  const text = bytes.toString()
  if (UNUSUAL.test(text)) return null
  try {
    return placesSaid(JSON.parse(text), (field) => request.headers[field]?.toString() ?? null)
  } catch {
    return null
  }
}

/** Null where there were too many, or others have to come first. */
function begin(request: IncomingMessage, { limits, turns }: PlaceNeeds): Begun | null {
  const address = limits.addressOf(request)
  const party = `from ${partyAt(address)}`
  if (!limits.hasRoomAt(request, address, 'read') || !turns.enterAtOnce(party)) return null
  return { party, counted: limits.byAddress(request, address, 'read') }
}

type Answering = { asked: AskedPlaces; begun: Begun; began: number }

/** Fails where it is for the framework to say why not; then nothing of it was counted. */
async function answer(exchange: Exchange, { asked, begun, began }: Answering, needs: PlaceNeeds): Promise<void> {
  const { request, response } = exchange
  const { org } = asked
  let status = GONE
  const id = requestId(request)
  try {
    const origins = await originsOf(needs, org)
    if (!isAllowed(request, origins)) throw new Error('For the framework to refuse.')
    requireClient(response)
    const body = await needs.ads.place(asked)
    const fields = [...limitFields(begun.counted), ...idField(id), ...originFields(request, origins)]
    if (!isGone(response)) status = await sent({ ...exchange, fields }, body, origins)
  } catch (error) {
    // Of who has gone nothing is left to be judged.
    if (!isGone(response)) {
      needs.limits.takeBack(begun.counted)
      throw error
    }
  } finally {
    needs.turns.leave(begun.party)
  }
  // Nobody asks for what comes behind it: so the connection is free for the next request.
  request.read()
  needs.note({ requestId: id, method: 'POST', route: PLACES_PATH, status, ms: performance.now() - began, org })
}

/** Which sites may read it makes no difference to these, only that there are some. */
const headFor = (origins: Origins): string[] => headOfBody({ headers: NOT_KEPT }, { url: PLACES_PATH, origins })
const HEADS = { open: headFor([]), restricted: headFor(['https://a.example']) }

function sent(
  exchange: Exchange & { fields: readonly string[] },
  body: string,
  origins: Origins,
): number | Promise<number> {
  const head = origins.length === 0 ? HEADS.open : HEADS.restricted
  return sendBytes(exchange, 200, new Bytes({ body, tag: null, head }))
}
