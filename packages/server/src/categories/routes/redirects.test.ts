import { expect, test } from 'vitest'
import { topicGround, type TopicGround } from './ground.fixtures.ts'

/** Where an address leads: in one step, to the address that the topic has. */
async function leadsTo({ call }: TopicGround, address: string): Promise<string> {
  const first = await call('GET', address)
  expect([first.statusCode, first.body, first.headers['cache-control']]).toEqual([301, '', 'no-cache'])
  const second = await call('GET', String(first.headers['location']))
  expect(second.statusCode).toBe(200)
  return second.data.topic.path
}

test('A6.7: an address that worked leads in one 301 to the topic, after renames, moves and merges', async () => {
  const ground = await topicGround()
  const { add, change, at, arrange, call } = ground
  const [music, films] = [await add('Music'), await add('Films')]
  const rock = await add('Rock', { parent: music.id })
  const live = await add('Live', { parent: rock.id })
  expect((await call('GET', at('music/rock/live'))).data).toMatchObject({
    topic: { id: live.id, path: 'music/rock/live', depth: 2 },
    breadcrumb: [{ path: 'music' }, { id: rock.id, path: 'music/rock' }],
  })
  await change(rock, { name: 'Rock & Roll' })
  expect(await leadsTo(ground, at('music/rock/live'))).toBe('music/rock-roll/live')
  await change(music, { slug: 'sound' })
  await change(rock, { parent: films.id })
  for (const old of ['music/rock/live', 'music/rock-roll/live', 'sound/rock-roll/live'])
    expect(await leadsTo(ground, at(old))).toBe('films/rock-roll/live')
  await arrange('POST', `/v1/topics/${rock.id}/merge`, { body: { into: music.id } })
  for (const old of ['music/rock', 'music/rock-roll', 'sound/rock-roll', 'films/rock-roll', 'music'])
    expect(await leadsTo(ground, at(old))).toBe('sound')
  for (const old of ['music/rock/live', 'films/rock-roll/live'])
    expect(await leadsTo(ground, at(old))).toBe('sound/live')
  expect((await call('GET', `/v1/topics/${rock.id}?locale=de`)).headers['location']).toBe(
    `/v1/topics/${music.id}?locale=de`,
  )
})

test('A6.7: a wrong part, another case, another form and slashes at the ends lead on, and are never the address', async () => {
  const ground = await topicGround()
  const music = await ground.add('Müsic')
  await ground.add('Ünique', { parent: music.id })
  for (const path of [
    'nothing/ünique',
    'ünique',
    'MÜSIC/ÜNIQUE',
    '/müsic/ünique',
    'müsic/ünique/',
    'mu\u0308sic/u\u0308nique',
  ])
    expect(await leadsTo(ground, ground.at(path))).toBe('müsic/ünique')
  for (const path of ['nothing', 'müsic/nothing', 'müsic//ünique/nothing', '/', '%', '..'])
    expect((await ground.call('GET', ground.at(path))).data.code).toBe('topic-not-found')
})

test('what was deleted without an heir is gone, and comes back where it was', async () => {
  const { add, at, arrange, call } = await topicGround()
  const music = await add('Music')
  await add('Rock', { parent: music.id })
  expect((await arrange('DELETE', `/v1/topics/${music.id}`)).data).toMatchObject({ code: 'topic-not-empty' })
  expect((await arrange('DELETE', `/v1/topics/${music.id}?how=cascade`)).statusCode).toBe(204)
  for (const address of [at('music'), at('music/rock'), `/v1/topics/${music.id}`])
    expect((await call('GET', address)).data).toMatchObject({ status: 410, code: 'topic-gone' })
  await arrange('POST', `/v1/topics/${music.id}/restore`, { body: {} })
  expect((await call('GET', at('music/rock'))).statusCode).toBe(200)
})

test('A6.8: a new topic takes over an address, and gives it back', async () => {
  const ground = await topicGround()
  const { add, change, at, call, arrange } = ground
  const first = await add('Music')
  await change(first, { name: 'Sound' })
  expect(await leadsTo(ground, at('music'))).toBe('sound')
  const second = await add('Music')
  expect((await call('GET', at('music'))).data.topic.id).toBe(second.id)
  await arrange('DELETE', `/v1/topics/${second.id}?how=move&to=${first.id}`)
  expect(await leadsTo(ground, at('music'))).toBe('sound')
})

test('A6.13: names and addresses fall back from language to language, and a redirect keeps the language', async () => {
  const ground = await topicGround()
  const { add, change, at, call } = ground
  const music = await add('Music', { locales: { de: { name: 'Musik' }, 'pt-br': { name: 'Música' } } })
  const rock = await add('Rock', { parent: music.id })
  const inGerman = await call('GET', at('musik/rock', { locale: 'de-AT' }))
  expect(inGerman.data.topic).toMatchObject({ name: 'Rock', locale: 'en', path: 'musik/rock' })
  expect(inGerman.data.breadcrumb).toMatchObject([{ name: 'Musik', slug: 'musik', path: 'musik' }])
  expect((await call('GET', at('música', { locale: 'pt-BR' }))).data.topic).toMatchObject({ locale: 'pt-BR' })
  expect((await call('GET', at('musik'))).data.topic).toMatchObject({ name: 'Musik', locale: 'de' })
  await change(rock, { name: 'Rock music' })
  const old = await call('GET', at('music/rock', { locale: 'de' }))
  expect(Object.fromEntries(new URLSearchParams(String(old.headers['location']).split('?')[1]))).toEqual({
    org: 'main',
    path: 'musik/rock-music',
    locale: 'de',
  })
  expect(await leadsTo(ground, at('musik/rock', { locale: 'de' }))).toBe('musik/rock-music')
})

test('bytes are kept where all see the same, by an address that says whose they are; a redirect never is', async () => {
  const { add, change, at, call, context } = await topicGround()
  const music = await add('Music')
  await change(music, { name: 'Sound' })
  const kept = async (address: string): Promise<boolean> => {
    await call('GET', address, { as: 'ada' })
    return context.pages.get(address) !== undefined
  }
  expect(await kept(at('sound'))).toBe(true)
  expect(await kept('/v1/trees/main/at?path=sound')).toBe(false)
  expect(await kept(at('music'))).toBe(false)
  expect(await kept('/v1/trees/main/topics?org=main')).toBe(true)
  await change(music, { description: 'All that sounds.' })
  expect(context.pages.get(at('sound'))).toBeUndefined()
  await add('Staff', { visibility: 'roles', roles: ['moderator'] })
  expect(await kept(at('sound'))).toBe(false)
})
