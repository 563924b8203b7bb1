import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { StorageProblem } from '../errors.ts'
import { check } from '../testing/torture/check.ts'
import { collectionsOf } from '../testing/torture/collections.ts'
import {
  breakableDisk,
  canBreak,
  canLimitFiles,
  canLimitFromStart,
  canMount,
  fill,
  limitFiles,
  remountReadOnly,
  smallDisk,
} from '../testing/torture/disks.ts'
import { nothingFound } from '../testing/torture/findings.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { type Failure, Journal } from '../testing/torture/journal.ts'
import { makeSample, notes } from '../testing/torture/sample.ts'
import { WritingChild } from '../testing/torture/writing-child.ts'
import { openSqlite } from './engine.ts'

const inFolder = folderForEachTest()
const collections = collectionsOf(0)
const children: WritingChild[] = []

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill()
})

function startWriting(file: string, launcher?: readonly string[]): WritingChild {
  const settings = { file, incarnation: 0, seed: 7, writers: 16, again: [] }
  const child = new WritingChild(settings, { journal: new Journal(), ...(launcher === undefined ? {} : { launcher }) })
  children.push(child)
  return child
}

async function stop(child: WritingChild): Promise<void> {
  children.splice(children.indexOf(child), 1)
  await child.kill()
}

const failsOn = async (child: WritingChild, more = 50): Promise<void> => {
  const known = child.journal.failures.length
  await child.until(({ failures }) => failures.length > known + more)
}

const goesOn = async (child: WritingChild, more = 300): Promise<void> => {
  const known = child.journal.acknowledged
  await child.until(({ acknowledged }) => acknowledged > known + more)
}

const TIMES = 3
const NO_SPACE = /^No space is left on the disk that holds .*palaver\.db\.$/
const DISK_FAILED =
  /^The disk that holds .*palaver\.db failed \(SQLITE_IOERR_WRITE\): it is failing or has become read-only, or a limit on the size of files is reached\.$/

function expectAllLike(failures: readonly Failure[], sentence: RegExp): void {
  const others = failures.filter(({ outcome, message }) => outcome !== 'none' || !sentence.test(message))
  expect(others).toEqual([])
}

describe('writing goes on after', () => {
  test.skipIf(!canMount())('a full disk (needs root, who may mount a small one)', async () => {
    const disk = smallDisk(24)
    onTestFinished(disk.unmount)
    const file = join(disk.folder, 'palaver.db')
    const child = startWriting(file)
    await goesOn(child, 100)
    for (let time = 0; time < TIMES; time++) {
      const giveBack = fill(disk)
      await failsOn(child)
      giveBack()
      await goesOn(child)
    }
    const giveBack = fill(disk)
    await failsOn(child)
    await stop(child)
    giveBack()
    expectAllLike(child.journal.failures, NO_SPACE)
    expect(await check(file, collections, child.journal)).toEqual(nothingFound())
  })

  test.skipIf(!canLimitFiles())('a disk that refuses every write (needs prlimit)', async () => {
    const file = inFolder('palaver.db')
    const child = startWriting(file)
    await goesOn(child, 100)
    for (let time = 0; time < TIMES; time++) {
      limitFiles(child.pid, 0)
      await failsOn(child)
      limitFiles(child.pid, 'unlimited')
      await goesOn(child)
    }
    await stop(child)
    expectAllLike(child.journal.failures, DISK_FAILED)
    expect(await check(file, collections, child.journal)).toEqual(nothingFound())
  })
})

describe('nothing acknowledged is lost', () => {
  test.skipIf(!canLimitFromStart())('when files may grow no further (needs bash, for ulimit)', async () => {
    const file = inFolder('palaver.db')
    const child = startWriting(file, ['bash', '-c', 'ulimit -f 2000; exec "$@"', 'bash'])
    await failsOn(child)
    await stop(child)
    expect(child.journal.acknowledged).toBeGreaterThan(0)
    expectAllLike(child.journal.failures, DISK_FAILED)
    expect(await check(file, collections, child.journal)).toEqual(nothingFound())
  })

  test.skipIf(!canBreak())(
    'when a file system becomes read-only (needs root, loop devices, mkfs.ext4 and /sys/fs/ext4)',
    async () => {
      const disk = breakableDisk(64)
      onTestFinished(disk.unmount)
      const file = join(disk.folder, 'palaver.db')
      const child = startWriting(file)
      await goesOn(child)
      disk.breakDown()
      await failsOn(child)
      await stop(child)
      expect(child.journal.failures.filter(({ message }) => !/failed|did not confirm|read-only/.test(message))).toEqual(
        [],
      )
      const copy = inFolder('palaver.db')
      for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
      expect(await check(copy, collections, child.journal)).toEqual(nothingFound())
      // What the file system itself keeps is not the store's to promise: an fsync that succeeds in the very moment
      // of such an error may have kept nothing (seen on Linux 6.18). What is there must still be whole.
      disk.mountAgain()
      const found = await check(file, collections, child.journal)
      expect({ ...found, lost: 0, examples: [] }).toEqual(nothingFound())
    },
  )
})

describe.skipIf(!canMount())('starting (needs root, who may mount a small disk)', () => {
  const problemAt = (file: string): Promise<unknown> =>
    openSqlite({ file, collections: [notes] }).then(
      (engine) => engine.close(),
      (error: unknown) => error,
    )

  test('on a full disk', async () => {
    const disk = smallDisk(1)
    onTestFinished(disk.unmount)
    const giveBack = fill(disk)
    const file = join(disk.folder, 'palaver.db')
    const problem = await problemAt(file)
    expect(problem).toBeInstanceOf(StorageProblem)
    expect(problem).toMatchObject({ kind: 'full', message: `No space is left on the disk that holds ${file}.` })
    giveBack()
    await makeSample(file, 20)
  })

  test('on a read-only file system', async () => {
    const disk = smallDisk(4)
    onTestFinished(disk.unmount)
    const file = join(disk.folder, 'palaver.db')
    await makeSample(file, 20)
    remountReadOnly(disk)
    const problem = await problemAt(file)
    expect(problem).toBeInstanceOf(StorageProblem)
    expect(problem).toMatchObject({
      kind: 'unwritable',
      message: `${file} cannot be written: the file system or the file is read-only.`,
    })
    const below = await problemAt(join(disk.folder, 'data/palaver.db'))
    expect(below).toMatchObject({
      kind: 'unwritable',
      message: `The data folder ${disk.folder}/data cannot be made: the file system is read-only.`,
    })
  })
})
