import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withFileLock } from './file-lock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-lock-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('lets one in at a time, and leaves nothing behind', async () => {
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++inside)
    await new Promise(setImmediate)
    inside--
  }
  await Promise.all(Array.from({ length: 5 }, () => withFileLock(join(folder, 'busy'), work)))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

it('is given back when the work fails', async () => {
  const path = join(folder, 'failed')
  await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withFileLock(path, async () => 'again')).toBe('again')
})

it('is taken over from a process that died', async () => {
  const path = join(folder, 'stale')
  // No process has a number that large.
  await writeFile(path, '999999999')
  expect(await withFileLock(path, async () => 'mine')).toBe('mine')
})
