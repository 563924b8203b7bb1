import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever holds it longer is gone, and another process has its number. */
const LONGEST_MS = 600_000

/** One process at a time, to save work: a lock whose holder has died is taken over, in rare cases by two. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    if (!(await isHeld(path))) await rm(path, { force: true })
    else await sleep(100)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > LONGEST_MS) return false
    const pid = Number(await readFile(path, 'utf8'))
    // Between its creation and its first byte a lock is empty, and held.
    if (pid !== 0) process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
