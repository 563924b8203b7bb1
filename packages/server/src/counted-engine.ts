import type { Engine } from '@palaver/store'
import type { Metrics } from './metrics.ts'

type Call = (...args: unknown[]) => Promise<unknown>

const COUNTED: ReadonlySet<PropertyKey> = new Set<keyof Engine>([
  'get',
  'getRaw',
  'find',
  'findRaw',
  'findBytes',
  'count',
  'batch',
  'insert',
  'update',
  'remove',
  'readEvents',
])

/** The same engine; each read and write is counted. */
export function countedEngine(engine: Engine, { storeCalls }: Pick<Metrics, 'storeCalls'>): Engine {
  const members = new Map<PropertyKey, unknown>()
  return new Proxy(engine, {
    get(target, name) {
      if (members.has(name)) return members.get(name)
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const bound = member.bind(target) as Call
      const given = COUNTED.has(name) ? counted(String(name), bound, storeCalls) : bound
      members.set(name, given)
      return given
    },
  })
}

function counted(operation: string, call: Call, storeCalls: Metrics['storeCalls']): Call {
  const ok = storeCalls.labels({ operation, outcome: 'ok' })
  const failed = storeCalls.labels({ operation, outcome: 'failed' })
  return async (...args) => {
    try {
      const answer = await call(...args)
      ok.inc()
      return answer
    } catch (error) {
      failed.inc()
      throw error
    }
  }
}
