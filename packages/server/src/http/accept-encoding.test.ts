import { expect, test } from 'vitest'
import { encodingFor } from './accept-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZip;Q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0.1', 'gzip'],
  ['br;q=zzz', 'identity'],
  ['deflate', 'identity'],
])('%j: %s', (field, encoding) => {
  expect(encodingFor(field)).toBe(encoding)
  expect(encodingFor(field)).toBe(encoding)
})
