import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import { presentWithText } from '../comments/present.ts'
import { ADMIN, type Ground, groundOn, ORG, person } from '../comments/testing/ground.ts'
import { webhookCollections } from './collections.ts'
import { Webhooks, type WebhooksOptions } from './service.ts'

export const START = Date.UTC(2026, 0, 1)
export const SECOND = 1000
export const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status: number; headers?: Record<string, string> } | 'never'

/** Another service on loopback; `answer` may be changed at any time. */
export async function receiver(answer: Answer = { status: 204 }) {
  const state = { answer, received: [] as Received[], connections: 0 }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      state.received.push({ path: request.url ?? '', headers: request.headers, body })
      const said = state.answer
      if (said !== 'never') response.writeHead(said.status, said.headers).end()
    })
  }).on('connection', () => (state.connections += 1))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { port, url: `http://127.0.0.1:${port}/in` })
}

export type Scene = {
  ground: Ground
  webhooks: Webhooks
  clock: { now: number }
  post: (text: string) => Promise<string>
  /** Hands all that was told since to the queue's handler. */
  queued: () => Promise<void>
  /** The same, and all that is due is sent. */
  sent: () => Promise<void>
}

export const PAGE = { org: ORG, resource: { type: 'page', id: 'a' } }

/** Comments and webhooks on one database, by a clock that stands still. */
export async function scene(engine: TestEngine, options: Partial<WebhooksOptions> = {}): Promise<Scene> {
  const clock = { now: START }
  const now = (): number => clock.now
  const ground = await groundOn((specs) => engine.open([...new Set([...specs, ...webhookCollections])]), {
    world: { now },
  })
  onTestFinished(ground.close)
  const { store, comments } = ground
  const webhooks = new Webhooks({
    store,
    comments,
    view: presentWithText,
    allowPrivate: true,
    now,
    random: () => 0,
    newId: randomUUID,
    restoredAt: async () => null,
    ...options,
  })
  let position = 0
  const queued = async (): Promise<void> => {
    await ground.drained()
    const partition = store.events.partitionOf(ORG)
    const events = await store.events.read({ partition, after: position, limit: 500 })
    position = events.at(-1)?.seq ?? position
    await webhooks.queue.handler.prepare?.(events)
    for (const event of events) {
      if (webhooks.queue.handler.laneOf(event) === null) continue
      await webhooks.queue.handler.handle({ event, position, attempt: 1, signal: new AbortController().signal })
    }
  }
  return {
    ground,
    webhooks,
    clock,
    post: async (words) => (await comments.post({ actor: person('ada'), ref: PAGE }, { text: words })).comment.slug,
    queued,
    sent: async () => {
      await queued()
      await webhooks.sender.drain()
    },
  }
}

export { ADMIN, person }
