import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/service.ts'
import type { PageCache, Ticket } from '../api/page-cache.ts'
import type { Topics } from '../categories/service.ts'
import type { Answer, Route } from '../api/route.ts'
import { bytesOfAnswer, headOf } from './bytes-of-answer.ts'
import { originsOf } from './gate.ts'
import type { LiveLines } from './live-lines.ts'
import { originFields } from './origins.ts'
import type { Recorder } from './request-log.ts'
import { sendBytes } from './send-bytes.ts'

export type SendNeeds = {
  accounts: Pick<Accounts, 'get' | 'hook'>
  topics: Pick<Topics, 'openTreeOf'>
  pages: PageCache
  lines: LiveLines
  record: Recorder
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply; route: Route }

type Sending = {
  answer: Answer
  /** Taken before the read began. */
  ticket: Ticket
  /** Whose answer it is, where it says nothing of that itself. */
  org: string | null
  fields: readonly string[]
}

/** `/v1/things/{thing}` as the framework writes it: `/v1/things/:thing`. */
export const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Sends what a route answers, and keeps its bytes where they are the same for everybody. */
export async function sendAnswer(exchange: Exchange, sending: Sending, needs: SendNeeds): Promise<void> {
  const { request, reply, route } = exchange
  const { answer, ticket } = sending
  const org = answer.keepFor?.org ?? answer.org ?? sending.org
  request.org = org
  const origins = org === null ? [] : await originsOf(needs, org)
  const fields = [...sending.fields, ...originFields(request.raw, origins)]
  const url = request.raw.url ?? ''
  if (answer.body === undefined)
    return sendBodiless(exchange, { answer, head: [...headOf(answer, { url, origins }), ...fields] }, needs)
  const keepFor = await sharedIn(answer, needs)
  const bytes = bytesOfAnswer(answer, { url, isRead: route.method === 'GET', isShared: keepFor !== null, origins })
  if (keepFor !== null && request.method === 'GET')
    needs.pages.keep(ticket, { url, ...keepFor, bytes, route: routeOf(request), origins })
  reply.hijack()
  await sendBytes({ request: request.raw, response: reply.raw, fields }, answer.status ?? 200, bytes)
}

/** The pattern that was matched, as the framework writes it. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? ''

type Bodiless = { answer: Answer; head: string[] }

/** What is sent piece by piece, or frame by frame, or not at all. */
async function sendBodiless(exchange: Exchange, { answer, head }: Bodiless, needs: SendNeeds): Promise<void> {
  const { request, reply } = exchange
  if (answer.stream !== undefined) return sendStream(exchange, answer.stream, { answer, head })
  reply.hijack()
  if (answer.live === undefined) {
    reply.raw.writeHead(answer.status ?? 204, head).end()
    return
  }
  needs.lines.open(reply.raw, { head, live: answer.live })
  // Of an answer to HEAD, which ends, the framework tells.
  if (request.method !== 'HEAD') needs.record({ request, reply, status: 200 })
}

/** Who takes longer to read an archive does not want it. */
const LONGEST_STREAM_MS = 10 * 60_000

/** Piece by piece, as fast as the client reads; what nobody reads any more is not made. */
async function sendStream(
  { request, reply }: Exchange,
  stream: AsyncIterable<Uint8Array>,
  { answer: { type, status }, head }: Bodiless,
): Promise<void> {
  reply.hijack()
  reply.raw.writeHead(status ?? 200, [...head, 'content-type', type ?? 'application/octet-stream'])
  if (request.method === 'HEAD') return void reply.raw.end()
  await pipeline(stream, reply.raw, { signal: AbortSignal.timeout(LONGEST_STREAM_MS) }).catch(() => reply.raw.destroy())
}

type Shared = { discussion: string; org: string; tree: string | null }

/** What is the same for everybody; nothing is where the host decides who may see it, or a topic is not for all. */
async function sharedIn({ keepFor, status = 200 }: Answer, { accounts, topics }: SendNeeds): Promise<Shared | null> {
  // What is kept is sent as 200.
  if (keepFor === undefined || keepFor.isForSome === true || status !== 200) return null
  if ((await accounts.hook(keepFor.org, 'permissionHook')) !== null) return null
  const { discussion, org, topic = null } = keepFor
  if (topic === null) return { discussion, org, tree: null }
  const tree = await topics.openTreeOf(org, topic)
  return tree === null ? null : { discussion, org, tree }
}
