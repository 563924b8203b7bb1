import { createStore, type Engine, openSqlite } from '@palaver/store'
import { treeCollections } from '../collections.ts'
import { BY_ADMIN, idOf, topicsOn } from './ground.ts'

type Death = { killAt: number; isAfter: boolean }

/** An engine that kills its process at one of its writes: before it, or after it. */
function killing(engine: Engine, { killAt, isAfter }: Death): void {
  let writes = 0
  const killed = async <T>(write: () => Promise<T>): Promise<T> => {
    const isLast = ++writes === killAt
    if (isLast && !isAfter) process.kill(process.pid, 'SIGKILL')
    const written = await write()
    if (isLast) process.kill(process.pid, 'SIGKILL')
    return written
  }
  const [insert, update] = [engine.insert.bind(engine), engine.update.bind(engine)]
  engine.insert = (...args) => killed(() => insert(...args))
  engine.update = (...args) => killed(() => update(...args))
}

/** Renames and moves a topic with all that is under it. */
async function run(file: string, [name, under]: readonly [string, string], death: Death): Promise<void> {
  const engine = await openSqlite({ file, collections: treeCollections })
  killing(engine, death)
  const topics = topicsOn(createStore(engine), name)
  process.stdout.write('begins\n')
  await topics.revise(BY_ADMIN, idOf('root'), { change: { name, parent: idOf(under) } })
  process.stdout.write('done\n')
  await engine.close()
}

const [file = '', name = '', under = '', killAt = '', when = ''] = process.argv.slice(2)
await run(file, [name, under], { killAt: Number(killAt), isAfter: when === 'after' })
