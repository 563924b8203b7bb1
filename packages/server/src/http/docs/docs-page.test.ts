import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { testContext } from '../../testing/test-context.ts'
import { createApp } from '../app.ts'

const within = (name: string, page: string): string =>
  new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(page)?.[1] ?? ''
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('/docs is one page that runs its own script and nothing else, and loads nothing from elsewhere', async () => {
  const app = await createApp(await testContext(), [])
  const { statusCode, headers, body } = await app.inject('/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src ${hashOf(within('script', body))};`)
  expect(policy).toContain(`style-src ${hashOf(within('style', body))};`)
  expect(policy).toMatch(/^default-src 'none';.*connect-src 'self'/)
  expect(body).not.toMatch(/https?:\/\/|src=|innerHTML|style=| on\w+="/)
  expect(() => new Script(within('script', body))).not.toThrow()
})

test('the start page leads there', async () => {
  const app = await createApp(await testContext(), [])
  expect((await app.inject('/')).body).toContain('<a href="/docs">')
})
