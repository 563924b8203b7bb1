import { readdirSync } from 'node:fs'
import { copyFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runPalaver, startService } from '../testing/palaver-process.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { version } from '../version.ts'

const names = readdirSync(new URL('commands', import.meta.url))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''))

describe('usage', () => {
  test('--help names every command and every exit code', async () => {
    const { exitCode, stdout, stderr } = await runPalaver(['--help'])
    expect([exitCode, stderr]).toEqual([0, ''])
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ +${name} {2}`, 'm'))
    for (const code of [0, 1, 2, 3, 4]) expect(stdout).toMatch(new RegExp(`^ {2}${code} {2}`, 'm'))
  })

  test.each(names)('%s --help explains it', async (name) => {
    const { exitCode, stdout } = await runPalaver([name, '--help'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`USAGE palaver ${name}`)
    expect(stdout).not.toContain('\u001B')
  })

  test('--version', async () => {
    expect(await runPalaver(['--version'])).toMatchObject({ exitCode: 0, stdout: `${version}\n` })
  })

  test.each([
    [[], /USAGE palaver/],
    [['strat'], /^There is no command "strat"\. Did you mean start\? See: palaver --help\n$/],
    [['verify', '--jsn'], /^There is no option --jsn; did you mean --json\? See: palaver verify --help\n$/],
    [['start', 'now'], /^"now" is one argument too many\. See: palaver start --help\n$/],
    [['backup'], /^Missing required positional argument: TARGET\. See: palaver backup --help\n$/],
  ])('%j is wrong usage: exit code 2', async (args, stderr) => {
    expect(await runPalaver(args)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })
})

describe('config', () => {
  test('--json has every setting with its value and source, and no secret', async () => {
    const settings = { PALAVER_PORT: '81', PALAVER_MONGODB_URL: 'mongodb://me:hunter2@db/palaver' }
    const { exitCode, stdout } = await runPalaver(['config', '--json'], settings)
    expect(exitCode).toBe(0)
    expect(stdout).not.toContain('hunter2')
    const rows = JSON.parse(stdout)
    expect(rows).toContainEqual({
      name: 'port',
      variable: 'PALAVER_PORT',
      meaning: expect.any(String),
      default: '8080',
      allowed: 'a whole number from 0 to 65535',
      secret: false,
      value: '81',
      source: 'environment',
      problem: null,
    })
    expect(rows).toContainEqual(
      expect.objectContaining({ name: 'mongodbUrl', secret: true, value: 'mongodb://***@db/palaver' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ name: 'host', source: 'default', value: '127.0.0.1' }))
  })

  test('a wrong setting is shown, and is exit code 2', async () => {
    const { exitCode, stdout, stderr } = await runPalaver(['config'], { PALAVER_PORT: 'x' })
    expect(exitCode).toBe(2)
    expect(stdout).toContain('WRONG: PALAVER_PORT is "x" but must be')
    expect(stderr).toContain('PALAVER_PORT is "x"')
  })
})

describe('verify, backup, restore', () => {
  const database = async (): Promise<{ folder: string; file: string; settings: Record<string, string> }> => {
    const folder = await tempFolder()
    await (await startService(folder)).stop('SIGTERM')
    const data = join(folder, 'data')
    return { folder, file: join(data, 'palaver.sqlite'), settings: { PALAVER_DATA: data } }
  }

  test('verify finds a new database well', async () => {
    const { file, settings } = await database()
    const { exitCode, stdout } = await runPalaver(['verify', '--json'], settings)
    const found = JSON.parse(stdout)
    expect([exitCode, found]).toEqual([0, { file, documents: expect.any(Number), events: 0, problems: [] }])
    expect((await runPalaver(['verify'], settings)).stdout).toBe(
      `${file}: ${found.documents} documents and 0 events, all is well.\n`,
    )
  })

  test('verify finds a truncated database damaged: exit code 3', async () => {
    const { file, settings } = await database()
    await truncate(file, 8192)
    const { exitCode, stdout } = await runPalaver(['verify', '--json'], settings)
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      3,
      { problems: [{ collection: 'file', message: expect.any(String) }] },
    ])
  })

  test('verify without a database is wrong usage', async () => {
    const { exitCode, stderr } = await runPalaver(['verify'], { PALAVER_DATA: await tempFolder() })
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^There is no database at \S+\.\n$/)])
  })

  test('a backup is taken while the service runs, and restored only where it is told to overwrite', async () => {
    const folder = await tempFolder()
    const service = await startService(folder)
    const settings = { PALAVER_DATA: join(folder, 'data') }
    const target = join(folder, 'backups', 'one.sqlite')
    const file = join(folder, 'data', 'palaver.sqlite')
    const taken = await runPalaver(['backup', target, '--json'], settings)
    expect([taken.exitCode, JSON.parse(taken.stdout)]).toEqual([0, { file, target }])
    expect(await runPalaver(['backup', target], settings)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('exists already'),
    })
    expect(await runPalaver(['restore', target, '--overwrite'], settings)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('in use'),
    })
    await service.stop('SIGTERM')
    expect(await runPalaver(['restore', target], settings)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('exists already'),
    })
    const restored = await runPalaver(['restore', target, '--overwrite', '--json'], settings)
    expect([restored.exitCode, JSON.parse(restored.stdout)]).toEqual([0, { source: target, file }])
    expect((await runPalaver(['verify'], settings)).exitCode).toBe(0)
  })

  test('what is not a backup is not restored', async () => {
    const { folder, file, settings } = await database()
    const source = join(folder, 'notes.txt')
    await writeFile(source, 'x'.repeat(1000))
    await copyFile(file, `${file}.before`)
    expect(await runPalaver(['restore', source, '--overwrite'], settings)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('not a Palaver database'),
    })
    expect((await runPalaver(['verify'], settings)).exitCode).toBe(0)
  })

  test.each(['verify', 'backup x', 'restore x'])('%s is not for MongoDB', async (line) => {
    const settings = { PALAVER_STORE: 'mongodb', PALAVER_MONGODB_URL: 'mongodb://127.0.0.1:1/palaver' }
    const { exitCode, stderr } = await runPalaver(line.split(' '), settings)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('This command is for the SQLite store')])
  })
})
