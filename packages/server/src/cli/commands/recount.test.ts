import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { collections } from '../../collections.ts'
import { discussions } from '../../comments/collections.ts'
import { type Finished, runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

async function setUp(): Promise<{ folder: string; run: (...args: string[]) => Promise<Finished> }> {
  const folder = await tempFolder()
  return { folder, run: (...args) => runPalaver(args, { PALAVER_DATA: join(folder, 'data') }) }
}

/** Counts as somebody might who changes the database by hand. */
async function spoil(folder: string, id: string): Promise<void> {
  const store = createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
  await store.collection(discussions).update({ _id: id }, { $set: { comments: 99 } })
  await store.close()
}

async function serveUntilCounted(folder: string, id: string, count: number): Promise<void> {
  const { address, stop } = await startService(folder)
  const counted = async (): Promise<unknown> => {
    const answer = await fetch(`${address}/v1/discussions/${id}`)
    return ((await answer.json()) as { comments: unknown }).comments
  }
  await expect.poll(counted, { timeout: 20_000 }).toBe(count)
  expect(await stop('SIGTERM')).toMatchObject({ exitCode: 0, stderr: '' })
}

test('a wrong number is mended by the service, when it was asked for', async () => {
  const { folder, run } = await setUp()
  const { discussion } = JSON.parse((await run('seed', '--comments', '20', '--json')).stdout)
  await serveUntilCounted(folder, discussion, 20)
  await spoil(folder, discussion)
  expect(await run('recount', discussion)).toMatchObject({
    exitCode: 0,
    stdout: 'One discussion is to be counted again: the service does it while it runs.\n',
  })
  expect(JSON.parse((await run('recount', '--all', '--json')).stdout)).toEqual({ asked: 1 })
  await serveUntilCounted(folder, discussion, 20)
})

test.each([{ args: [] }, { args: ['d1', '--all'] }])('$args: one sentence and exit code 2', async ({ args }) => {
  const { run } = await setUp()
  expect(await run('recount', ...args)).toMatchObject({
    exitCode: 2,
    stderr: 'Name one discussion, or say --all. See: palaver recount --help\n',
  })
})

test('a discussion that is not there: one sentence and exit code 2', async () => {
  const { run } = await setUp()
  expect(await run('recount', 'd1')).toMatchObject({ exitCode: 2, stderr: 'There is no discussion d1.\n' })
})
