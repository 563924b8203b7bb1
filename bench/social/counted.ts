import { type Engine, openSqlite } from '@palaver/store'
import { collections } from '@palaver/server'

export type Read = { collection: string; id: string }

type Found = { docs: readonly unknown[] }
type Id = { _id: string }

const parsed = (doc: unknown): Id =>
  (typeof doc === 'string' ? JSON.parse(doc) : Buffer.isBuffer(doc) ? JSON.parse(doc.toString()) : doc) as Id

/** An engine that notes each document that it gives. */
export async function noting(file: string): Promise<{ engine: Engine; reads: Read[] }> {
  const reads: Read[] = []
  const engine = await openSqlite({ file, collections })
  const note = (collection: string, docs: readonly unknown[]): void => {
    for (const doc of docs) {
      const { _id: id } = parsed(doc)
      reads.push({ collection, id })
    }
  }
  const noted = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        const answer = await call(...args)
        const { name: collection } = (args[0] ?? {}) as { name: string }
        if (name === 'get' && answer !== null) note(collection, [(answer as { doc: unknown }).doc])
        if (name === 'getRaw' && answer !== null) note(collection, [answer])
        if (name === 'find' || name === 'findRaw' || name === 'findBytes') note(collection, (answer as Found).docs)
        return answer
      }
    },
  })
  return { engine: noted, reads }
}
