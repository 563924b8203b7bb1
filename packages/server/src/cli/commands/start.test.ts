import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { palaverCommand } from '../../testing/palaver-command.ts'
import { runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('the service answers, and ends with 0 at %s', async (signal) => {
  const { address, stop } = await startService(await tempFolder())
  const statuses = await Promise.all(
    ['/', '/healthz', '/readyz', '/metrics', '/nothing'].map(async (path) => (await fetch(address + path)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 404])
  expect(await stop(signal)).toEqual({
    exitCode: 0,
    signal: null,
    stdout: expect.stringMatching(
      /^Palaver \d+\.\d+\.\d+ is running: http:\/\/127\.0\.0\.1:\d+\nOrg: main\. [^\n]+\nMails are not sent, [^\n]+outbox\.\nStop it with Ctrl-C\.\n$/,
    ),
    stderr: '',
  })
})

test('one Ctrl-C that arrives three times is one', async () => {
  const { child, stop } = await startService(await tempFolder())
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await stop('SIGINT')).toMatchObject({ exitCode: 0, signal: null })
})

test('a second signal ends it at once, though a request is under way', async () => {
  const { address, child, ended } = await startService(await tempFolder())
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: ')
  await once(socket, 'data')
  const again = setInterval(() => child.kill('SIGTERM'), 100)
  onTestFinished(() => clearInterval(again))
  expect(await ended).toMatchObject({ exitCode: 143 })
})

test('it starts again on what it left', async () => {
  const folder = await tempFolder()
  await (await startService(folder)).stop('SIGTERM')
  const { address, stop } = await startService(folder)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await stop('SIGTERM')).toMatchObject({ exitCode: 0 })
})

test('what is not HTTP gets an answer too', async () => {
  const { address } = await startService(await tempFolder())
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('HELO palaver\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(answer).toContain('"code":"bad-request"')
})

test('a port in use: one sentence and exit code 4', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const settings = { PALAVER_PORT: String(port), PALAVER_DATA: await tempFolder() }
  expect(await runPalaver(['start'], settings)).toEqual({
    exitCode: 4,
    signal: null,
    stdout: '',
    stderr: `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PALAVER_PORT to another port.\n`,
  })
})

test('an address of another machine: one sentence and exit code 4', async () => {
  const settings = { PALAVER_HOST: '192.0.2.1', PALAVER_PORT: '0', PALAVER_DATA: await tempFolder() }
  const { exitCode, stderr } = await runPalaver(['start'], settings)
  expect([exitCode, stderr]).toEqual([
    4,
    expect.stringMatching(/^192\.0\.2\.1 is not an address of this machine: .*\n$/),
  ])
})

test('a data folder that cannot be: one sentence and exit code 4', async () => {
  const file = join(await tempFolder(), 'file')
  await writeFile(file, '')
  for (const data of [file, join(file, 'data'), ...(process.platform === 'linux' ? ['/sys/palaver'] : [])]) {
    const { exitCode, stdout, stderr } = await runPalaver(['start'], { PALAVER_DATA: data, PALAVER_PORT: '0' })
    expect([exitCode, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(/^The data folder \S+ .* set PALAVER_DATA to another folder\.\n$/)
  }
})

test('a full disk (needs unshare with mount, as on most Linux): one sentence and exit code 4', async (context) => {
  const inside = (script: string): string[] => ['-rm', 'sh', '-c', `mount -t tmpfs -o size=16k tmpfs "$0" && ${script}`]
  const folder = await tempFolder()
  const canMount = spawnSync('unshare', [...inside('true'), folder]).status === 0
  if (!canMount) context.skip('needs unshare with mount')
  const palaver = palaverCommand(['start'], { PALAVER_DATA: folder, PALAVER_PORT: '0' })
  const { status, stderr } = spawnSync('unshare', [...inside('exec "$@"'), folder, ...palaver.command], {
    env: palaver.env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    4,
    `No space is left on the disk that holds ${folder}/palaver.sqlite. Mend that, or set PALAVER_DATA to another folder.\n`,
  ])
})

test('a file that is not ours: one sentence, exit code 4, and the file is left as it was', async () => {
  const data = await tempFolder()
  await writeFile(join(data, 'palaver.sqlite'), 'Dear diary, '.repeat(100))
  const { exitCode, stderr } = await runPalaver(['start'], { PALAVER_DATA: data, PALAVER_PORT: '0' })
  expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/^\S+ is not a Palaver database: .*\n$/)])
})

test('wrong settings: all of them at once and exit code 2', async () => {
  const { exitCode, stderr } = await runPalaver(['start'], {
    PALAVER_PORT: 'http',
    PALAVER_STORE: 'paper',
    PALAVER_PROT: '1',
  })
  expect(exitCode).toBe(2)
  expect(stderr.split('\n')).toEqual([
    'Warning: PALAVER_PROT is not a setting and does nothing; did you mean PALAVER_PORT?',
    'Some settings are wrong:',
    '  PALAVER_PORT is "http" but must be a whole number from 0 to 65535.',
    '  PALAVER_STORE is "paper" but must be sqlite or mongodb.',
    '',
  ])
})

test('a stack trace is shown when it is asked for, and not else', async () => {
  const data = join(await tempFolder(), 'file')
  await writeFile(data, '')
  const settings = { PALAVER_DATA: data, PALAVER_PORT: '0' }
  expect((await runPalaver(['start'], settings)).stderr).not.toContain('    at ')
  expect((await runPalaver(['start', '--debug'], settings)).stderr).toContain('    at ')
  expect((await runPalaver(['start'], { ...settings, PALAVER_DEBUG: '1' })).stderr).toContain('    at ')
})
