import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hookServer } from '../testing/hook-server.ts'
import { ask, HookFailed } from './ask.ts'
import { hookSchema } from './hook-schema.ts'

test('the host can tell who asks, and when', async () => {
  const { hook, asked } = await hookServer(({ body }) => ({ said: body.word }))
  expect(await ask(hook, { word: 'hello' }, { timeoutMs: 5000 })).toEqual({ said: 'hello' })
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = asked[0]?.headers ?? {}
  const expected = createHmac('sha256', hook.secret).update(`${String(id)}.${String(at)}.{"word":"hello"}`)
  expect(signature).toBe(`v1,${expected.digest('base64')}`)
})

const FAILURES: readonly (readonly [name: string, answer: () => unknown, timeoutMs: number])[] = [
  ['no answer in time', () => new Promise(() => {}), 20],
  ['a failure', () => undefined, 5000],
  ['an answer without end', () => 'x'.repeat(1_100_000), 5000],
]

test.each(FAILURES)('%s is a failure, not an answer', async (_name, answer, timeoutMs) => {
  const { hook } = await hookServer(answer)
  await expect(ask(hook, {}, { timeoutMs })).rejects.toThrow(HookFailed)
})

test('a host that is not there is a failure too', async () => {
  const hook = { url: 'http://127.0.0.1:1/', secret: 'a secret of the host' }
  await expect(ask(hook, {}, { timeoutMs: 5000 })).rejects.toThrow(HookFailed)
})

test.each([
  'http://example.org/',
  'https://user:pass@example.org/',
  'file:///etc/passwd',
  'nonsense',
  'ftp://localhost/',
])('%s cannot be set as an address to ask', (url) => {
  expect(hookSchema.safeParse({ url, secret: 'a secret of the host' }).success).toBe(false)
})
