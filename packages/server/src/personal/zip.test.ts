import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzipped } from './unzipped.fixtures.ts'
import { zip } from './zip.ts'

async function* pieces(count: number): AsyncGenerator<string> {
  for (let at = 0; at < count; at++) yield `${at} é 🎉 "quoted" <b>\n`
}

const textOf = (count: number): string => Array.from({ length: count }, (_, at) => `${at} é 🎉 "quoted" <b>\n`).join('')

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
