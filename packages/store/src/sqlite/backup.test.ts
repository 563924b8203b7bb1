import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../progress.ts'
import { createStore } from '../store.ts'
import { end, firstLine } from '../testing/processes.ts'
import { randomNumbers } from '../testing/protocol/random.ts'
import { check } from '../testing/torture/check.ts'
import { collectionsOf } from '../testing/torture/collections.ts'
import { nothingFound } from '../testing/torture/findings.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { Journal } from '../testing/torture/journal.ts'
import { refusal } from '../testing/torture/refusal.ts'
import { makeSample, noteAt, notes, told, writeSample } from '../testing/torture/sample.ts'
import { spawnSource, WritingChild } from '../testing/torture/writing-child.ts'
import { backupSqlite, restoreSqlite } from './backup.ts'
import { openSqlite } from './engine.ts'
import { verifySqlite } from './verify.ts'

const inFolder = folderForEachTest()

const contents = async (file: string): Promise<{ documents: number; events: number; problems: unknown[] }> =>
  verifySqlite(file, [notes])

const filesBeside = (file: string): string[] => readdirSync(dirname(file)).toSorted()

describe('a backup while a process writes on', () => {
  test('holds one moment: all that was acknowledged before it began, and nothing half-written', async () => {
    const file = inFolder('palaver.db')
    const journal = new Journal()
    const child = new WritingChild({ file, incarnation: 0, seed: 3, writers: 16, again: [] }, { journal })
    const backups = new Map<string, ReadonlySet<string>>()
    try {
      for (let time = 0; time < 5; time++) {
        const known = journal.acknowledged
        await child.until(({ acknowledged }) => acknowledged > known + 300)
        const backup = inFolder(`copies/backup-${time}.db`)
        backups.set(backup, journal.acknowledgedSoFar())
        await backupSqlite(file, backup)
      }
    } finally {
      await child.kill()
    }
    expect(readdirSync(inFolder('copies'))).toHaveLength(backups.size)
    for (const [backup, acknowledged] of backups)
      expect(await check(backup, collectionsOf(0), journal.seenFrom(acknowledged))).toEqual(nothingFound())
  })
})

describe('a backup', () => {
  test('is one file, whole and checked, and says how far it is', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('deep/er/backup.db')]
    const store = await writeSample(file)
    const progress: Progress[] = []
    await backupSqlite(file, backup, { onProgress: (each) => progress.push(each) })
    await store.close()
    expect(filesBeside(backup)).toEqual(['backup.db'])
    expect(await contents(backup)).toEqual({ documents: 200, events: 200, problems: [] })
    expect(progress.at(-1)).toMatchObject({ task: 'Copying the database', total: expect.any(Number) })
    expect(progress.every(({ done, total }) => done <= total)).toBe(true)
  })

  test('never overwrites a file unless it is told to', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file)
    writeFileSync(backup, 'mine')
    expect(await refusal(backupSqlite(file, backup))).toMatchObject({
      kind: 'exists',
      message: `${backup} exists already: name another file, or say --overwrite.`,
    })
    expect(readFileSync(backup, 'utf8')).toBe('mine')
    await backupSqlite(file, backup, { overwrite: true })
    expect(await contents(backup)).toMatchObject({ documents: 200, problems: [] })
  })

  test('never overwrites the database itself, or one that is in use', async () => {
    const [file, other] = [inFolder('palaver.db'), inFolder('other.db')]
    await makeSample(file)
    const store = await writeSample(other, 5)
    expect(await refusal(backupSqlite(file, file, { overwrite: true }))).toMatchObject({ kind: 'exists' })
    expect(await refusal(backupSqlite(file, other, { overwrite: true }))).toMatchObject({ kind: 'locked' })
    await store.collection(notes).insert(noteAt(5))
    await store.close()
    expect(await contents(other)).toMatchObject({ documents: 6, problems: [] })
  })

  test('that was killed is simply made again', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file)
    for (const left of ['.partial', '.partial-journal', '.partial-wal', '.partial-shm'])
      writeFileSync(backup + left, 'left over')
    await backupSqlite(file, backup)
    expect(await contents(backup)).toMatchObject({ documents: 200, problems: [] })
    expect(filesBeside(file).filter((name) => name.startsWith('backup'))).toEqual(['backup.db'])
  })

  test('of a damaged database is refused, and no file is left that looks like one', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file)
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 12_000, 24_000)
    writeFileSync(file, bytes)
    expect(await refusal(backupSqlite(file, backup))).toMatchObject({ kind: 'damaged' })
    expect(filesBeside(file).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('to a place that cannot be written names that place', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('file/backup.db')]
    await makeSample(file)
    writeFileSync(inFolder('file'), '')
    const { kind, message } = await refusal(backupSqlite(file, backup))
    expect({ kind, message }).toMatchObject({ kind: 'unwritable', message: expect.stringContaining(backup) })
  })
})

describe('a restore', () => {
  test('of nothing, of an empty file or of a foreign one leaves everything as it was', async () => {
    const [file, source] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file)
    const before = readFileSync(file)
    expect(await refusal(restoreSqlite(source, file, { overwrite: true }))).toMatchObject({ kind: 'missing' })
    writeFileSync(source, '')
    expect(await refusal(restoreSqlite(source, file, { overwrite: true }))).toMatchObject({ kind: 'missing' })
    writeFileSync(source, 'Dear diary,\n')
    expect(await refusal(restoreSqlite(source, file, { overwrite: true }))).toMatchObject({ kind: 'foreign' })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('of a damaged backup leaves the database as it was', async () => {
    const [file, source] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file)
    await makeSample(source)
    const bytes = readFileSync(source)
    bytes.fill(0xa5, 12_000, 24_000)
    writeFileSync(source, bytes)
    const before = readFileSync(file)
    expect(await refusal(restoreSqlite(source, file, { overwrite: true }))).toMatchObject({ kind: 'damaged' })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(filesBeside(file).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('never overwrites a database unless it is told to', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file, 50)
    await backupSqlite(file, backup)
    await makeSample(inFolder('other.db'), 10)
    expect(await refusal(restoreSqlite(backup, inFolder('other.db')))).toMatchObject({ kind: 'exists' })
    expect(await contents(inFolder('other.db'))).toMatchObject({ documents: 10 })
    await restoreSqlite(backup, inFolder('other.db'), { overwrite: true })
    expect(await contents(inFolder('other.db'))).toEqual({ documents: 50, events: 50, problems: [] })
    await restoreSqlite(backup, inFolder('new/folder/third.db'))
    expect(await contents(inFolder('new/folder/third.db'))).toEqual({ documents: 50, events: 50, problems: [] })
  })

  test('refuses while the database is in use, here or in another process', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(backup, 5)
    const store = await writeSample(file)
    const locked = { kind: 'locked', message: `${file} is in use: stop Palaver first.` }
    expect(await refusal(restoreSqlite(backup, file, { overwrite: true }))).toMatchObject(locked)
    await store.collection(notes).insert(noteAt(200))
    await store.close()
    const journal = new Journal()
    const child = new WritingChild({ file, incarnation: 0, seed: 3, writers: 2, again: [] }, { journal })
    await child.until(({ acknowledged }) => acknowledged > 10)
    expect(await refusal(restoreSqlite(backup, file, { overwrite: true }))).toMatchObject(locked)
    await child.until(({ acknowledged }) => acknowledged > 20)
    await child.kill()
    await restoreSqlite(backup, file, { overwrite: true })
    expect(await contents(file)).toEqual({ documents: 5, events: 5, problems: [] })
  })

  test('takes away what a crash of the old database left beside it', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(backup, 5)
    const journal = new Journal()
    const child = new WritingChild({ file, incarnation: 0, seed: 3, writers: 8, again: [] }, { journal })
    await child.until(({ acknowledged }) => acknowledged > 50)
    await child.kill()
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    await restoreSqlite(backup, file, { overwrite: true })
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(await contents(file)).toEqual({ documents: 5, events: 5, problems: [] })
  })

  test('replaces a database that is damaged beyond opening, and what lies beside it', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(backup, 5)
    for (const suffix of ['', '-wal', '-shm', '-journal']) writeFileSync(file + suffix, 'no longer a database')
    await restoreSqlite(backup, file, { overwrite: true })
    expect(filesBeside(file).filter((name) => name.startsWith('palaver'))).toEqual(['palaver.db'])
    expect(await contents(file)).toEqual({ documents: 5, events: 5, problems: [] })
  })

  test('of a database that was copied with its log has what was in the log', async () => {
    const [live, copied, file] = [inFolder('live.db'), inFolder('copied.db'), inFolder('palaver.db')]
    const store = await writeSample(live)
    for (const suffix of ['', '-wal']) copyFileSync(live + suffix, copied + suffix)
    await store.close()
    await restoreSqlite(copied, file)
    expect(await contents(file)).toEqual({ documents: 200, events: 200, problems: [] })
  })

  test('and then the store goes on behind the last event', async () => {
    const [file, backup] = [inFolder('palaver.db'), inFolder('backup.db')]
    await makeSample(file, 50)
    await backupSqlite(file, backup)
    await restoreSqlite(backup, file, { overwrite: true })
    const store = createStore(await openSqlite({ file, collections: [notes] }))
    await store.collection(notes).insert(noteAt(50), { events: [told('event-50', 'org-0')] })
    await store.close()
    expect(await contents(file)).toEqual({ documents: 51, events: 51, problems: [] })
  })

  test('that is killed at any point leaves the old database or the new one', async () => {
    const [file, backup] = [inFolder('data/palaver.db'), inFolder('backup.db')]
    await makeSample(backup, 400)
    const old = inFolder('old.db')
    await makeSample(old, 20)
    const random = randomNumbers(11)
    const seen = new Set<number>()
    for (let time = 0; time < 12; time++) {
      rmSync(dirname(file), { recursive: true, force: true })
      mkdirSync(dirname(file))
      cpSync(old, file)
      const child = spawnSource(new URL('../testing/torture/restore-child.ts', import.meta.url), [backup, file])
      if (time % 2 === 0) await firstLine(child, /^restored 1/)
      else await grown(file)
      await wait(random() * 10)
      await end(child, 'SIGKILL')
      const { documents, problems } = await contents(file)
      expect(problems).toEqual([])
      seen.add(documents)
    }
    expect([...seen].every((documents) => documents === 20 || documents === 400)).toBe(true)
    await restoreSqlite(backup, file, { overwrite: true })
    expect(await contents(file)).toMatchObject({ documents: 400, problems: [] })
  })

  /** Until the copy is being made. */
  async function grown(file: string): Promise<void> {
    while (!existsSync(`${file}.partial`)) await wait(1)
  }
})
