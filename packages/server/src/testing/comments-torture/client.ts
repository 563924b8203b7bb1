import type { LayoutName } from '../../comments/model.ts'
import type { Journal, Kind, Request } from './journal.ts'

export const RESOURCES: readonly LayoutName[] = ['per-comment', 'embedded', 'hybrid']

/** Statuses that say no for good; all others may be tried again. */
const FOR_GOOD = [403, 404, 409, 422]

type Service = { address: () => string | null; tokens: readonly string[] }
type Stop = { readonly aborted: boolean }

export type ClientOptions = { number: number; journal: Journal; service: Service; random: () => number; stop: Stop }

/** Talks like a person would, one request after the other, and repeats what was not answered under the same key. */
export async function chat({ number, journal, service, random, stop }: ClientOptions): Promise<void> {
  for (let turn = 0; !stop.aborted; turn++) {
    const request = choose({ journal, random, user: number, key: `${number}-${turn}` })
    journal.requests.push(request)
    while (request.answered === null && !request.refused && !stop.aborted) {
      const address = service.address()
      if (address === null || !(await send(address, service.tokens[number] ?? '', request))) await pause(10)
    }
  }
}

/** Whatever was still open when the clients were stopped is asked once more of a service that nobody kills. */
export async function finish({ journal, service }: Pick<ClientOptions, 'journal' | 'service'>): Promise<void> {
  for (const request of journal.requests) {
    while (request.answered === null && !request.refused) {
      const address = service.address()
      if (address === null) throw new Error('The service does not run.')
      await send(address, service.tokens[request.user] ?? '', request)
    }
  }
}

type Choice = { journal: Journal; random: () => number; user: number; key: string }

function choose({ journal, random, user, key }: Choice): Request {
  const resource = RESOURCES[Math.floor(random() * RESOURCES.length)] ?? 'per-comment'
  const posted = journal.posted(resource)
  const mine = posted.filter((one) => one.user === user)
  const pick = (from: readonly Request[]): string | null => from[Math.floor(random() * from.length)]?.answered ?? null
  const luck = random()
  const kind: Kind = luck < 0.7 ? 'post' : luck < 0.8 ? 'edit' : luck < 0.83 ? 'delete' : 'vote'
  const slug = kind === 'post' ? (random() < 0.4 ? null : pick(posted)) : pick(kind === 'vote' ? posted : mine)
  const common = { key, resource, user, answered: null, refused: false, tries: 0 }
  if (kind !== 'post' && slug === null) return { ...common, kind: 'post', slug: null, value: 0 }
  return { ...common, kind, slug, value: random() < 0.7 ? 1 : -1 }
}

/** False when nobody knows whether it was done. */
async function send(address: string, token: string, request: Request): Promise<boolean> {
  request.tries += 1
  const { path, method, body } = callOf(request)
  try {
    const response = await fetch(
      `${address}/v1/discussions/-/comments${path}?org=main&type=torture&id=${request.resource}`,
      {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': request.key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      },
    )
    const text = await response.text()
    if (FOR_GOOD.includes(response.status)) request.refused = true
    if (!response.ok) return request.refused
    request.answered = request.kind === 'post' ? slugIn(text) : (request.slug ?? '')
    return true
  } catch {
    return false
  }
}

const slugIn = (text: string): string => (JSON.parse(text) as { comment: { slug: string } }).comment.slug

function callOf({ kind, slug, key, value }: Request): { path: string; method: string; body?: object } {
  const path = `/${(slug ?? '').replaceAll('/', '.')}`
  if (kind === 'post') return { path: '', method: 'POST', body: { text: `said ${key}`, parent: slug } }
  if (kind === 'edit') return { path, method: 'PATCH', body: { text: `edited ${key}` } }
  if (kind === 'delete') return { path, method: 'DELETE' }
  return { path: `${path}/vote`, method: 'PUT', body: { value } }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
