import { onTestFinished } from 'vitest'
import { ORG, type Service, service } from '../../../server/src/comments/routes/service.fixtures.ts'
import { connect, type ConnectOptions, type Palaver } from '../connect.ts'
import { type Proxy, startProxy } from './proxy.ts'

export type Ground = Service & {
  url: string
  proxy: Proxy
  /** How long the client meant to wait before each further try: it does not in tests. */
  waits: number[]
  /** Connected through the proxy, as a person where one is named. */
  as: (user: string | null, options?: Partial<ConnectOptions>) => Promise<Palaver>
}

/** The real service on a port of its own, and a proxy before it. */
export async function ground(): Promise<Ground> {
  const real = await service()
  const url = await real.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    // Nobody will ask anything more: there is nothing to wait for.
    real.app.server.closeAllConnections()
    await real.app.close()
  })
  const proxy = await startProxy(url)
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const as: Ground['as'] = async (user, options = {}) => {
    const token = user === null ? null : await real.token(user)
    return connect({ url: proxy.url, org: ORG, token, sleep, random: () => 0, ...options })
  }
  return { ...real, url, proxy, waits, as }
}

export const PAGE = { type: 'page', id: 'https://example.org/a?b#c' }

/** Everything that comes, in order. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
