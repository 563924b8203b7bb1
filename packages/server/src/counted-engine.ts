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
export function countedEngine(engine: Engine, { tally }: Pick<Metrics, 'tally'>): Engine {
  const members = new Map<PropertyKey, unknown>()
  return new Proxy(engine, {
    get(target, name) {
      if (members.has(name)) return members.get(name)
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      const bound = member.bind(target) as Call
      const given = COUNTED.has(name) ? counted(String(name), bound, tally) : bound
      members.set(name, given)
      return given
    },
  })
}

/** Not async, which would have each answer wait for another turn. */
function counted(operation: string, call: Call, tally: Metrics['tally']): Call {
  const ok = tally({ operation, outcome: 'ok' })
  const failed = tally({ operation, outcome: 'failed' })
  return (...args) => {
    const answer = call(...args)
    answer.then(
      () => ok.calls++,
      () => failed.calls++,
    )
    return answer
  }
}
