import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled, markInstalled } from './install.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palaver-install-'))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('nothing is installed in a fresh clone, nor in a folder that npm alone filled', () => {
  expect(isInstalled(folder)).toBe(false)
  mkdirSync(join(folder, 'node_modules'))
  expect(isInstalled(folder)).toBe(false)
})

test('what was installed stays so until the lock file changes', () => {
  mkdirSync(join(folder, 'node_modules'))
  markInstalled(folder)
  expect(isInstalled(folder)).toBe(true)
  writeFileSync(join(folder, 'package-lock.json'), '{"lockfileVersion":3}')
  expect(isInstalled(folder)).toBe(false)
})
