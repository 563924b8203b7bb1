import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runPalaver, startService } from '../palaver-process.ts'
import { tempFolder } from '../temp-folder.ts'

const RECORDER = new URL('./record-outbound.fixtures.ts', import.meta.url).href

async function recording() {
  const folder = await tempFolder()
  const file = join(folder, 'outbound')
  await writeFile(file, '')
  const settings = { NODE_OPTIONS: `--import=${RECORDER}`, OUTBOUND_RECORD: file, PALAVER_DATA: join(folder, 'data') }
  return { folder, settings, attempts: async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean) }
}

test('the service calls out to nobody: not by a connection, a name to look up or a datagram', async () => {
  const { folder, settings, attempts } = await recording()
  const { address, stop } = await startService(folder, settings)
  const token = async (role: string) =>
    (await runPalaver(['token', '--user', role, '--name', role, '--role', role], settings)).stdout.trim()
  const [member, admin] = [await token('member'), await token('admin')]
  const ask = async (path: string, { as, body, method }: { as?: string; body?: object; method?: string } = {}) => {
    const headers = { 'content-type': 'application/json', ...(as !== undefined && { authorization: `Bearer ${as}` }) }
    const sent = body === undefined ? {} : { method: method ?? 'POST', body: JSON.stringify(body) }
    const answer = await fetch(address + path, { headers, ...sent })
    expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)])
    return answer.text()
  }
  const comments = '/v1/discussions/-/comments?org=main&type=page&id=a'
  const people = [
    { id: 'grace', username: 'Grace', url: 'https://example.org/grace', avatar: 'https://example.org/g.png' },
  ]
  await ask('/v1/people', { as: admin, method: 'PUT', body: { people } })
  const text = 'See https://example.org and ![a](https://example.org/a.png), @Grace'
  await ask(comments, { as: member, body: { text, url: 'https://example.org/a' } })
  const { comments: listed } = JSON.parse(await ask(comments))
  const { discussion } = JSON.parse(await ask(comments))
  const { slug } = listed[0]
  await ask(`/v1/discussions/${discussion}/comments/${slug}/reports`, { as: admin, body: { reason: 'spam' } })
  await ask('/v1/moderation/acts', { as: admin, body: { act: 'reject', discussion, slug } })
  for (const path of ['/v1/moderation/queue', '/v1/moderation/audit', '/v1/keys', '/v1/people?prefix=g'])
    await ask(path, { as: admin })
  for (const path of ['/', '/docs', '/metrics', '/openapi.json', '/v1/orgs/main/feed']) await ask(path)
  expect((await stop('SIGTERM')).exitCode).toBe(0)
  expect(await attempts()).toEqual([])
})

test('what a process asks of others would be seen', async () => {
  const { settings, attempts } = await recording()
  const env = { PATH: process.env['PATH'] ?? '', ...settings }
  const program = `
    await fetch('http://127.0.0.1:65535/').catch(() => {})
    const { lookup } = await import('node:dns/promises')
    await lookup('name.invalid').catch(() => {})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(await attempts()).toEqual([expect.stringContaining('connect'), expect.stringContaining('name.invalid')])
})
