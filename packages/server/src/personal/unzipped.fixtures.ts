import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** As programs read an archive: from the list at its end, which says where each file is. */
export function unzipped(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const count = archive.readUInt16LE(end + 10)
  const files = new Map<string, string>()
  for (let number = 0, at = archive.readUInt32LE(end + 16); number < count; number++) {
    const [crc = 0, packed = 0, size = 0] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
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
