import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeOwnS3, describeS3 } from '../testing/s3/suite.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { blobName, type Blobs } from './blobs.ts'
import { DiskBlobs } from './disk.ts'
import { S3Blobs } from './s3.ts'

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const nameOf = (bytes: Buffer, generation = '0'.repeat(16)): string => blobName(hashOf(bytes), generation)
const newPlace = (): string => randomBytes(8).toString('hex')

async function bytesIn(blobs: Blobs, name: string): Promise<Buffer | null> {
  const found = await blobs.open(name)
  if (found === null) return null
  const bytes = await buffer(found.stream)
  expect(found.bytes).toBe(bytes.length)
  return bytes
}

function conformance(open: () => Promise<Blobs>): void {
  test('gives back what was put, as often as it was put and is asked for', async () => {
    const blobs = await open()
    for (const size of [0, 1, 5000, 3_000_000]) {
      const bytes = randomBytes(size)
      await blobs.put(nameOf(bytes), bytes)
      await blobs.put(nameOf(bytes), bytes)
      for (let times = 0; times < 2; times++) expect(await bytesIn(blobs, nameOf(bytes))).toEqual(bytes)
    }
  })

  test('has nothing under a name that was not put, and not any more once it was removed', async () => {
    const blobs = await open()
    const bytes = Buffer.from('hello')
    expect(await blobs.open(nameOf(bytes))).toBeNull()
    await blobs.remove(nameOf(bytes))
    await blobs.put(nameOf(bytes), bytes)
    await blobs.remove(nameOf(bytes))
    await blobs.remove(nameOf(bytes))
    expect(await blobs.open(nameOf(bytes))).toBeNull()
  })

  test('keeps generations of the same bytes apart', async () => {
    const blobs = await open()
    const bytes = Buffer.from('again')
    const [first, second] = [nameOf(bytes, '1'.repeat(16)), nameOf(bytes, '2'.repeat(16))]
    await blobs.put(first, bytes)
    await blobs.put(second, bytes)
    await blobs.remove(first)
    expect([await bytesIn(blobs, first), await bytesIn(blobs, second)]).toEqual([null, bytes])
  })

  test('takes several who put the same at once', async () => {
    const blobs = await open()
    const bytes = randomBytes(200_000)
    await Promise.all(Array.from({ length: 8 }, () => blobs.put(nameOf(bytes), bytes)))
    expect(await bytesIn(blobs, nameOf(bytes))).toEqual(bytes)
    expect(await blobs.list(null, 10)).toEqual([nameOf(bytes)])
  })

  test.each(['', '..', '../x', 'a/b', `${'a'.repeat(64)}-../../../../etc`, `${'A'.repeat(64)}-${'0'.repeat(16)}`])(
    'takes no other name: %j',
    async (name) => {
      const blobs = await open()
      await expect(blobs.put(name, Buffer.from('x'))).rejects.toThrow('not the name of a blob')
      await expect(blobs.open(name)).rejects.toThrow('not the name of a blob')
      await expect(blobs.remove(name)).rejects.toThrow('not the name of a blob')
    },
  )

  test('lists names in order, from any of them on, of its own place alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.nat(40), fc.nat(3)), { maxLength: 12, selector: String }),
        fc.integer({ min: 1, max: 5 }),
        async (put, limit) => {
          const [blobs, other] = [await open(), await open()]
          const named = put.map(([text, generation]): [string, Buffer] => {
            const bytes = Buffer.from(String(text))
            return [nameOf(bytes, generation.toString(16).padStart(16, '0')), bytes]
          })
          for (const [name, bytes] of named) await blobs.put(name, bytes)
          await other.put(nameOf(Buffer.from('other')), Buffer.from('other'))
          const listed: string[] = []
          for (let after: string | null = null; ;) {
            const names = await blobs.list(after, limit)
            listed.push(...names)
            after = names.at(-1) ?? null
            if (names.length < limit) break
          }
          expect(listed).toEqual(named.map(([name]) => name).toSorted())
        },
      ),
      { numRuns: 25 },
    )
  })
}

describe('blobs on the disk', () => {
  conformance(async () => new DiskBlobs(await tempFolder()))

  test('what was half written is never seen, and goes in the end', async () => {
    const folder = await tempFolder()
    const blobs = new DiskBlobs(folder)
    await blobs.put(nameOf(Buffer.from('a')), Buffer.from('a'))
    await mkdir(join(folder, 'drafts'), { recursive: true })
    for (const name of ['old', 'new']) await writeFile(join(folder, 'drafts', name), 'half')
    await utimes(join(folder, 'drafts', 'old'), 1, 1)
    expect(await blobs.list(null, 10)).toEqual([nameOf(Buffer.from('a'))])
    await blobs.tidy(Date.now() - 60_000)
    expect(await readdir(join(folder, 'drafts'))).toEqual(['new'])
  })

  test('leaves nothing behind where it cannot write', async () => {
    const folder = await tempFolder()
    const bytes = Buffer.from('a')
    await writeFile(join(folder, nameOf(bytes).slice(0, 2)), 'a file where a folder should be')
    await expect(new DiskBlobs(folder).put(nameOf(bytes), bytes)).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
  })
})

describeS3('blobs in an S3-compatible store', (access) => {
  conformance(async () => new S3Blobs({ ...access, under: newPlace() }))

  test('bytes that are not those of the name are not taken', async () => {
    const blobs = new S3Blobs({ ...access, under: newPlace(), pausesMs: [] })
    await expect(blobs.put(nameOf(Buffer.from('right')), Buffer.from('wrong'))).rejects.toMatchObject({
      code: 'files-unavailable',
    })
    expect(await blobs.open(nameOf(Buffer.from('right')))).toBeNull()
  })

  test.each([{ secret: 'wrong' }, { keyId: 'nobody' }, { bucket: 'no-such-bucket' }])(
    'with %j it says so at once, to the log alone',
    async (wrong) => {
      const told: unknown[] = []
      const options = { ...access, ...wrong, under: newPlace(), pausesMs: [60_000] }
      const blobs = new S3Blobs({ ...options, onFailure: (error) => void told.push(error) })
      await expect(blobs.put(nameOf(Buffer.from('a')), Buffer.from('a'))).rejects.toMatchObject({
        code: 'files-unavailable',
        message: 'The store of files does not answer: try again in a moment.',
      })
      expect(String(told)).toMatch(/answered 40[34]/)
      expect(String(told)).not.toContain(access.secret)
    },
  )
})

describeOwnS3('an S3-compatible store that does not answer', (access, pause) => {
  test('is given a time limit, and asked again until it does', async () => {
    const under = newPlace()
    const hasty = { ...access, under, tryMs: 200 }
    const bytes = Buffer.from('a')
    pause(true)
    try {
      const blobs = new S3Blobs({ ...hasty, pausesMs: [1] })
      // A process that is told to stop goes on for a moment.
      const refused = () => expect(blobs.put(nameOf(bytes), bytes)).rejects.toMatchObject({ code: 'files-unavailable' })
      await vi.waitFor(refused, 10_000)
      await expect(blobs.open(nameOf(bytes))).rejects.toMatchObject({ code: 'files-unavailable' })
      const patient = new S3Blobs({ ...hasty, pausesMs: Array.from({ length: 300 }, () => 50) })
      const putting = patient.put(nameOf(bytes), bytes)
      pause(false)
      await putting
      expect(await bytesIn(patient, nameOf(bytes))).toEqual(bytes)
    } finally {
      pause(false)
    }
  })
})

test('failures that may pass are tried again, a bounded number of times; no redirect is followed', async () => {
  const answers = [503, 429, 500]
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    response.writeHead(answers.shift() ?? 200, { location: 'http://127.0.0.1:1/' })
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const access = { endpoint: `http://127.0.0.1:${port}`, region: 'r', bucket: 'bucket', keyId: 'k', secret: 's' }
  const blobs = new S3Blobs({ ...access, under: 'x', pausesMs: [1, 1, 1] })
  const bytes = Buffer.from('a')
  await blobs.put(nameOf(bytes), bytes)
  expect(asked).toBe(4)
  answers.push(500, 500, 500, 500, 500)
  await expect(blobs.put(nameOf(bytes), bytes)).rejects.toMatchObject({ code: 'files-unavailable' })
  expect(asked).toBe(8)
  answers.splice(0, 9, 302, 302, 302, 302)
  await expect(blobs.open(nameOf(bytes))).rejects.toMatchObject({ code: 'files-unavailable' })
})
