import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A new folder for each test; returns the path of a file in it. */
export function folderForEachTest(): (name: string) => string {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'palaver-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  return (name) => join(folder, name)
}
