import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from './commands.mjs'
import { root } from './setup/root.mjs'

const RUN = join(root, 'scripts/run.mjs')
const run = (...args) => promisify(execFile)(process.execPath, [RUN, ...args])

test('every script in package.json is a command here, and the other way round', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts).toEqual(
    Object.fromEntries(Object.keys(commands).map((name) => [name, `node scripts/run.mjs ${name}`])),
  )
})

test.each(['', 'strat', 'toString'])('%j is no command: one sentence and exit code 2', async (name) => {
  await expect(run(name)).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: `There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.\n`,
  })
})

test('arguments reach the command, and its exit code comes back', async () => {
  expect((await run('palaver', '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  await expect(run('palaver', 'verify', '--jsn')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--jsn'),
  })
})

test('start runs the built service until a signal, and ends with 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...process.env, PALAVER_PORT: '0', PALAVER_DATA: folder, PALAVER_LOG_LEVEL: 'warn' }
  const service = spawn(process.execPath, [RUN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => service.kill())
  const failed = once(service, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)))
  const [output] = await Promise.race([once(service.stdout.setEncoding('utf8'), 'data'), failed])
  const address = /http:\S+/.exec(output)[0]
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  service.kill('SIGINT')
  await expect(failed).rejects.toThrow('It ended with 0.')
})
