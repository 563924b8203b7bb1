import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { orgs } from '../../accounts/collections.ts'
import { collections } from '../../collections.ts'
import { Queues } from '../../events/service.ts'
import { runPalaver } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

/** A database in which a queue has left two dead letters. */
async function withDeadLetters(data: string): Promise<void> {
  await mkdir(data, { recursive: true })
  const store = createStore(await openSqlite({ file: join(data, 'palaver.sqlite'), collections }))
  const log = { warn: () => {}, error: () => {} } as ConstructorParameters<typeof Queues>[0]['log']
  let ids = 0
  const newId = (): string => `id${++ids}`
  const queues = new Queues({ store, now: Date.now, random: Math.random, newId, log })
  const handle = () => Promise.reject(new Error('no such host'))
  const handler = { laneOf: () => 'one', handle }
  queues.start([{ name: 'email', handler, retryMs: [], timeoutMs: 10_000, batch: 10 }])
  const [org] = (await store.collection(orgs).find({ limit: 1 })).docs
  if (org === undefined) throw new Error('There is no org.')
  const event = { org: org._id, subject: 'd', type: 'comment', op: 'created', at: new Date().toISOString() }
  const changed = { $set: { name: 'Two' } } as const
  const events = ['e1', 'e2'].map((_id) => ({ _id, ...event }))
  await store.collection(orgs).update({ _id: org._id }, changed, { events })
  await queues.drained()
  await queues.stop()
  await store.close()
}

test('queues are looked at, paused and resumed, and dead letters decided on, from the command line', async () => {
  const data = join(await tempFolder(), 'data')
  const run = (...args: string[]) => runPalaver(args, { PALAVER_DATA: data })
  await run('org', '--create', 'One')
  expect((await run('queues')).stdout).toMatch(/^No queue was ever started/)
  await withDeadLetters(data)
  expect((await run('queues')).stdout).toMatch(/^QUEUE .*\nemail +running +0 +- +- +0 +2\n$/)
  expect((await run('queues', 'dead', 'email')).stdout).toMatch(
    /\ne\d +\S+ +comment created +1 +\S+Z +Error: no such host\n/,
  )
  expect((await run('queues', 'pause', 'email')).stdout).toMatch(/^email is paused/)
  const [view] = JSON.parse((await run('queues', '--json')).stdout)
  expect(view).toMatchObject({ name: 'email', state: 'paused', by: 'operator', dead: 2, rate: null })
  expect((await run('queues', 'redrive', 'email', 'e1')).stdout).toBe('One dead letter is handled once more.\n')
  expect(JSON.parse((await run('queues', 'discard', 'email', '--all', '--json')).stdout)).toEqual({ count: 1 })
  expect((await run('queues', 'resume', 'email')).stdout).toMatch(/^email works again/)
  expect((await run('queues')).stdout).toMatch(/\nemail +running +\d+ +\S.* 1 +0\n$/)
  const wrong = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await run('queues', ...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await wrong('stop', 'email')).toMatch(/^Say what to do: pause, resume, dead, redrive, discard\. /)
  expect(await wrong('pause')).toMatch(/^Name the queue/)
  expect(await wrong('redrive', 'email')).toMatch(/^Name one event, or say --all\. /)
  expect(await wrong('pause', 'fax')).toBe('There is no queue fax.\n')
  expect(await wrong('redrive', 'email', 'e9')).toMatch(/^There is no such dead letter/)
})
