import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for a test, gone when the test is over. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
