import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { collections } from '../../collections.ts'
import { audit } from '../../moderation/collections.ts'
import { runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const COMMENTS = 300
const patiently = { timeout: 60_000 }

/** Changes a line as somebody might who has the database file. */
async function tamper(folder: string): Promise<void> {
  const store = createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
  const { docs } = await store.collection(audit).find({ where: { org: 'main', n: 2 }, limit: 1 })
  await store.collection(audit).update({ _id: docs[0]?._id ?? 'none' }, { $set: { by: 'somebody else' } })
  await store.close()
}

test('a bulk act goes on after SIGKILL, each of its deeds is in the audit log once, and a changed line shows', async () => {
  const folder = await tempFolder()
  const run = (...args: string[]) => runPalaver(args, { PALAVER_DATA: join(folder, 'data') })
  await run('seed', '--comments', String(COMMENTS), '--json')
  const token = (await run('token', '--user', 'root', '--name', 'Root', '--role', 'admin')).stdout.trim()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const first = await startService(folder)
  const body = JSON.stringify({ act: 'spam', where: { from: '2000-01-01T00:00:00Z' } })
  const begun = await fetch(`${first.address}/v1/moderation/bulk`, { method: 'POST', headers, body })
  const { id } = (await begun.json()) as { id: string }
  await first.stop('SIGKILL')

  const second = await startService(folder)
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${second.address}${path}`, { headers: { authorization: headers.authorization } })).json()
  const ended = { state: 'done', done: COMMENTS, of: COMMENTS }
  await expect.poll(() => read(`/v1/moderation/bulk/${id}`), patiently).toMatchObject(ended)
  const lines = async () => ((await read('/v1/moderation/audit?limit=1')) as { entries: { n: number }[] }).entries[0]?.n
  await expect.poll(lines, patiently).toBe(COMMENTS + 1)
  await second.stop('SIGTERM')

  expect(await run('audit')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`${COMMENTS + 1} lines checked`),
  })
  await tamper(folder)
  expect(await run('audit')).toMatchObject({ exitCode: 3, stdout: 'main: 1 lines checked. Line 2 was changed.\n' })
}, 120_000)
