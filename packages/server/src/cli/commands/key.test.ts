import { join } from 'node:path'
import { expect, test } from 'vitest'
import { palaverHere } from '../../testing/palaver-here.ts'
import { runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const setUp = async () => {
  const folder = await tempFolder()
  const run = (...args: string[]) => runPalaver(args, { PALAVER_DATA: join(folder, 'data') })
  return { folder, run, json: async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) }
}

test('a key is made beside a running service, works there, and stops when it is revoked', async () => {
  const { folder, run, json } = await setUp()
  const { address, stop } = await startService(folder)
  const made = await run('key', '--create', 'Shop', '--scopes', 'settings,read')
  expect(made.stdout).toMatch(
    /^\w{8} {2}Shop {2}read,settings {2}made [\d-]+T[\d:.]+Z, last used never\npk_\w{8}_[\w-]{43}\n$/,
  )
  const key = made.stdout.trim().split('\n')[1]
  const status = async () => (await fetch(`${address}/v1/org`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await status()).toBe(200)
  await expect.poll(async () => (await json('key'))[0].lastUsed, { timeout: 20_000 }).not.toBeNull()
  const [{ id }] = await json('key')
  expect((await run('key')).stdout).not.toContain(key)
  expect((await run('key', '--revoke', id)).stdout).toMatch(/, revoked [\d-]+T[\d:.]+Z\n$/)
  await expect.poll(status, { timeout: 20_000 }).toBe(401)
  await stop('SIGTERM')
})

test('wrong usage is said in a sentence', async () => {
  const settings = { PALAVER_DATA: join(await tempFolder(), 'data') }
  await palaverHere(['org', '--create', 'One'], settings)
  const said = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await palaverHere(['key', ...args], settings)
    expect([exitCode, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await said('--create', 'x')).toBe('--create and --scopes go together. See: palaver key --help\n')
  expect(await said('--scopes', 'read')).toMatch(/^--create and --scopes go together\. /)
  expect(await said('--create', 'x', '--scopes', 'all')).toMatch(
    /: scopes\.0 must be read, comments, .* or settings\.\n$/,
  )
  expect(await said('--create', '', '--scopes', 'read')).toMatch(/: name must be more than empty\.\n$/)
  expect(await said('--revoke', 'x')).toBe('There is no API key x in this org.\n')
  expect(await said('--revoke', 'x', '--create', 'y', '--scopes', 'read')).toMatch(
    /^Make a key or revoke one, not both\. /,
  )
  expect(await said('--org', 'x')).toMatch(/^There is no org x; /)
})
