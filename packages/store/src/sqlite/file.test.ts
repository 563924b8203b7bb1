import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type StorageKind, StoreError } from '../errors.ts'
import { end, firstLine } from '../testing/processes.ts'
import { randomNumbers } from '../testing/protocol/random.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { refusal } from '../testing/torture/refusal.ts'
import { makeSample, notes, writeSample } from '../testing/torture/sample.ts'
import { backupSqlite } from './backup.ts'
import { openSqlite } from './engine.ts'
import { removeDatabase } from './replace.ts'
import { type Verified, verifySqlite } from './verify.ts'

const RUNS = 400

const inFolder = folderForEachTest()

const open = async (file: string): Promise<void> => {
  const engine = await openSqlite({ file, collections: [notes] })
  await engine.close()
}

/** It is refused in a sentence that names it; whatever is done with it leaves its bytes alone. */
async function expectRefusal(file: string, kind: StorageKind, sentence: RegExp): Promise<void> {
  const before = readFileSync(file)
  const { kind: found, message } = await refusal(open(file))
  expect({ found, message }).toEqual({ found: kind, message: expect.stringMatching(sentence) })
  expect(message).toContain(file)
  expect(message).not.toContain('\n')
  expect(await faults(verifySqlite(file, [notes]))).not.toEqual([])
  await refusal(backupSqlite(file, `${file}.backup`))
  expect(readFileSync(file).equals(before), 'its bytes').toBe(true)
  expect(existsSync(`${file}.backup`)).toBe(false)
}

/** What `verify` finds: a list, or a sentence where it cannot read on. */
async function faults(verified: Promise<Verified>): Promise<string[]> {
  try {
    return (await verified).problems.map(({ message }) => message)
  } catch (error) {
    return [(await refusal(Promise.reject(error))).message]
  }
}

function patch(file: string, at: number, bytes: Uint8Array | number[]): void {
  const content = readFileSync(file)
  content.set(bytes, at)
  writeFileSync(file, content)
}

describe('a file that is not what it should be', () => {
  const random = randomNumbers(5)
  const noise = (length: number): number[] => Array.from({ length }, () => Math.floor(random() * 256))

  const cases: [string, (file: string) => void, StorageKind, RegExp][] = [
    ['cut in half', (file) => truncateSync(file, readFileSync(file).length / 2), 'damaged', /truncated: it has \d+ of/],
    ['cut within its header', (file) => truncateSync(file, 50), 'foreign', /not a Palaver database/],
    ['with its last page gone', (file) => truncateSync(file, readFileSync(file).length - 4096), 'damaged', /truncated/],
    ['with noise in the middle', (file) => patch(file, 10_000, noise(20_000)), 'damaged', /is damaged \(/],
    ['with a page of zeros', (file) => patch(file, 4096, new Uint8Array(4096)), 'damaged', /is damaged \(/],
    ['without its magic', (file) => patch(file, 0, noise(16)), 'foreign', /not a Palaver database/],
    ['with another page size', (file) => patch(file, 16, [2, 0]), 'damaged', /is damaged \(/],
    ['with no page size', (file) => patch(file, 16, [0, 0]), 'damaged', /is damaged \(/],
    ['without its mark', (file) => patch(file, 68, [0, 0, 0, 0]), 'foreign', /not a Palaver database/],
    ['without its format', (file) => patch(file, 60, [0, 0, 0, 0]), 'damaged', /no format/],
    [
      'of a newer format',
      (file) => patch(file, 60, [0, 0, 0, 77]),
      'newer',
      /newer Palaver \(format 77, this one knows/,
    ],
    ['that is text', (file) => writeFileSync(file, 'Dear diary,\n'), 'foreign', /not a Palaver database/],
    ['without its event log', (file) => tamper(file, 'DROP TABLE events'), 'damaged', /the table events is missing/],
    ['without a collection', (file) => tamper(file, 'DROP TABLE c_notes'), 'damaged', /the table c_notes is missing/],
    [
      'without an index',
      (file) => tamper(file, 'DROP INDEX i_notes_slug'),
      'damaged',
      /the index slug of notes is missing/,
    ],
    [
      'without its partitions',
      (file) => tamper(file, "UPDATE meta SET value = ''"),
      'damaged',
      /number of event partitions/,
    ],
  ]

  test.each(cases)('%s', async (_name, damage, kind, sentence) => {
    const file = inFolder('palaver.db')
    await makeSample(file)
    damage(file)
    await expectRefusal(file, kind, sentence)
  })

  function tamper(file: string, sql: string): void {
    const database = new Database(file)
    database.exec(sql)
    database.close()
  }

  test("that is somebody else's database", async () => {
    const file = inFolder('palaver.db')
    const database = new Database(file)
    database.exec('CREATE TABLE songs (title TEXT)')
    database.close()
    await expectRefusal(file, 'foreign', /not a Palaver database/)
  })

  test('with noise in the middle and a log beside it, which stays as it was, too', async () => {
    const [live, file] = [inFolder('live.db'), inFolder('palaver.db')]
    await makeSample(live)
    const store = await writeSample(inFolder('other.db'), 1)
    await store.close()
    const writing = await reopened(live)
    cpSync(live, file)
    cpSync(`${live}-wal`, `${file}-wal`)
    await writing.close()
    patch(file, 10_000, noise(20_000))
    const log = readFileSync(`${file}-wal`)
    await expectRefusal(file, 'damaged', /is damaged \(/)
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true)
  })

  async function reopened(file: string): Promise<Awaited<ReturnType<typeof openSqlite>>> {
    const engine = await openSqlite({ file, collections: [notes] })
    await engine.insert(notes, { _id: 'late', slug: 'late', tags: [], text: '' }, [])
    return engine
  }

  test('that is gone while its log is there', async () => {
    const file = inFolder('palaver.db')
    const store = await writeSample(inFolder('live.db'))
    cpSync(`${inFolder('live.db')}-wal`, `${file}-wal`)
    await store.close()
    const log = readFileSync(`${file}-wal`)
    const { kind, message } = await refusal(open(file))
    expect({ kind, message }).toEqual({
      kind: 'damaged',
      message: expect.stringMatching(/missing or empty, but .*-wal holds/),
    })
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true)
    expect(existsSync(file)).toBe(false)
  })
})

describe('random damage', () => {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const damage = fc.record({
    file: fc.constantFrom('main', 'main', 'log'),
    cutAt: fc.option(place, { freq: 8 }),
    patches: fc.array(
      fc.record({
        // The header and the pages behind it say how to read the rest.
        at: fc.oneof(place, fc.nat(99), fc.nat(16_383)),
        bytes: fc.oneof(
          fc.uint8Array({ minLength: 1, maxLength: 4 }),
          fc.uint8Array({ minLength: 100, maxLength: 9_000 }),
        ),
      }),
      { maxLength: 3 },
    ),
    withLog: fc.boolean(),
  })

  test('either is refused and leaves the file as it was, or the file can be used', async () => {
    const [closed, crashed, file] = [inFolder('closed.db'), inFolder('crashed.db'), inFolder('palaver.db')]
    await makeSample(closed)
    await makeSample(inFolder('live.db'), 100)
    const live = await writeSample(inFolder('live.db'), 200, 100)
    for (const suffix of ['', '-wal']) cpSync(inFolder('live.db') + suffix, crashed + suffix)
    await live.close()

    const injure = ({
      file: which,
      cutAt,
      patches,
      withLog,
    }: typeof damage extends fc.Arbitrary<infer D> ? D : never): void => {
      removeDatabase(file)
      for (const suffix of withLog ? ['', '-wal'] : ['']) cpSync((withLog ? crashed : closed) + suffix, file + suffix)
      const hurt = which === 'log' && withLog ? `${file}-wal` : file
      const { length } = readFileSync(hurt)
      for (const { at, bytes } of patches) {
        const from = Math.floor(at < 1 ? at * length : at)
        patch(hurt, Math.min(from, length - 1), bytes.subarray(0, length - Math.min(from, length - 1)))
      }
      if (cutAt !== null) truncateSync(hurt, Math.floor(cutAt * length))
    }

    await fc.assert(
      fc.asyncProperty(damage, async (drawn) => {
        injure(drawn)
        const before = readFileSync(file)
        const outcome = await open(file).then(
          () => null,
          (error: unknown) => error,
        )
        if (outcome !== null) {
          expect(outcome).toBeInstanceOf(StoreError)
          expect(readFileSync(file).equals(before), 'its bytes').toBe(true)
        }
        await faults(verifySqlite(file, [notes]))
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a place where no file can be', () => {
  test('a folder of that name', async () => {
    const file = inFolder('palaver.db')
    mkdirSync(file)
    const uses = [open, () => verifySqlite(file, [notes]), () => backupSqlite(file, inFolder('backup.db'))]
    for (const use of uses)
      expect(await refusal(use(file))).toMatchObject({
        kind: 'unwritable',
        message: `${file} cannot be used: it is a folder.`,
      })
  })

  const places: [string, (name: (name: string) => string) => string][] = [
    ['below a file', (name) => (writeFileSync(name('file'), ''), name('file/data'))],
    ['two levels below a file', (name) => (writeFileSync(name('file'), ''), name('file/data/deep'))],
    ['where a file is', (name) => (writeFileSync(name('file'), ''), name('file'))],
    ['behind a broken link', (name) => (symlinkSync(name('nowhere'), name('link')), name('link/data'))],
    ['behind links in a circle', (name) => (symlinkSync(name('link'), name('link')), name('link/data'))],
    ['below a path of the kernel', () => '/proc/palaver/data'],
  ]

  test.each(places)('a data folder %s', async (_name, place) => {
    const folder = place(inFolder)
    const { kind, message } = await refusal(open(`${folder}/palaver.db`))
    expect(kind).toBe('unwritable')
    expect(message).toMatch(/^The data folder .* cannot be made: [^.]*\.$/)
    expect(message).toContain(folder)
  })

  test.skipIf(process.getuid?.() === 0)(
    'a folder that may not be written (skipped for root, who may always)',
    async () => {
      const folder = inFolder('data')
      mkdirSync(folder, { mode: 0o500 })
      expect(await refusal(open(`${folder}/palaver.db`))).toMatchObject({ kind: 'unwritable' })
    },
  )
})

describe('a file that another process has locked', () => {
  const holders: ChildProcessWithoutNullStreams[] = []
  afterEach(async () => {
    for (const holder of holders.splice(0)) await end(holder, 'SIGKILL')
  })

  async function holdElsewhere(file: string, sql: string): Promise<void> {
    const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec(process.argv[2]); console.log('held'); setInterval(() => {}, 1e6)`
    const holder = spawn(process.execPath, ['-e', script, file, sql], { stdio: 'pipe', cwd: import.meta.dirname })
    holders.push(holder)
    await firstLine(holder, /^held/)
  }

  test.each([
    ['for itself alone', "PRAGMA locking_mode = EXCLUSIVE; INSERT INTO meta VALUES ('held', '')"],
    ['for writing', 'BEGIN IMMEDIATE'],
  ])('%s', async (_name, sql) => {
    const file = inFolder('palaver.db')
    await makeSample(file)
    await holdElsewhere(file, sql)
    const before = readFileSync(file)
    const newIndex = { ...notes, indexes: [...notes.indexes, { ...notes.indexes[1]!, name: 'more' }] }
    const { kind, message } = await refusal(openSqlite({ file, collections: [newIndex] }))
    expect({ kind, message }).toEqual({ kind: 'locked', message: `${file} is locked by another program.` })
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

test('an empty file becomes a database, as a missing one does', async () => {
  const file = inFolder('palaver.db')
  writeFileSync(file, '')
  await makeSample(file)
  expect(await verifySqlite(file, [notes])).toEqual({ documents: 200, events: 200, problems: [] })
})

test.each([
  ['verified', (file: string) => verifySqlite(file, [notes])],
  ['backed up', (file: string) => backupSqlite(file, `${file}.backup`)],
])('an empty file is not %s', async (_name, use) => {
  const file = inFolder('palaver.db')
  writeFileSync(file, '')
  expect(await refusal(use(file))).toMatchObject({
    kind: 'missing',
    message: `${file} is empty: there is no database in it.`,
  })
})
