import type { Engine } from '@palaver/store'
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Role } from '../api/actor.ts'
import { collections } from '../collections.ts'
import { readSettings } from '../config/read-settings.ts'
import { type Context, createContext, type Overrides } from '../context.ts'
import { startFollowing } from '../following.ts'
import { createApp } from '../http/app.ts'
import { apiRoutes } from '../http/routes.ts'
import { GROUND_RULES } from '../testing/api/ground.ts'
import { newsFor } from '../social/news/listening.ts'
import type { InboxNeeds } from './inboxes.ts'
import { liveRoutes } from './routes.ts'
import { Live, type LiveNeeds } from './service.ts'
import { SseClient } from './sse-client.fixtures.ts'
import { streamTickets } from './tickets.ts'

export const ORG = 'main'

export const everything = collections.includes(streamTickets) ? collections : [...collections, streamTickets]

type OpenEngine = { open: (all: typeof collections) => Promise<Engine> }
type Options = Partial<LiveNeeds> & { overrides?: Overrides; inboxOf?: (context: Context) => InboxNeeds }

const nothing: InboxNeeds = {
  position: async () => 0,
  shownSince: async (_whose, since) => ({ changes: [], position: since, more: false, reset: false }),
  counts: async () => ({ unread: 0, unseen: 0 }),
  present: async () => {},
}

export type LiveService = Awaited<ReturnType<typeof liveService>>

/** The service with its streams, listening; on a database of its own unless another shares it. */
export async function liveService(engine: OpenEngine, { overrides = {}, inboxOf, ...needs }: Options = {}) {
  const { config, problems } = readSettings({ PALAVER_LOG_LEVEL: 'silent' })
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config, { engine: await engine.open(everything), ...overrides })
  await context.accounts.ensureFirst()
  const operator = { org: ORG, id: 'operator', name: 'Operator', role: 'admin', kind: 'person' } as const
  await context.moderation.putRules(operator, [...GROUND_RULES], null)
  startFollowing(context)
  const live = new Live({ ...wired(context), inbox: inboxOf?.(context) ?? nothing, tickMs: 20, ...needs })
  const others = apiRoutes(context).filter(({ tag }) => tag !== 'Live')
  const app = await createApp(context, [...others, ...liveRoutes(live)])
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await context.store.close()
  })
  const token = (user: string, role: Role = 'member', days = 1): Promise<string> =>
    context.accounts.issue(ORG, { id: user, username: user, role }, days)
  const call = callerOf(address, token)
  const settle = (): Promise<void> => context.store.events.settle()
  return { app, address, context, live, token, settle, ...call, listen: listener(address, token) }
}

const wired = ({ store, comments, topics, social, accounts, people, moderation, now, random }: Context) => ({
  log: store.events,
  comments,
  accounts,
  relations: people.relations,
  hostDecides: async (org: string) =>
    (await accounts.hook(org, 'permissionHook')) !== null || (await topics.hidesAny(org)) || social.hasPosts(org),
  news: newsFor(social),
  lookAgain: () => topics.lookAgain(),
  requireNotBanned: moderation.requireNotBanned.bind(moderation),
  tickets: store.collection(streamTickets),
  onError: () => {},
  now,
  random,
  newSecret: () => randomBytes(24).toString('base64url'),
  caps: { byUser: 20, byAddress: 100, loopback: false },
})

type Token = (user: string, role?: Role, days?: number) => Promise<string>
type Call = { as?: string; role?: Role; body?: unknown; headers?: Record<string, string> }

function callerOf(address: string, token: Token) {
  const call = async (method: string, path: string, { as, role, body, headers = {} }: Call = {}) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await token(as, role)}` }
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = { method, headers: { ...authorization, ...json, ...headers } }
    const answer = await fetch(address + path, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    const data: ReturnType<typeof JSON.parse> = isJson ? JSON.parse(text) : null
    return { status: answer.status, data, text, headers: answer.headers }
  }
  /** Posts under a page, and gives the comment. */
  const post = async (as: string, text: string, { page = 'a', parent = null as string | null } = {}) => {
    const path = `/v1/discussions/-/comments?type=page&id=${page}`
    const { data, status } = await call('POST', path, { as, body: { text, parent } })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return data as { discussion: string; comment: { slug: string; author: { id: string }; html: string } }
  }
  return { call, post }
}

type Listening = {
  as?: string
  since?: string | null
  token?: string
  query?: string
  headers?: Record<string, string>
}

const listener =
  (address: string, tokenOf: Token) =>
  async (path: string, { as, token, query = '', ...rest }: Listening = {}): Promise<SseClient> => {
    const given = token ?? (as === undefined ? null : await tokenOf(as))
    return new SseClient(`${address}${path}${query}`, { token: given, ...rest })
  }
