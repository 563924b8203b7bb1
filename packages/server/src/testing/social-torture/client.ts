import { setTimeout as wait } from 'node:timers/promises'

/** A post that somebody asks for, always under the same key, and may delete again. */
export type Posted = { key: string; token: string; id: string | null; wantsGone: boolean; isGone: boolean }
export type Journal = Posted[]

const PAUSE_MS = 200

type Talk = {
  token: string
  journal: Journal
  address: () => string | null
  random: () => number
  stop: { readonly aborted: boolean }
}

/** Posts, and deletes about every fourth, again and again until it is answered. */
export async function talk({ token, journal, address, random, stop }: Talk): Promise<void> {
  for (let turn = 0; !stop.aborted; turn++) {
    const posted: Posted = { key: `${token.slice(-8)}-${turn}`, token, id: null, wantsGone: false, isGone: false }
    journal.push(posted)
    while (posted.id === null && !stop.aborted) if (!(await post(address, posted))) await wait(10)
    await wait(PAUSE_MS * random())
    if (posted.id === null || random() > 0.25) continue
    posted.wantsGone = true
    while (!posted.isGone && !stop.aborted) if (!(await remove(address, posted))) await wait(10)
  }
}

/** What was open when they were stopped is asked once more of a service that nobody kills. */
export async function finish(address: () => string | null, journal: Journal): Promise<void> {
  for (const posted of journal) {
    while (posted.id === null) if (!(await post(address, posted))) await wait(10)
    while (posted.wantsGone && !posted.isGone) if (!(await remove(address, posted))) await wait(10)
  }
}

async function post(address: () => string | null, posted: Posted): Promise<boolean> {
  const body = JSON.stringify({ text: posted.key, audience: { to: 'public' } })
  const answer = await send(address, posted, { method: 'POST', path: '', body })
  if (answer?.status === 201) posted.id = (JSON.parse(answer.text) as { id: string }).id
  if (answer !== null && answer.status >= 400 && answer.status < 500) throw new Error(answer.text)
  return posted.id !== null
}

/** What is not there any more is gone. */
async function remove(address: () => string | null, posted: Posted): Promise<boolean> {
  const answer = await send(address, posted, { method: 'DELETE', path: `/${posted.id}` })
  posted.isGone = answer !== null && (answer.status < 300 || answer.status === 404)
  return posted.isGone
}

type Call = { method: string; path: string; body?: string }

async function send(address: () => string | null, { key, token }: Posted, { method, path, body }: Call) {
  const base = address()
  if (base === null) return null
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
  }
  try {
    const init = { method, headers, body: body ?? null, signal: AbortSignal.timeout(20_000) }
    const response = await fetch(`${base}/v1/posts${path}`, init)
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}
