import { type Engine, openSqlite } from '@palaver/store'
import { collections } from '@palaver/server'

/** How many documents of each collection were written. */
export type Writes = Map<string, number>

const WRITES = ['insert', 'update', 'remove']

/** An engine that counts what is written to it. */
export async function counting(file: string): Promise<{ engine: Engine; writes: Writes }> {
  const writes: Writes = new Map()
  const engine = await openSqlite({ file, collections })
  const counted = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...args: unknown[]) => unknown
      if (!WRITES.includes(String(name))) return call
      return (...args: unknown[]) => {
        const { name: collection } = args[0] as { name: string }
        writes.set(collection, (writes.get(collection) ?? 0) + 1)
        return call(...args)
      }
    },
  })
  return { engine: counted, writes }
}
