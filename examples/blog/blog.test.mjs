import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { closing } from '../testing/closing.mjs'
import { createBlog } from './server.mjs'

const PALAVER = 'https://comments.example'
const START = fileURLToPath(new URL('start.mjs', import.meta.url))

test('every page has the comments of the service that was named, and a policy that lets them in', async () => {
  const address = await closing(createBlog(PALAVER))
  for (const page of ['/', '/harbour-lights', '/low-tide']) {
    const answer = await fetch(address + page)
    const html = await answer.text()
    expect([answer.status, html.includes(`<script async src="${PALAVER}/embed.js">`)]).toEqual([200, true])
    expect(html).toMatch(/<palaver-(thread|count) resource="post:/)
    expect(html).not.toContain('127.0.0.1')
    expect(answer.headers.get('content-security-policy')).toContain(`script-src ${PALAVER};`)
  }
})

test('every link of the blog leads somewhere', async () => {
  const address = await closing(createBlog(PALAVER))
  const found = new Set(['/'])
  for (const page of found) {
    const answer = await fetch(address + page)
    expect([page, answer.status]).toEqual([page, 200])
    for (const [, link] of (await answer.text()).matchAll(/href="(\/[^"]*)"/g)) found.add(link)
  }
  expect(found.size).toBeGreaterThan(4)
})

test.each(['/nothing', '/../server.mjs', '/..%2fserver.mjs', '/start.mjs', '/Style.css', '/a/b'])(
  '%s is not here',
  async (path) => {
    const address = await closing(createBlog(PALAVER))
    expect((await fetch(address + path)).status).toBe(404)
  },
)

test('one command starts it and Ctrl-C ends it', async () => {
  const env = { ...process.env, PALAVER_URL: PALAVER, PORT: '0' }
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => child.kill('SIGKILL'))
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
  const [, address] = /The blog: (\S+)/.exec(said)
  expect(await (await fetch(address)).text()).toContain(`${PALAVER}/embed.js`)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})
