import type { Encoding } from '../api/bytes.ts'
import { RecentMap } from '../api/recent-map.ts'

/** Clients send few different ones, each of them often. */
const known = new RecentMap<Encoding>({ capacity: 1000 })
const LONGEST_KEPT = 200

/** The encoding that the client likes best; of two that it likes alike, the smaller. */
export function encodingFor(field: string | undefined): Encoding {
  if (field === undefined) return 'identity'
  const before = known.peek(field)
  if (before !== undefined) return before
  const chosen = choose(field)
  if (field.length <= LONGEST_KEPT) known.set(field, chosen)
  return chosen
}

function choose(field: string): Encoding {
  const weights = new Map(field.split(',').map(weighted))
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  const best: Encoding = br >= gzip ? 'br' : 'gzip'
  return Math.max(br, gzip) > (weights.get('identity') ?? 0) ? best : 'identity'
}

/** A weight that cannot be read counts as 0: then the plain bytes are sent, which everyone can read. */
function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const q = parameters.find((text) => text.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return [name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight]
}
