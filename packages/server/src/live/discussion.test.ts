import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { liveService } from './live.fixtures.ts'

describeEngines('the stream of a discussion', (engine) => {
  test('tells what happens there, as it happens, with what everyone may see of it', async () => {
    const { post, call, listen, settle } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    await settle()
    const client = await (await listen(`/v1/discussions/${discussion}/stream`)).has('ready')
    const { comment } = await post('bob', 'second *one*')
    const at = `/v1/discussions/${discussion}/comments/${comment.slug}`
    await call('PATCH', at, { as: 'bob', body: { text: 'changed' } })
    await call('PUT', `${at}/vote`, { as: 'ada', body: { value: 1 } })
    await client.has('votes')
    await call('DELETE', at, { as: 'bob' })
    await client.has('deleted')
    expect(client.frames.map(({ event }) => event)).toEqual(['ready', 'created', 'edited', 'votes', 'deleted'])
    expect(client.of('created')[0].comment).toMatchObject({
      slug: comment.slug,
      html: '<p>second <em>one</em></p>\n',
      author: { name: 'bob' },
      status: 'published',
    })
    expect(client.of('created')[0].comment).not.toHaveProperty('text')
    expect(client.of('edited')[0].comment).toMatchObject({ html: '<p>changed</p>\n', rev: 2 })
    expect(client.of('votes')).toEqual([{ slug: comment.slug, votes: { up: 1, down: 0 }, reactions: {} }])
    expect(client.of('deleted')[0].comment).toMatchObject({ html: '', author: null, status: 'deleted' })
  })

  test('tells what moderators do, and what is removed as a whole', async () => {
    const { post, call, listen } = await liveService(engine)
    const { discussion, comment } = await post('ada', 'first')
    const client = await (await listen(`/v1/discussions/-/stream?org=main&type=page&id=a`)).has('ready')
    const about = { discussion, slug: comment.slug, reason: null }
    await call('POST', '/v1/moderation/acts', { as: 'mod', role: 'moderator', body: { act: 'reject', ...about } })
    await client.has('rejected')
    expect(client.of('rejected')[0].comment).toMatchObject({ html: '', author: null })
    await call('POST', '/v1/moderation/acts', { as: 'mod', role: 'moderator', body: { act: 'publish', ...about } })
    await client.has('restored')
    expect(client.of('restored')[0].comment).toMatchObject({ html: '<p>first</p>\n' })
    const at = `/v1/discussions/${discussion}`
    const settings = { deletion: 'cascade' }
    await call('PATCH', at, { as: 'mod', role: 'moderator', body: { title: 'New', settings } })
    await client.has('changed')
    expect(client.of('changed')).toEqual([{ title: 'New', url: null }])
    await call('DELETE', `${at}/comments/${comment.slug}`, { as: 'ada' })
    await client.has('removed')
    expect(client.of('cut')).toEqual([{ slug: comment.slug }])
    expect(client.of('removed')).toEqual([{ slug: comment.slug }])
  })

  test('says of many votes only how they stand, whether they are counted yet or not', async () => {
    const { post, call, listen, settle } = await liveService(engine)
    const { discussion, comment } = await post('ada', 'first')
    await settle()
    const client = await (await listen(`/v1/discussions/${discussion}/stream`)).has('ready')
    const vote = (user: number): Promise<unknown> =>
      call('PUT', `/v1/discussions/${discussion}/comments/${comment.slug}/vote`, { as: `u${user}`, body: { value: 1 } })
    await Promise.all(Array.from({ length: 40 }, (_, user) => vote(user)))
    await client.until(() => client.of('votes').at(-1)?.votes.up === 40)
    const counts = client.of('votes').map(({ votes }) => votes.up)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.length).toBeLessThan(40)
  })

  test('shows nothing of who was blocked or muted, to who did or whom they blocked', async () => {
    const { post, call, listen } = await liveService(engine)
    const { discussion, comment } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const ada = comment.author.id
    const bob = (await post('bob', 'second')).comment.author.id
    await call('PUT', `/v1/me/blocks/${ada}`, { as: 'cleo' })
    const [forCleo, forAda, forBob] = await Promise.all(['cleo', 'ada', 'bob'].map((as) => listen(path, { as })))
    const all = [forCleo, forAda, forBob]
    for (const client of all) await client?.has('ready')
    await post('ada', 'of ada')
    await call('PUT', `/v1/me/mutes/${bob}`, { as: 'ada' })
    await post('bob', 'of bob')
    await post('cleo', 'of cleo')
    const texts = async (client = forAda) => {
      await client?.until(
        () => client.of('created').filter(({ comment: { html } }) => html !== '<p>first</p>\n').length >= 3,
      )
      return client
        ?.of('created')
        .slice(-3)
        .map(({ comment: { html, hidden = false } }) => (hidden ? html || 'hidden' : html))
    }
    expect(await texts(forBob)).toEqual(['<p>of ada</p>\n', '<p>of bob</p>\n', '<p>of cleo</p>\n'])
    expect(await texts(forCleo)).toEqual(['hidden', '<p>of bob</p>\n', '<p>of cleo</p>\n'])
    expect(await texts(forAda)).toEqual(['<p>of ada</p>\n', 'hidden', 'hidden'])
  })

  test('is not there for another org, nor where there is no discussion', async () => {
    const { post, context, listen } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const other = await context.accounts.create('Other')
    const token = await context.accounts.issue(other._id, { id: 'eve', username: 'Eve', role: 'admin' }, 1)
    const asked = [
      listen(`/v1/discussions/${discussion}/stream`, { token }),
      listen('/v1/discussions/none/stream', { token }),
      listen('/v1/discussions/-/stream?org=main&type=page&id=none'),
    ]
    const statuses = await Promise.all(asked.map(async (one) => (await (await one).answered()).statusCode))
    expect(statuses).toEqual([404, 404, 404])
  })
})
