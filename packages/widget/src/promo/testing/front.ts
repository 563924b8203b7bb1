import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { picture } from '../../testing/picture.ts'
import { type Site, startSite } from '../../testing/site.ts'
import type { Stage } from '../../testing/stage.ts'
import type { Ad, Placement, Size } from '../model.ts'

export type Asked = {
  org: string
  places: { zone: string; count: number }[]
  page: { url: string; topic?: string; resource?: { type: string; id: string }; keywords: string[] }
  locale: string
  person: { id?: string; consent: boolean }
  beside: string[]
}

/** What a zone has: as many ads as are asked for, made alike. */
export type ZoneOf = { placement?: Placement; size?: Size; ad?: Partial<Ad>; most?: number }

export type Trouble = 'refused' | 'status 500' | 'hangs' | 'garbage' | 'half' | null

/** The service, with its ads in the hands of a test: what is asked and told is written down, all else goes through. */
export type Front = {
  url: string
  site: Site
  asked: Asked[]
  authorized: (string | undefined)[]
  /** Paths that were told of, without what comes before `/t/`. */
  told: string[]
  /** Paths of all else. */
  passed: string[]
  zones: Record<string, ZoneOf>
  trouble: Trouble
}

export const WORDS = {
  advertiser: 'Night Trains Ltd',
  title: 'Sleep through Europe',
  text: 'Berths from 49.',
  action: 'Book',
}

/** Ads in front of a stage, for one test. */
export async function front(stage: Stage, zones: Front['zones']): Promise<Front> {
  const server = createServer((from, to) => void handle(from, to).catch(() => to.destroy()))
  const made: Omit<Front, 'url' | 'site'> = { asked: [], authorized: [], told: [], passed: [], zones, trouble: null }
  const handle = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const path = from.url ?? ''
    if (path === '/picture.png') return void to.writeHead(200, { 'content-type': 'image/png' }).end(picture(300, 250))
    if (path.startsWith('/t/')) {
      made.told.push(path.slice('/t/'.length))
      return void to.writeHead(path.startsWith('/t/c/') ? 200 : 204, OPEN).end()
    }
    if (!path.startsWith('/v1/placements')) return pass(from, to)
    if (from.method === 'OPTIONS') return void to.writeHead(204, OPEN).end()
    made.authorized.push(from.headers.authorization)
    const asked = JSON.parse(await text(from)) as Asked
    made.asked.push(asked)
    answer(to, asked, made as Front)
  }
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    made.passed.push(from.url ?? '')
    const on = request(stage.url + from.url, { method: from.method, headers: from.headers }, (got) => {
      to.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(to)
    })
    on.on('error', () => to.destroy())
    from.pipe(on)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site = await startSite(`${url}/embed.js`)
  onTestFinished(async () => {
    await site.close()
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(made, { url, site })
}

const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'content-type': 'application/json',
}

function answer(to: ServerResponse, asked: Asked, { zones, trouble }: Front): void {
  const unknown = asked.places.some(({ zone }) => zones[zone] === undefined)
  const all = JSON.stringify({ places: asked.places.map((place) => placed(place, zones[place.zone] ?? {})) })
  if (trouble === 'refused') to.destroy()
  else if (trouble === 'hangs') to.writeHead(200, OPEN).flushHeaders()
  else if (trouble === 'status 500') to.writeHead(500, OPEN).end('{}')
  else if (trouble === 'garbage') to.writeHead(200, OPEN).end('<html>Oh no')
  else if (trouble === 'half')
    to.writeHead(200, OPEN).end(
      '{"places":[{"zone":"between","placement":{"kind":"thread"},"ads":[null,{"token":1}]}]}',
    )
  else if (unknown) to.writeHead(404, OPEN).end('{"code":"zone-not-found"}')
  else to.writeHead(200, OPEN).end(all)
}

let made = 0

function placed({ zone, count }: Asked['places'][number], of: ZoneOf): object {
  const { placement = { kind: 'anywhere' }, most = count } = of
  const size = of.size ?? null
  const ads = Array.from({ length: Math.min(count, most) }, () => adNumber(++made, of))
  return { zone, placement, size, ads }
}

function adNumber(number: number, { ad, size }: ZoneOf): Ad {
  const token = `${number}`
  const own = { size: size ?? null, isHouse: false }
  const plain = { format: 'card', label: 'Ad', picture: null, html: null, ...own, ...WORDS } as const
  return { ...plain, token, click: `/t/c/${token}`, impression: `/t/i/${token}`, viewable: `/t/v/${token}`, ...ad }
}
