import { expect, test } from 'vitest'
import { conversation, ORG, service } from '../../comments/routes/service.fixtures.ts'
import { personId } from '../ids.ts'

const idOf = (name: string): string => personId(ORG, name)

test.each(['mutes', 'blocks'])('%s are made, listed by cursor and taken back', async (list) => {
  const { call, context } = await service()
  const names = ['ann', 'bob', 'cid']
  await context.people.upsert(
    ORG,
    names.map((name) => ({ id: name, username: name })),
  )
  for (const name of names)
    expect((await call('PUT', `/v1/me/${list}/${idOf(name)}`, { as: 'me' })).statusCode).toBe(204)
  const guest = `guest.${'g'.repeat(22)}`
  await call('PUT', `/v1/me/${list}/${guest}`, { as: 'me' })
  const seen: { id: string; name: string | null }[] = []
  for (let url = `/v1/me/${list}?limit=2`; url !== '';) {
    const { data, headers } = await call('GET', url, { as: 'me' })
    seen.push(...data.people)
    url = data.next === null ? '' : `/v1/me/${list}?limit=2&cursor=${encodeURIComponent(data.next)}`
    expect(headers.link === undefined).toBe(data.next === null)
  }
  expect(seen.map(({ name }) => name ?? 'guest').toSorted()).toEqual([...names, 'guest'])
  await call('DELETE', `/v1/me/${list}/${idOf('bob')}`, { as: 'me' })
  expect((await call('DELETE', `/v1/me/${list}/${idOf('bob')}`, { as: 'me' })).statusCode).toBe(204)
  expect((await call('GET', `/v1/me/${list}`, { as: 'me' })).data.people).toHaveLength(3)
  expect((await call('GET', `/v1/me/${list}`, { as: 'ann' })).data.people).toEqual([])
})

test('nobody mutes or blocks themselves, nor somebody who is not there; keys cannot', async () => {
  const { call, context } = await service()
  await context.people.upsert('other', [{ id: 'ann', username: 'Ann' }])
  const { key } = await context.accounts.apiKeys.create(ORG, { name: 'server', scopes: ['people'] })
  for (const list of ['mutes', 'blocks']) {
    const put = async (person: string) => (await call('PUT', `/v1/me/${list}/${person}`, { as: 'me' })).data
    expect(await put(idOf('me'))).toMatchObject({ code: 'invalid' })
    expect(await put(idOf('nobody'))).toMatchObject({ code: 'person-not-found' })
    expect(await put(personId('other', 'ann'))).toMatchObject({ code: 'person-not-found' })
    expect(await put('x')).toMatchObject({ code: 'invalid' })
    expect((await call('GET', `/v1/me/${list}?cursor=x`, { as: 'me' })).data).toMatchObject({ code: 'bad-cursor' })
    expect((await call('GET', `/v1/me/${list}`)).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${key}` }
    expect((await call('GET', `/v1/me/${list}`, { headers })).data).toMatchObject({ code: 'forbidden' })
  }
})

test('a block hides comments and refuses replies, at once', async () => {
  const all = await service()
  const { at, slug, discussion } = await conversation(all, ['a'])
  await all.call('GET', '/v1/people?prefix=x', { as: 'bob' })
  await all.call('PUT', `/v1/me/blocks/${idOf('bob')}`, { as: 'ada' })
  const reply = { as: 'bob', body: { text: 'b', parent: slug('a') } }
  const { data } = await all.call('POST', `/v1/discussions/${discussion}/comments`, reply)
  expect([data.code, data.detail]).toEqual(['forbidden', 'You cannot reply to this comment.'])
  const mine = await all.call('GET', `/v1/discussions/${discussion}/mine?slug=${slug('a')}`, { as: 'bob' })
  expect(mine.data.comments).toMatchObject([{ hidden: true }])
  expect((await all.call('GET', at('a'), { as: 'bob' })).statusCode).toBe(200)
})

test('a mute can have an end, a block has none', async () => {
  const { call, context } = await service()
  await context.people.upsert(ORG, [{ id: 'ann', username: 'ann' }])
  const until = new Date(context.now() + 60_000).toISOString()
  const put = (list: string, body: object) => call('PUT', `/v1/me/${list}/${idOf('ann')}`, { as: 'me', body })
  expect((await put('mutes', { until })).statusCode).toBe(204)
  expect((await call('GET', '/v1/me/mutes', { as: 'me' })).data.people).toMatchObject([{ id: idOf('ann'), until }])
  expect((await put('mutes', { until: null })).statusCode).toBe(204)
  expect((await call('GET', '/v1/me/mutes', { as: 'me' })).data.people).toMatchObject([{ until: null }])
  for (const wrong of [{ until: 'tomorrow' }, { until: '2020-01-01T00:00:00Z' }, { till: null }])
    expect((await put('mutes', wrong)).data).toMatchObject({ code: 'invalid' })
  expect((await put('blocks', { until })).data).toMatchObject({ code: 'invalid' })
})
