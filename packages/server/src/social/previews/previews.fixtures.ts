import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStore } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { outboundRead } from '../../hooks/outbound.ts'
import { previewCollections, previews as kept } from './collections.ts'
import type { Needs } from './needs.ts'
import { Previews, type PreviewsOptions } from './service.ts'

const START = Date.UTC(2026, 0, 1)
export const SECOND = 1000
export const DAY = 24 * 3600 * SECOND
export const ORG = 'magazine'
/** The start of a picture is enough: who keeps it is not part of this. */
export const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

type Site = { port: number; origin: string; asked: string[]; most: number }

/** A web server on loopback; `asked` are the paths, `most` how many were asked for at the same time. */
export async function site(answer: RequestListener): Promise<Site> {
  const state = { asked: [] as string[], most: 0 }
  let open = 0
  const server = createServer((request, response) => {
    state.asked.push(request.url ?? '')
    open += 1
    state.most = Math.max(state.most, open)
    response.on('close', () => (open -= 1))
    answer(request, response)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { port, origin: `http://127.0.0.1:${port}` })
}

/** An internet in which these names lead to a site on loopback; all others go the way they go outside of tests. */
export const internet =
  (names: Readonly<Record<string, Site>>): NonNullable<Needs['ask']> =>
  (url, request, read) => {
    const to = new URL(url)
    const there = names[to.hostname]
    if (there === undefined) return outboundRead(url, request, read)
    to.protocol = 'http:'
    to.port = String(there.port)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    return outboundRead(to.href, { ...request, allowPrivate: true, resolve }, read)
  }

export const page = (head: string): string => `<!doctype html><html lang="en"><head>${head}</head><body>…</body></html>`

export const html =
  (head: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(head))

/** Previews on a database of its own, by a clock that stands still. `again` is another process on the same. */
export async function scene(engine: TestEngine, options: Partial<PreviewsOptions> = {}) {
  const clock = { now: START }
  const now = (): number => clock.now
  const pictures: { bytes: Buffer; holder: string }[] = []
  const store = createStore(await engine.open(previewCollections), { now, random: () => 0 })
  const failures: unknown[] = []
  const again = (more: Partial<PreviewsOptions> = {}): Previews =>
    new Previews({
      store,
      now,
      random: () => 0,
      newId: randomUUID,
      allowPrivate: true,
      keepPicture: async (bytes, { id: holder }) => {
        pictures.push({ bytes, holder })
        return { id: `picture${pictures.length}`, width: 1, height: 1 }
      },
      onError: (error) => failures.push(error),
      ...options,
      ...more,
    })
  const previews = again()
  onTestFinished(async () => {
    await previews.close()
    await store.close()
  })
  const all = async () => (await store.collection(kept).find({ limit: 100 })).docs
  return { previews, again, clock, pictures, failures, all, kept: store.collection(kept) }
}
