import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { hookServer } from '../testing/hook-server.ts'
import { liveService } from './live.fixtures.ts'

const reasonsOf = (clients: readonly { of: (event: string) => { reason?: string }[] }[]): unknown[] =>
  clients.map((client) => client.of('end')[0]?.reason)

describeEngines('a stream ends', (engine) => {
  test('K3: at once when the service stops, and clients come again at different times', async () => {
    const { app, post, listen, live } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const clients = await Promise.all(Array.from({ length: 10 }, () => listen(path)))
    await Promise.all(clients.map((client) => client.has('ready')))
    expect(new Set(clients.map(({ retry }) => retry)).size).toBeGreaterThan(5)
    expect(clients.every(({ retry }) => retry >= 1000 && retry <= 5000)).toBe(true)
    await app.close()
    await Promise.all(clients.map((client) => client.until(({ isClosed }) => isClosed)))
    expect(new Set(reasonsOf(clients))).toEqual(new Set(['restart']))
    expect(live.size).toBe(0)
  })

  test('K4: not while it is idle: a sign of life comes, and who is gone is forgotten', async () => {
    const { post, listen, live } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const client = await (await listen(`/v1/discussions/${discussion}/stream`)).has('ready')
    await client.until(({ comments }) => comments.length >= 3)
    client.close()
    await expect.poll(() => live.size).toBe(0)
  })

  test('K6: when its listener is banned or erased, its key is revoked, or its token has ended', async () => {
    const clock = { ahead: 0 }
    const { post, call, listen, context, token } = await liveService(engine, {
      overrides: { now: () => Date.now() + clock.ahead },
    })
    const { discussion, comment } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const key = await context.accounts.apiKeys.create('main', { name: 'server', scopes: ['read'] })
    const banned = await listen(path, { as: 'ada' })
    const erased = await listen(path, { as: 'bob' })
    const revoked = await listen(path, { token: key.key })
    const expired = await listen(path, { token: await token('cid', 'member', 1) })
    const anybody = await listen(path)
    const all = [banned, erased, revoked, expired, anybody]
    await Promise.all(all.map((client) => client.has('ready')))
    await call('PUT', `/v1/moderation/bans/${comment.author.id}`, {
      as: 'mod',
      role: 'moderator',
      body: { reason: 'So.' },
    })
    await call('DELETE', '/v1/me', { as: 'bob' })
    await context.accounts.apiKeys.revoke('main', key.id)
    await Promise.all([banned, erased].map((client) => client.has('end')))
    clock.ahead = 25 * 60 * 60 * 1000
    await Promise.all([revoked, expired].map((client) => client.has('end')))
    expect(reasonsOf(all)).toEqual(['banned', 'erased', 'unauthenticated', 'token-expired', undefined])
    const again = await (await listen(path, { as: 'ada' })).answered()
    expect(again.statusCode).toBe(403)
  })

  test('K6: when the host does not let its listener see it any more', async () => {
    let isOpen = true
    type Questions = { questions: { user: string | null }[] }
    const { hook } = await hookServer(({ body }) => ({
      answers: (body as Questions).questions.map(({ user }) => ({ see: isOpen || user === 'ada', comment: true })),
      seconds: 0,
    }))
    const { post, listen, context } = await liveService(engine)
    await context.accounts.change('main', { permissionHook: hook })
    const { discussion } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const [ada, bob] = [await listen(path, { as: 'ada' }), await listen(path, { as: 'bob' })]
    await Promise.all([ada.has('ready'), bob.has('ready')])
    isOpen = false
    await bob.has('end')
    expect(reasonsOf([ada, bob])).toEqual([undefined, 'no-access'])
    expect((await (await listen(path, { as: 'bob' })).answered()).statusCode).toBe(404)
  })

  if (engine.kind !== 'sqlite') return

  test('K5: when its client does not read; it goes on from where it was', async () => {
    const { post, listen, live, address, settle } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const path = `/v1/discussions/${discussion}/stream`
    const start = await (await listen(path)).has('ready')
    start.close()
    const { hostname, port } = new URL(address)
    const lazy = connect(Number(port), hostname).pause()
    lazy.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await once(lazy, 'readable')
    await expect.poll(() => live.size).toBe(1)
    const long = 'x'.repeat(9000)
    let posted = 0
    // The machine takes some megabytes for a client before any are kept here.
    for (; live.size === 1 && posted < 1900; posted += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => post(`u${posted + at}`, long)))
    expect(live.size).toBe(0)
    lazy.destroy()
    const again = await (await listen(path, { since: start.lastId })).has('ready')
    expect(again.of('created')).toHaveLength(posted)
  }, 30_000)

  test('K7: or does not begin, where one has too many; several tabs can share one', async () => {
    const { post, listen } = await liveService(engine, { caps: { byUser: 2, byAddress: 3, loopback: true } })
    const { discussion } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const two = [await listen(path, { as: 'ada' }), await listen(path, { as: 'ada' })]
    await Promise.all(two.map((client) => client.has('ready')))
    expect((await (await listen(path, { as: 'ada' })).answered()).statusCode).toBe(429)
    await (await listen(path)).has('ready')
    const fourth = await (await listen(path)).answered()
    expect(fourth.statusCode).toBe(429)
    expect(fourth.headers['content-type']).toContain('application/problem+json')
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
    two[0]?.close()
    await expect.poll(async () => (await (await listen(path)).answered()).statusCode).toBe(200)
  })

  test('K8: nothing on the way may keep, gather or compress it; pages of other sites may read it', async () => {
    const { post, listen, call } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const headers = { 'accept-encoding': 'gzip, br', origin: 'https://example.org' }
    const answer = await (await listen(path, { headers })).answered()
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('content-length')
    const preflight = await call('OPTIONS', path)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('last-event-id')
    const head = await call('HEAD', path)
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })
})
