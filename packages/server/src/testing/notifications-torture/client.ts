import { setTimeout as wait } from 'node:timers/promises'

/** A comment that somebody asks for; it may be sent several times, always under the same key. */
export type Said = {
  key: string
  user: number
  parent: string | null
  mention: number | null
  slug: string | null
  isDeleted: boolean
}

export type Journal = Said[]

/** A window holds so many items and no more: nobody talks as fast as that. */
const PAUSE_MS = 150

export const nameOf = (user: number): string => `user${user}`
export const addressOf = (user: number): string => `${nameOf(user)}@example.org`

export type Talk = {
  user: number
  journal: Journal
  address: () => string | null
  tokens: readonly string[]
  random: () => number
  stop: { readonly aborted: boolean }
}

/** Talks like a person would, one request after the other, and repeats what was not answered. */
export async function talk(who: Talk): Promise<void> {
  for (let turn = 0; !who.stop.aborted; turn++) {
    const said = next(who, turn)
    who.journal.push(said)
    while (said.slug === null && !who.stop.aborted) if (!(await post(who, said))) await wait(10)
    if (said.slug !== null && who.random() < 0.1) await remove(who, said)
    await wait(PAUSE_MS * who.random())
  }
}

/** What was still open when they were stopped is asked once more of a service that nobody kills. */
export async function finish(who: Omit<Talk, 'user' | 'random' | 'stop'>): Promise<void> {
  for (const said of who.journal) while (said.slug === null) if (!(await post(who, said))) await wait(10)
}

function next({ user, journal, tokens, random }: Talk, turn: number): Said {
  const known = journal.filter(({ slug, isDeleted }) => slug !== null && !isDeleted)
  const parent = random() < 0.5 ? (known[Math.floor(random() * known.length)]?.slug ?? null) : null
  const mention = random() < 0.3 ? Math.floor(random() * tokens.length) : null
  return { key: `${user}-${turn}`, user, parent, mention, slug: null, isDeleted: false }
}

type Sender = Pick<Talk, 'address' | 'tokens'>

/** False when nobody knows whether it was done. A parent that is gone meanwhile is left out. */
async function post(who: Sender, said: Said): Promise<boolean> {
  const text = `said ${said.key}.${said.mention === null ? '' : ` @${nameOf(said.mention)}`}`
  const answer = await send(who, said, { method: 'POST', path: '', body: { text, parent: said.parent } })
  if (answer === null) return false
  if (answer.status >= 400 && said.parent !== null) said.parent = null
  if (answer.status < 400) said.slug = (JSON.parse(answer.text) as { comment: { slug: string } }).comment.slug
  return said.slug !== null
}

async function remove(who: Talk, said: Said): Promise<void> {
  const path = `/${(said.slug ?? '').replaceAll('/', '.')}`
  said.isDeleted = true
  while (!who.stop.aborted) {
    const answer = await send(who, said, { method: 'DELETE', path })
    if (answer !== null && answer.status < 500) return
    await wait(10)
  }
}

type Call = { method: string; path: string; body?: object }

async function send(
  { address, tokens }: Sender,
  { key, user, parent }: Said,
  { method, path, body }: Call,
): Promise<{ status: number; text: string } | null> {
  const base = address()
  if (base === null) return null
  const headers = {
    authorization: `Bearer ${tokens[user] ?? ''}`,
    'idempotency-key': `${key}${method}${parent ?? ''}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  try {
    const url = `${base}/v1/discussions/-/comments${path}?org=main&type=torture&id=told`
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}
