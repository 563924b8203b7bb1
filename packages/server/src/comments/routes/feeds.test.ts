import { expect, test } from 'vitest'
import { ARTICLE, conversation, ORG, PAGE, service, type Service } from './service.fixtures.ts'

const NASTY = `</content><script>alert(1)</script> & "quotes" 'and' <b>bold</b>`

const entriesOf = (xml: string): string[] =>
  Array.from(xml.matchAll(/<entry>(.*?)<\/entry>/gs), ([, entry]) => entry ?? '')
const valueOf = (xml: string, name: string): string =>
  new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** Every tag that opens also closes, nothing else looks like one, and every & begins an escape. */
function expectWellFormed(xml: string): void {
  const open: string[] = []
  for (const [, slash, name = '', empty] of xml
    .replace(/^<\?xml[^?]*\?>/, '')
    .matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (slash === '/') expect(open.pop()).toBe(name)
    else if (empty !== '/') open.push(name)
  }
  expect(open).toEqual([])
  expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#39);)/)
}

async function feed({ app }: Service, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers })
}

test('a discussion has a feed of its newest comments, which no text can break out of', async () => {
  const ours = await service()
  const body = { text: NASTY, title: 'A & B', url: 'https://example.org/a?b=1&c=2#old' }
  const { data } = await ours.call('POST', ARTICLE, { as: 'ada', body })
  await ours.call('POST', ARTICLE, { as: 'Bob <b>', body: { text: 'second' } })
  const url = `/v1/discussions/${data.discussion}/feed`
  const answer = await feed(ours, url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expectWellFormed(answer.body)
  const [second = '', first = ''] = entriesOf(answer.body)
  expect(valueOf(second, 'name')).toBe('Bob &lt;b&gt;')
  expect(valueOf(first, 'id')).toBe(`urn:palaver:comment:${data.discussion}:${data.comment.slug}`)
  expect(valueOf(first, 'published')).toBe(data.comment.posted)
  expect(first).toContain(`href="https://example.org/a?b=1&amp;c=2#comment-${data.comment.slug}"`)
  expect(valueOf(first, 'content')).not.toBe('')
  expect(valueOf(answer.body, 'updated')).toBe(valueOf(second, 'updated'))
  const again = await feed(ours, url, { 'if-none-match': String(answer.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await feed(ours, `/v1/discussions/-/feed?org=${ORG}&${PAGE}`)).body).toBe(answer.body)
})

test('what was deleted is not told', async () => {
  const ours = await service()
  const { discussion, at } = await conversation(ours, ['a', 'a.b', 'c'])
  await ours.call('DELETE', at('a'), { as: 'ada' })
  const { body } = await feed(ours, `/v1/discussions/${discussion}/feed`)
  expect(entriesOf(body).map((entry) => valueOf(entry, 'content'))).toEqual([
    expect.stringContaining('c'),
    expect.stringContaining('a.b'),
  ])
})

test('a discussion that is empty has a feed too, and one that is not there has none', async () => {
  const ours = await service()
  const resource = { type: 'page', id: 'empty' }
  const { data } = await ours.call('POST', '/v1/discussions', { as: 'eve', role: 'admin', body: { resource } })
  const { statusCode, body } = await feed(ours, `/v1/discussions/${data.id}/feed`)
  expect([statusCode, entriesOf(body), valueOf(body, 'updated')]).toEqual([200, [], data.created])
  expect((await feed(ours, '/v1/discussions/none/feed')).json()).toMatchObject({ code: 'discussion-not-found' })
})

test('an org has a feed of what was said anywhere in it, the newest first', async () => {
  const ours = await service()
  const other = await ours.context.accounts.create('Other')
  for (const id of ['one', 'two'])
    await ours.call('POST', `/v1/discussions/-/comments?type=page&id=${id}`, { as: 'ada', body: { text: id } })
  const told = async (): Promise<string[]> =>
    entriesOf((await feed(ours, `/v1/orgs/${ORG}/feed`)).body).map((entry) => valueOf(entry, 'title'))
  await expect.poll(told).toEqual(['ada on two', 'ada on one'])
  expectWellFormed((await feed(ours, `/v1/orgs/${ORG}/feed`)).body)
  expect(entriesOf((await feed(ours, `/v1/orgs/${other._id}/feed`)).body)).toEqual([])
  expect((await feed(ours, '/v1/orgs/nowhere/feed')).json()).toMatchObject({ code: 'org-not-found' })
  const authorization = `Bearer ${await ours.token('ada')}`
  expect((await feed(ours, `/v1/orgs/${other._id}/feed`, { authorization })).statusCode).toBe(404)
})

test('where the host decides who may see what, an org has none', async () => {
  const ours = await service()
  const permissionHook = { url: 'https://example.org/may', secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
  await ours.context.accounts.change(ORG, { permissionHook })
  expect((await feed(ours, `/v1/orgs/${ORG}/feed`)).json()).toMatchObject({ code: 'org-not-found' })
})
