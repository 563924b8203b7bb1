import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FETCHED, fits, OLDEST, versionOf } from './node-version.mjs'
import { root } from './root.mjs'

test.each([
  ['v22.14.0', true],
  ['22.14.1', true],
  ['v24.0.0', true],
  ['v100.0.0', true],
  ['v22.13.9', false],
  ['v22.9.0', false],
  ['v20.20.2', false],
  ['v18.0.0', false],
  ['', false],
  ['v22.14', false],
])('%s fits: %s', (version, expected) => {
  expect(fits(version)).toBe(expected)
})

test('the version that is fetched fits, and package.json names the same oldest version', () => {
  expect(fits(FETCHED.version)).toBe(true)
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(`${engines.node}.0`).toBe(`>=${OLDEST}`)
})

test('a file that does not run has no version', () => {
  expect(versionOf(process.execPath).trim()).toBe(process.version)
  expect(versionOf(join(root, 'package.json'))).toBe('')
})
