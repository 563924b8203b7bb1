import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])('%s is this machine alone', async (host) => {
  expect(await isLoopback(host)).toBe(true)
})

test.each(['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', 'nobody.invalid'])('%s is not', async (host) => {
  expect(await isLoopback(host)).toBe(false)
})
