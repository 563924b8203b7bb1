import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { PushMessage } from '../payload.ts'
import { certificate } from './certificate.ts'
import { type Browser, decrypt, newBrowser } from './decrypt.ts'
import { type Claims, verifiedVapid } from './verify-vapid.ts'

export type Received = {
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  claims: Claims
  key: string
  /** What the browser shows; null of one that the service did not keep. */
  message: PushMessage
}
type Said = { status: number; headers?: Record<string, string> }

/** A browser that subscribed: what the page hands on, and what it has got. */
export type Device = {
  subscription: { endpoint: string; keys: Browser['keys'] }
  got: Received[]
  /** What the service answers for it from now on; 201 by default. `hang`: nothing. */
  answer: (said: number | Said | 'hang') => void
}

export type PushService = { ca: string; origin: string; subscribe: () => Device; asked: () => number }

/** A push service on loopback by HTTPS: it verifies who sends and what for, and decrypts as the browser would. */
export async function pushService(): Promise<PushService> {
  const made = certificate()
  const devices = new Map<string, { browser: Browser; got: Received[]; said: Said | 'hang' }>()
  const state = { asked: 0 }
  const server = createServer(made, (request, response) => {
    void buffer(request).then((body) => {
      state.asked++
      const path = request.url ?? ''
      const device = devices.get(path)
      if (device === undefined) return response.writeHead(404).end()
      const { browser, got, said } = device
      const { claims, key } = verifiedVapid(String(request.headers.authorization))
      if (claims.aud !== origin) return response.writeHead(403).end('another audience')
      if (said === 'hang') return undefined
      const message = JSON.parse(decrypt(body, browser).toString()) as PushMessage
      if (said.status === 201) got.push({ path, headers: request.headers, claims, key, message })
      return response.writeHead(said.status, said.headers).end()
    })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const subscribe = (): Device => {
    const path = `/send/${devices.size + 1}`
    const device = { browser: newBrowser(), got: [] as Received[], said: { status: 201 } as Said | 'hang' }
    devices.set(path, device)
    const answer: Device['answer'] = (said) => {
      device.said = typeof said === 'number' ? { status: said } : said
    }
    return { subscription: { endpoint: `${origin}${path}`, keys: device.browser.keys }, got: device.got, answer }
  }
  return { ca: made.cert, origin, subscribe, asked: () => state.asked }
}
