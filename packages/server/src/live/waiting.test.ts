import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { hookServer } from '../testing/hook-server.ts'
import { liveService } from './live.fixtures.ts'

const streamOf = (page: string, org = 'main'): string =>
  `/v1/discussions/-/stream?org=${org}&type=page&id=${page}&unopened=wait`

describeEngines('the stream of a discussion that nobody has begun', (engine) => {
  test('waits, and tells from the first comment on, of that discussion alone', async () => {
    const { post, listen, live } = await liveService(engine)
    const [client, other] = [await listen(streamOf('a')), await listen(streamOf('c'), { as: 'cleo' })]
    await Promise.all([client.has('ready'), other.has('ready')])
    await post('bob', 'elsewhere', { page: 'b' })
    await post('ada', 'first')
    await post('bob', 'second')
    await client.until(() => client.of('created').length === 2)
    expect(client.of('created').map(({ comment }) => comment.html)).toEqual(['<p>first</p>\n', '<p>second</p>\n'])
    expect(client.frames.map(({ event }) => event)).toEqual(['ready', 'created', 'created'])
    expect(other.frames.map(({ event }) => event)).toEqual(['ready'])
    client.close()
    other.close()
    await expect.poll(() => live.size).toBe(0)
  })

  test('goes on where it was, also where it has been begun meanwhile', async () => {
    const { post, listen } = await liveService(engine)
    await post('bob', 'elsewhere', { page: 'b' })
    const client = await (await listen(streamOf('a'))).has('ready')
    client.close()
    await post('ada', 'first')
    const again = await (await listen(streamOf('a'), { since: client.lastId })).has('ready')
    // On MongoDB it may only be in the log after the stream was opened.
    await again.until(() => again.of('created').length > 0)
    expect(again.of('created').map(({ comment }) => comment.html)).toEqual(['<p>first</p>\n'])
    await post('bob', 'second')
    await again.until(() => again.of('created').length === 2)
  })

  test('says to read all where somebody was faster, and goes on', async () => {
    const { post, listen } = await liveService(engine)
    await post('ada', 'first')
    const client = await (await listen(streamOf('a'))).has('reset')
    await post('bob', 'second')
    await client.until(() => client.of('created').at(-1)?.comment.html === '<p>second</p>\n')
  })

  test('does not notice what is held, and tells from the first comment on that is published', async () => {
    const { call, context, listen } = await liveService(engine)
    const root = { org: 'main', id: 'root', name: 'Root', role: 'admin', kind: 'person' } as const
    await context.moderation.putRules(root, [{ phase: 'pre-moderation' }], null)
    const early = await (await listen(streamOf('a'))).has('ready')
    const path = '/v1/discussions/-/comments?type=page&id=a'
    const { data } = await call('POST', path, { as: 'ada', body: { text: 'first' } })
    const late = await (await listen(streamOf('a'))).has('ready')
    await context.moderation.decideHeld(root, data.held.id, { act: 'approve', reason: null })
    for (const client of [early, late]) {
      await client.has('created')
      expect(client.frames.map(({ event }) => event)).toEqual(['ready', 'created'])
    }
  })

  test('loses nothing of what is begun while it is opened', async () => {
    const { post, listen } = await liveService(engine)
    const pages = Array.from({ length: 20 }, (_, at) => `p${at}`)
    await Promise.all(
      pages.map(async (page) => {
        const [client] = await Promise.all([listen(streamOf(page)), post('ada', 'first', { page })])
        await client.until(({ frames }) => frames.some(({ event }) => event === 'created' || event === 'reset'))
      }),
    )
  })

  test('is not there for another org, nor for none, nor where the host hides what would be there', async () => {
    const isHidden = (id: string, user: string | null): boolean => id === 'secret' && user !== 'ada'
    type Questions = { questions: { user: string | null; resource: { id: string } }[] }
    const hidden = { later: false }
    const { hook } = await hookServer(({ body }) => ({
      answers: (body as Questions).questions.map(({ user, resource }) => ({
        see: !isHidden(resource.id, user) && !(hidden.later && user === 'bob'),
        comment: true,
      })),
      seconds: 0,
    }))
    const { context, listen } = await liveService(engine)
    const other = await context.accounts.create('Other')
    const token = await context.accounts.issue(other._id, { id: 'eve', username: 'Eve', role: 'admin' }, 1)
    await context.accounts.change('main', { permissionHook: hook })
    const asked = [
      listen(streamOf('a'), { token }),
      listen(streamOf('a', 'nobody')),
      listen(streamOf('secret'), { as: 'bob' }),
      listen(streamOf('secret'), { as: 'ada' }),
    ]
    const statuses = await Promise.all(asked.map(async (one) => (await (await one).answered()).statusCode))
    expect(statuses).toEqual([404, 404, 404, 200])
    const bob = await (await listen(streamOf('a'), { as: 'bob' })).has('ready')
    hidden.later = true
    await bob.has('end')
    expect(bob.of('end')).toEqual([{ reason: 'no-access' }])
  })

  test('counts as one of the streams that somebody may have', async () => {
    const { listen } = await liveService(engine, { caps: { byUser: 1, byAddress: 2, loopback: true } })
    await (await listen(streamOf('a'), { as: 'ada' })).has('ready')
    expect((await (await listen(streamOf('b'), { as: 'ada' })).answered()).statusCode).toBe(429)
  })
})
