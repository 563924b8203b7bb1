import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { signingKeys } from '../../ads/collections.ts'
import { collections } from '../../collections.ts'
import { palaverHere } from '../../testing/palaver-here.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const HOUR_MS = 60 * 60_000

async function ground() {
  const folder = await tempFolder()
  const settings = { PALAVER_DATA: join(folder, 'data') }
  await palaverHere(['org', '--create', 'One'], settings)
  const stored = async () => {
    const store = createStore(await openSqlite({ file: join(folder, 'data', 'palaver.sqlite'), collections }))
    const found = await store.collection(signingKeys).get('tracking')
    await store.close()
    return found?.keys.map(({ id, from, until }) => [id, until === null ? null : until - from]) ?? []
  }
  return { run: (...args: string[]) => palaverHere(['ads', ...args], settings), stored }
}

test('rotate-key makes a new key, and says how long the former one holds', async () => {
  const { run, stored } = await ground()
  const first = await run('rotate-key')
  expect([first.exitCode, first.stdout]).toEqual([0, expect.stringContaining('the key 2')])
  expect(first.stdout).toContain('24 h')
  const before = await stored()
  expect(before).toEqual([
    ['1', expect.any(Number)],
    ['2', null],
  ])
  const { exitCode, stdout } = await run('rotate-key', '--grace', '1', '--json')
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { key: '3', hours: 1 }])
  const [, [, held] = []] = await stored()
  // The second holds from when it came until an hour after the third does.
  expect(held).toBeGreaterThanOrEqual(HOUR_MS)
  expect(held).toBeLessThan(2 * HOUR_MS)
})

test('a secret is never shown', async () => {
  const { run } = await ground()
  const { stdout, stderr } = await run('rotate-key', '--json')
  expect(`${stdout}${stderr}`).not.toMatch(/[\w-]{43}/)
})

test('wrong usage is told', async () => {
  const { run } = await ground()
  for (const args of [
    [],
    ['rotate'],
    ['rotate-key', '--grace', '-1'],
    ['rotate-key', '--grace', '721'],
    ['rotate-key', '--grace', 'x'],
  ]) {
    const { exitCode, stderr } = await run(...args)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('palaver ads --help')])
  }
})
