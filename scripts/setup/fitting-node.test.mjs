import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchNode } from './fetch-node.mjs'
import { fittingNode } from './fitting-node.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palaver-nodes-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A program that answers as a Node of that version does. */
function nodeOf(version) {
  const bin = join(folder, version)
  mkdirSync(bin, { recursive: true })
  const node = join(bin, 'node')
  writeFileSync(node, `#!/bin/sh\necho ${version}\n`)
  chmodSync(node, 0o755)
  return { bin, node }
}

const machine = (changes) => ({
  version: 'v20.20.2',
  execPath: '/usr/bin/node',
  path: '',
  fetched: join(folder, 'nothing'),
  fetch: async () => 'fetched now',
  ...changes,
})

describe.skipIf(process.platform === 'win32')('the Node that runs Palaver (on systems with sh)', () => {
  test('is this one, when it fits', async () => {
    expect(await fittingNode(machine({ version: 'v24.21.0', path: nodeOf('v22.20.0').bin }))).toBe('/usr/bin/node')
  })

  test('is the first on the PATH that fits, when this one does not', async () => {
    const path = [nodeOf('v18.1.0').bin, join(folder, 'missing'), nodeOf('v22.20.0').bin, nodeOf('v24.1.0').bin].join(
      delimiter,
    )
    expect(await fittingNode(machine({ path }))).toBe(nodeOf('v22.20.0').node)
  })

  test('is the one fetched before, when none on the PATH fits', async () => {
    const fetched = nodeOf('v24.21.0').node
    expect(await fittingNode(machine({ path: nodeOf('v18.1.0').bin, fetched }))).toBe(fetched)
  })

  test('is fetched, when the one fetched before does not run', async () => {
    expect(await fittingNode(machine({ fetched: nodeOf('broken').node }))).toBe('fetched now')
  })

  test('cannot be had: one sentence says what to install', async () => {
    await expect(fittingNode(machine({ fetch: null }))).rejects.toThrow(
      /^Palaver needs Node 22\.14\.0 or later, this is v20\.20\.2 and none can be fetched .*: please install Node 24 from \S+$/,
    )
  })

  test('cannot be fetched: the sentence has the reason', async () => {
    const fetch = () => Promise.reject(new Error('no network'))
    const failure = fittingNode(machine({ fetch }))
    await expect(failure).rejects.toMatchObject({ exitCode: 4 })
    await expect(failure).rejects.toThrow('fetching one failed (no network): please install Node 24')
  })
})

test('a Node is fetched on Linux x64 alone', () => {
  expect(fetchNode({ platform: 'linux', arch: 'x64' })).toBeTypeOf('function')
  expect(fetchNode({ platform: 'linux', arch: 'arm64' })).toBeNull()
  expect(fetchNode({ platform: 'darwin', arch: 'x64' })).toBeNull()
})
