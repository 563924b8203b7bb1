import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { GroupWriter } from './writer.ts'

const nothing = (): void => {}

function ground() {
  const database = new Database(':memory:')
  onTestFinished(() => void database.close())
  database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)')
  const insert = database.prepare('INSERT INTO numbers (n) VALUES (?)')
  let commits = 0
  const committed = (): void => void commits++
  const writer = new GroupWriter(database, { beginning: nothing, begun: nothing, rolledBack: nothing, committed })
  const write = (n: number): Promise<unknown> => writer.write(() => () => insert.run(n))
  const count = (): unknown => database.prepare('SELECT count(*) FROM numbers').pluck().get()
  return { writer, write, count, commits: () => commits }
}

it('lets what comes in the next turns of the event loop into the same commit', async () => {
  const { write, count, commits } = ground()
  const first = write(1)
  await nextTurn()
  const second = write(2)
  await nextTurn()
  await Promise.all([first, second, write(3)])
  expect([count(), commits()]).toEqual([3, 1])
})

it('writes a group that is full in the next turn', async () => {
  const { write, count } = ground()
  const all = Array.from({ length: 256 }, (_, n) => write(n))
  await nextTurn()
  expect(count()).toBe(256)
  await Promise.all(all)
})

it('writes at once what waits when the store is closed, and nothing again after it', async () => {
  const { writer, write, count, commits } = ground()
  const one = write(1)
  writer.flush()
  expect(count()).toBe(1)
  await one
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(commits()).toBe(1)
})
