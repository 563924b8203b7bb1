import { median, reported, type Row, timed } from '../measure.ts'
import { createStore, openSqlite } from '@palaver/store'
import { collections, Topics } from '@palaver/server'
import { join } from 'node:path'
import { type Ground, TREE } from './ground.ts'

const WANTED = 3_000
const ROUNDS = 9

/** How long a subtree of thousands takes to move, and until another process's reader sees its root by a new name. */
export async function moving({ context, admin }: Ground, folder: string): Promise<Row[]> {
  const { topics } = context
  const snapshot = await topics.tree(admin.org, TREE)
  const sized = snapshot.childrenOf(null).map((root) => ({ root, size: [...snapshot.below(root.key)].length }))
  const [large] = sized.filter(({ size }) => size >= WANTED).toSorted((a, b) => a.size - b.size)
  const target = sized.find(({ root }) => root.key !== large?.root.key)
  if (large === undefined || target === undefined) throw new Error(`No topic has ${WANTED} below it.`)
  const reader = await readerIn(folder, context)
  const moves: number[] = []
  const renames: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const parent = round % 2 === 0 ? target.root._id : null
    moves.push(
      await timed(async () => void (await topics.revise({ actor: admin }, large.root._id, { change: { parent } }))),
    )
    const name = `Renamed ${round}`
    const renaming = topics.revise({ actor: admin }, large.root._id, { change: { name } })
    renames.push(await timed(() => reader.sees(admin.org, large.root.key, name)))
    await renaming
  }
  await reader.close()
  const shown = (name: string, all: readonly number[]): Row =>
    reported(name, median(all), `${median(all).toFixed(0)} ms, ${large.size} below`)
  return [shown('moveMs', moves), shown('renameVisibleMs', renames)]
}

/** A second service on the same file, which knows of nothing but what is stored. */
async function readerIn(folder: string, { now, random }: Ground['context']) {
  const store = createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
  const sleep = async (): Promise<void> => {}
  const world = { now, random, sleep, newId: () => '', newPart: () => '' }
  const topics = new Topics({ store, world, changed: () => {} })
  const sees = async (org: string, key: string, name: string): Promise<void> => {
    for (;;) {
      const snapshot = await topics.tree(org, TREE)
      if (snapshot.get(key)?.name === name) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { sees, close: () => store.close() }
}
