import { type Engine, openSqlite } from '@palaver/store'
import { collections } from '@palaver/server'
import { CONNECTIONS } from '../comments/load.ts'

/** How many documents of each collection were written. */
export type Writes = Map<string, number>

type Named = { name: string }

/** An engine that counts what is written to it; an update that finds nothing to change writes nothing. */
export async function counting(file: string): Promise<{ engine: Engine; writes: Writes }> {
  const writes: Writes = new Map()
  const engine = await openSqlite({ file, collections })
  const count = ({ name }: Named): void => void writes.set(name, (writes.get(name) ?? 0) + 1)
  const own: Pick<Engine, 'insert' | 'update' | 'remove'> = {
    async insert(collection, ...rest) {
      await engine.insert(collection, ...rest)
      count(collection)
    },
    async update(collection, request) {
      const answer = await engine.update(collection, request)
      if (answer.outcome !== 'unmatched') count(collection)
      return answer
    },
    async remove(collection, request) {
      const isRemoved = await engine.remove(collection, request)
      if (isRemoved) count(collection)
      return isRemoved
    },
  }
  const counted = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(name in own ? own : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { engine: counted, writes }
}

/** Does it for each number below `count`, as many at a time as a contest has connections: what comes together is written together. */
export async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await work(number)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}
