import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from './zip.ts'

async function* pieces(count: number): AsyncGenerator<string> {
  for (let at = 0; at < count; at++) yield `${at} é 🎉 "quoted" <b>\n`
}

const textOf = (count: number): string => Array.from({ length: count }, (_, at) => `${at} é 🎉 "quoted" <b>\n`).join('')

/** As programs read an archive: from the list at its end, which says where each file is. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const count = archive.readUInt16LE(end + 10)
  const files = new Map<string, string>()
  for (let number = 0, at = archive.readUInt32LE(end + 16); number < count; number++) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const length = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const start = archive.readUInt32LE(at + 42)
    const from = start + 30 + archive.readUInt16LE(start + 26)
    const content = inflateRawSync(archive.subarray(from, from + packed))
    expect([content.length, crc32(content)]).toEqual([size, crc])
    files.set(name, content.toString())
    at += 46 + length
  }
  return files
}

test('the archive has what was put into it, whatever its size', async () => {
  const entries = [
    { name: 'empty.txt', content: pieces(0) },
    { name: 'grüße.txt', content: pieces(10) },
    { name: 'long.txt', content: pieces(20_000) },
  ]
  const archive = await buffer(zip(entries, new Date('2026-11-15T12:34:56Z')))
  const expected = { 'empty.txt': '', 'grüße.txt': textOf(10), 'long.txt': textOf(20_000) }
  expect(Object.fromEntries(unzipped(archive))).toEqual(expected)
})
