import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPalaver, startService } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const setUp = async () => {
  const folder = await tempFolder()
  return { folder, run: (...args: string[]) => runPalaver(args, { PALAVER_DATA: join(folder, 'data') }) }
}

test('a link that is made beside a running service signs an owner in there', async () => {
  const { folder, run } = await setUp()
  const { address, stop } = await startService(folder)
  const { exitCode, stdout } = await run('login-link', '--name', 'Ada', '--url', 'https://example.org/blog?a=b#old')
  const [, code] = /^https:\/\/example\.org\/blog\?a=b#palaver-login=([\w-]{22})\n$/.exec(stdout) ?? []
  expect([exitCode, code]).toEqual([0, expect.any(String)])
  const body = JSON.stringify({ code })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}/v1/login`, { method: 'POST', headers, body })
  const { token } = (await answer.json()) as { token: string }
  const me = await fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ name: 'Ada', role: 'admin' })
  expect((await fetch(`${address}/v1/login`, { method: 'POST', headers, body })).status).toBe(401)
  await stop('SIGTERM')
})

test('wrong usage is said in a sentence, and a link is for a page of the org', async () => {
  const { run } = await setUp()
  await run('org', '--create', 'One')
  const said = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await run('login-link', ...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await said()).toMatch(/^Say on which page, /)
  expect(await said('--url', 'javascript:alert(1)')).toBe('--url must be an http(s) address.\n')
  expect(await said('--url', 'https://a.example', '--role', 'boss')).toBe(
    '--role must be member, moderator or admin.\n',
  )
  await run('org', '--set', 'origins=["https://example.org"]')
  expect(await said('--url', 'https://a.example')).toBe(
    "--url must be a page of the org's own sites: https://example.org.\n",
  )
  expect((await run('login-link')).stdout).toMatch(/^https:\/\/example\.org\/#palaver-login=/)
})
