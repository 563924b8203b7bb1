import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { loginPage, notFoundPage, shipmentPage, shipmentsPage } from './pages.mjs'
import { answersTo, isFromPalaver, tokenFor } from './palaver.mjs'
import { Sessions } from './sessions.mjs'
import { shipmentsOf } from './shipments.mjs'
import { checkPassword } from './users.mjs'

const PUBLIC = { '/style.css': 'text/css; charset=utf-8', '/comments.js': 'text/javascript; charset=utf-8' }
const MOST_BYTES = 100_000

/** The app: who is signed in, what they see, and what Palaver is told of both. */
export function createDashboard(settings) {
  const around = { sessions: new Sessions(), settings }
  return createServer((request, response) => void send(request, response, around))
}

async function send(request, response, around) {
  try {
    const { status = 200, headers, body } = await answerTo(request, around)
    response.writeHead(status, { ...headersFor(around.settings), ...headers }).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end('Something went wrong.')
  }
}

async function answerTo(request, { sessions, settings }) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const user = sessions.userOf(request.headers.cookie)
  switch (`${request.method} ${pathname}`) {
    case 'POST /palaver/may':
      return may(request, settings)
    case 'POST /login':
      return login(request, sessions)
    case 'POST /logout':
      sessions.end(request.headers.cookie)
      return { ...to('/login'), headers: { location: '/login', 'set-cookie': Sessions.noCookie } }
    case 'GET /login':
      return html(loginPage())
    case 'GET /palaver-token':
      return user === null ? { status: 401 } : plain(tokenFor(user, settings))
  }
  if (request.method !== 'GET') return { status: 405 }
  if (pathname in PUBLIC) return file(pathname)
  if (user === null) return to('/login')
  if (pathname === '/') return html(shipmentsPage({ user, shipments: shipmentsOf(user), settings }))
  const shipment = shipmentsOf(user).find(({ id }) => pathname === `/shipments/${id}`)
  return shipment === undefined
    ? html(notFoundPage({ user, settings }), 404)
    : html(shipmentPage({ user, shipment, settings }))
}

/** Palaver asks who may see and comment on what. Nobody else is answered. */
async function may(request, { hookSecret }) {
  const body = await bodyOf(request)
  if (!isFromPalaver({ headers: request.headers, body, secret: hookSecret })) return { status: 401 }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answersTo(JSON.parse(body))) }
}

async function login(request, sessions) {
  const form = new URLSearchParams(await bodyOf(request))
  const user = checkPassword(form.get('name') ?? '', form.get('password') ?? '')
  if (user === null) return html(loginPage('That name and password do not go together.'), 401)
  return { ...to('/'), headers: { location: '/', 'set-cookie': sessions.begin(user) } }
}

async function bodyOf(request) {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw new Error('The body is too long.')
  return text(request)
}

const file = async (path) => ({
  headers: { 'content-type': PUBLIC[path] },
  body: await readFile(new URL(`public${path}`, import.meta.url)),
})
const html = (body, status = 200) => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body })
const plain = (body) => ({ headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body })
const to = (location) => ({ status: 303, headers: { location } })

const headersFor = ({ palaver }) => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'self' ${palaver}`,
    `connect-src 'self' ${palaver}`,
    'img-src https: data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})
