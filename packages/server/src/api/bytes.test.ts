import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Bytes } from './bytes.ts'

const large = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, n) => `comment ${n}`)))

test('each encoding has its own tag, length and bytes', async () => {
  const bytes = new Bytes({ body: large, tag: 't', head: ['vary', 'accept-encoding'] })
  const [plain, gzip, br] = [await bytes.as('identity'), await bytes.as('gzip'), await bytes.as('br')]
  expect(plain.body).toBe(large)
  expect(gunzipSync(gzip.body)).toEqual(large)
  expect(brotliDecompressSync(br.body)).toEqual(large)
  const ends = [plain, gzip, br].map(({ head }) => head.slice(2))
  expect(ends).toEqual([
    ['etag', '"t"', 'content-length', String(large.length)],
    ['etag', '"t-gzip"', 'content-length', String(gzip.body.length), 'content-encoding', 'gzip'],
    ['etag', '"t-br"', 'content-length', String(br.body.length), 'content-encoding', 'br'],
  ])
  expect(gzip.unchangedHead).toEqual(['vary', 'accept-encoding', 'etag', '"t-gzip"'])
})

test('compressing happens once, also for those who ask while it happens', async () => {
  const bytes = new Bytes({ body: large, tag: null, head: [] })
  const [one, other] = await Promise.all([bytes.as('br'), bytes.as('br')])
  expect(other).toBe(one)
  expect(bytes.as('br')).toBe(one)
})

test('what is small stays as it is', () => {
  const bytes = new Bytes({ body: Buffer.from('{}'), tag: null, head: [] })
  expect(bytes.as('br')).toBe(bytes.as('identity'))
})
