import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPalaver, startDemo, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const SMALL = ['--comments', '30']

test('it says where it is, shows its pages, ends with 0, and starts again on what it left', async () => {
  const folder = await tempFolder()
  for (const round of [1, 2]) {
    const { address, stop } = await startDemo(folder, SMALL)
    const front = await (await fetch(address)).text()
    expect([round, front]).toEqual([round, expect.stringContaining('The Long Table')])
    const { token } = (await (await fetch(`${address}/demo/token?as=ada`)).json()) as { token: string }
    expect(token).toMatch(/^ey/)
    await expect
      .poll(async () => (await fetch(`${address}/demo/growth`)).json(), { timeout: 60_000 })
      .toEqual({ growth: null })
    const { exitCode, stdout } = await stop('SIGTERM')
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^The demo of Palaver [^\n]+ is running: http:\/\/127/),
    ])
  }
})

test.each(['0.0.0.0', '::', '192.0.2.1'])('it does not listen on %s: one sentence and exit code 2', async (host) => {
  const settings = { PALAVER_HOST: host, PALAVER_PORT: '0', PALAVER_DATA: await tempFolder() }
  const { exitCode, stdout, stderr } = await runPalaver(['demo'], settings)
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^The demo is for this machine alone, [^\n]+ set it to 127\.0\.0\.1\.[^\n]+\n$/)
})

test('start refuses what the demo made, unless told, and has none of its pages', async () => {
  const folder = await tempFolder()
  await (await startDemo(folder, SMALL)).stop('SIGTERM')
  const data = join(folder, 'data', 'demo')
  const settings = { PALAVER_PORT: '0', PALAVER_DATA: data }
  expect(await runPalaver(['start'], settings)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: `The data in ${data} was made by the demo, whose people anyone can be: set PALAVER_DATA to another folder, or start with --demo-data if you mean this one.\n`,
  })
  const { address, stop } = await startService(folder, settings, ['--demo-data'])
  expect((await fetch(`${address}/demo/token?as=ada`)).status).toBe(404)
  expect(await (await fetch(address)).text()).not.toContain('The Long Table')
  await stop('SIGTERM')
})

test('it leaves data alone that is not its own', async () => {
  const folder = await tempFolder()
  await (await startService(folder, { PALAVER_DATA: join(folder, 'data', 'demo') })).stop('SIGTERM')
  const { exitCode, stderr } = await runPalaver(['demo'], { PALAVER_PORT: '0', PALAVER_DATA: join(folder, 'data') })
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^The data in \S+ is not the demo's: [^\n]+\n$/)])
})

test('its mail goes to its own outbox, whatever server is set', async () => {
  const folder = await tempFolder()
  const settings = { PALAVER_SMTP_URL: 'smtp://127.0.0.1:1', PALAVER_STORE: 'sqlite', PALAVER_MAIL_BUFFER_SECONDS: '0' }
  const { address, stop } = await startDemo(folder, SMALL, settings)
  const page = async (): Promise<string> => (await fetch(`${address}/demo/outbox`)).text()
  await expect.poll(page, { timeout: 60_000 }).toContain('example.org')
  await stop('SIGTERM')
})

test.each(['0', 'many', '1.5'])('--comments %s is wrong usage', async (count) => {
  const result = await runPalaver(['demo', '--comments', count], { PALAVER_DATA: await tempFolder() })
  expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^--comments must be a whole number/) })
})
