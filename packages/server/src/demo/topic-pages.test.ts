import { expect, test } from 'vitest'
import type { Topics } from '../categories/service.ts'
import type { Context } from '../context.ts'
import { startFollowing } from '../following.ts'
import { testContext } from '../testing/test-context.ts'
import { ARTICLES, pathOf } from './articles.ts'
import { get, openDemo, type Site } from './demo.fixtures.ts'
import { EDITOR, ORG } from './people.ts'
import { Demo } from './service.ts'
import { pathOfTalk, TALKS } from './talks/started.ts'
import { sampleTopic, topicPage, TREE } from './topics/tree.ts'

/** With all that follows from what was planted. */
async function openTopics(): Promise<Site> {
  const site = await openDemo()
  await startFollowing(site.context).drained()
  return site
}

const idOf = async ({ topics }: Context, sample: string): Promise<string> => (await sampleTopic(topics, sample)) ?? ''
const asEditor = { actor: EDITOR }
const FURNITURE = '/topics/small-places/street-furniture'
const ROOM = '/topics/the-readers-room'
const IN_ROOM = '/talk/a-long-table-in-june'

test('pages of topics and of discussions are read without scripts, each under one address', async () => {
  const site = await openTopics()
  await seeTree(site)
  await seeTopic(site)
  await seeOrders(site)
  await seeLanguages(site)
  await seeTalk(site)
  await seeArticles(site)
})

async function seeTree({ app }: Site): Promise<void> {
  const { body, statusCode } = await get(app, '/topics')
  expect(statusCode).toBe(200)
  expect(body).toContain(`<a href="/topics/small-places/street-furniture/telephone-boxes">`)
  expect(body).toContain('Clouds over Kyoto')
  expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/topics">')
  expect(body.indexOf('Clouds over Kyoto')).toBeLessThan(body.indexOf('Is cold soup soup?'))
}

/** The way to it, what lies under it, and the discussions of all of that. */
async function seeTopic({ app }: Site): Promise<void> {
  const { body, statusCode } = await get(app, FURNITURE)
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Street furniture · Topics · The Long Table</title>')
  expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080${FURNITURE}">`)
  expect(body).toMatch(/<nav class="crumbs".*Small places.*aria-current="page".*Street furniture/s)
  for (const said of ['Whatever stands outside', 'Telephone boxes', 'What have you found in a telephone box?'])
    expect(body).toContain(said)
  expect(body).toContain('href="/articles/village-telephone"')
  expect(body).toContain('4 discussions')
  expect(body).not.toContain('The library cat')
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)/)
}

async function seeOrders({ app }: Site): Promise<void> {
  const titles = async (sort: string): Promise<string[]> => {
    const { body } = await get(app, `${FURNITURE}?sort=${sort}`)
    return [...body.matchAll(/<h3><a href="([^"]+)"/g)].map(([, href = '']) => href)
  }
  const found = '/talk/found-in-a-telephone-box'
  expect((await titles('discussed'))[0]).toBe('/articles/village-telephone')
  expect((await titles('newest')).indexOf(found)).toBeLessThan(
    (await titles('newest')).indexOf('/articles/village-telephone'),
  )
  expect((await titles('nonsense')).toSorted()).toEqual((await titles('activity')).toSorted())
}

async function seeLanguages({ app }: Site): Promise<void> {
  const german = '/topics/kleine-orte/stadtm%C3%B6bel/telefonzellen'
  const { body, statusCode } = await get(app, german)
  expect(statusCode).toBe(200)
  expect(body).toContain('Telefonzellen · Topics')
  expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080${german}">`)
  expect(body).toContain('hreflang="fr" href="http://127.0.0.1:8080/topics/petits-lieux/')
  expect(body).toContain('locale="de"')
}

async function seeTalk({ app }: Site): Promise<void> {
  const { body, statusCode } = await get(app, pathOfTalk('found-in-a-telephone-box'))
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>What have you found in a telephone box? · The Long Table</title>')
  expect(body).toContain('<palaver-thread resource="talk:found-in-a-telephone-box"')
  expect(body).toContain('Begun by <bdi>Ada Lindqvist</bdi>')
  expect(body).toContain('<strong>Never the same one.</strong>')
  expect(body).toContain(`<a href="${FURNITURE}/telephone-boxes">`)
}

/** Each says in which topic it is. */
async function seeArticles({ app }: Site): Promise<void> {
  expect((await get(app, '/articles/village-telephone')).body).toContain(`<a href="${FURNITURE}/telephone-boxes">`)
  expect((await get(app, '/articles/soup-for-forty')).body).toContain('/topics/readers-kitchen/soups/feeding-forty')
}

test('what has moved is found in one step, what was given up says so, and what never was is not there', async () => {
  const { app, context } = await openTopics()
  const moved = await get(app, `${FURNITURE}/telephones?sort=newest`)
  expect([moved.statusCode, moved.headers.location]).toEqual([301, `${FURNITURE}/telephone-boxes?sort=newest`])
  await context.topics.revise(asEditor, await idOf(context, 'street-furniture'), {
    change: { name: 'Things outside', parent: null },
  })
  for (const old of [
    `${FURNITURE}/telephones`,
    `${FURNITURE}/telephone-boxes/`,
    '/topics/Things-Outside/telephone-boxes',
  ])
    expect((await get(app, old)).headers.location).toBe('/topics/things-outside/telephone-boxes')
  for (const home of ['/topics/', '/topics//']) expect((await get(app, home)).headers.location).toBe('/topics')
  const gone = await get(app, '/topics/horoscopes')
  expect([gone.statusCode, gone.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8'])
  expect(gone.body).toContain('This topic is gone')
  for (const url of ['/topics/never-was', '/talk/never-was']) {
    const { statusCode, body } = await get(app, url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toContain('See all topics')
  }
})

test('what is not for everybody is nowhere on pages for everybody, as if it never was', async () => {
  const { app, context } = await openTopics()
  const secrets = [/readers.{0,9} room/i, /moderators.{0,9} bench/i, /long table, in the park/i, /tablecloth/i]
  for (const url of ['/', '/topics', '/topics/work', ...ARTICLES.map(pathOf)])
    for (const secret of secrets) expect((await get(app, url)).body).not.toMatch(secret)
  const never = (await get(app, '/topics/never-was')).body
  for (const url of [ROOM, `${ROOM}/meeting-in-person`, '/topics/the-moderators-bench', '/topics/das-leserzimmer']) {
    const { statusCode, body } = await get(app, url)
    expect([url, statusCode]).toEqual([url, 404])
    const path = url.slice('/topics/'.length)
    expect(body.replaceAll(encodeURIComponent(path), '-').replaceAll(path, '-')).toBe(
      never.replaceAll('never-was', '-'),
    )
  }
  expect((await get(app, IN_ROOM)).statusCode).toBe(404)
  await context.topics.revise(asEditor, await idOf(context, 'readers-room'), { change: { name: 'The parlour' } })
  expect((await get(app, ROOM)).statusCode).toBe(404)
  const read = async (as: string): Promise<number> => {
    const { token } = (await get(app, `/demo/token?as=${as}`)).json()
    const url = `/v1/trees/${TREE}/at?path=the-parlour`
    return (await get(app, url, { authorization: `Bearer ${token}` })).statusCode
  }
  expect([await read('ada'), await read('guest')]).toEqual([200, 404])
})

test('names are text, whatever they are', async () => {
  const { app, context } = await openTopics()
  const evil = `<img src=x onerror=alert(1)>"'</title><script>alert(1)</script>`
  const { topic } = await context.topics.create(asEditor, TREE, {
    name: evil,
    description: evil,
    emoji: '<b>',
    locales: { de: { name: evil } },
  })
  const actor = { ...EDITOR, id: 'somebody', name: evil }
  const { discussion } = await context.comments.needs.discussions.open({
    org: ORG,
    resource: { type: 'talk', id: 'evil"><script>' },
    title: evil,
    topic: topic._id,
    tags: [evil],
  })
  await context.comments.post({ actor, ref: { discussion: discussion._id } }, { text: evil })
  await startFollowing(context).drained()
  for (const url of [
    '/topics',
    topicPage(topic.path),
    pathOfTalk('evil"><script>'),
    `/topics/${encodeURIComponent(evil)}`,
    pathOfTalk(evil),
  ]) {
    const { body } = await get(app, url)
    expect([url, body.includes('alert(1)')]).toEqual([url, true])
    expect(body).not.toMatch(/<img|<b>|<script(?![^>]*\ssrc="\/)/)
  }
})

test('data of a demo that knew no topics gets them, and what visitors changed stays changed', async () => {
  const context = await testContext()
  const { topics, comments } = context
  const none: Topics = Object.create(topics, { trees: { value: { of: () => Promise.reject(new Error('older')) } } })
  await expect(new Demo({ ...context, topics: none }, 40).prepare()).rejects.toThrow('older')
  const ref = { org: ORG, resource: { type: 'article', id: 'night-bus' } }
  expect((await comments.discussion(ref)).topic ?? null).toBeNull()

  await new Demo(context, 40).prepare()
  expect((await comments.discussion(ref)).topic).toBe(await idOf(context, 'night-buses'))
  await comments.configure({ ...asEditor, ref }, { topic: null, tags: [] })
  await topics.retire(asEditor, await idOf(context, 'weeds'), { how: 'cascade', to: null })
  const { version } = await topics.tree(ORG, TREE)

  await new Demo(context, 40).prepare()
  expect((await topics.tree(ORG, TREE)).version).toBe(version)
  expect((await comments.discussion(ref)).topic ?? null).toBeNull()
  await startFollowing(context).drained()
  for (const { id, talk } of TALKS)
    expect((await comments.discussion({ org: ORG, resource: { type: 'talk', id } })).comments).toBe(talk.length)
})

test('links of topics and discussions follow the address, which is one of this machine', async () => {
  const { app, demo, context } = await openDemo()
  for (const address of ['http://127.0.0.1:1', 'http://127.0.0.1:2']) {
    await demo.settle(address)
    const { tree } = await context.topics.tree(ORG, TREE)
    expect(tree.pages).toEqual({ topic: `${address}/topics/{path}`, discussion: `${address}/talk/{id}` })
    const talk = await context.comments.discussion({ org: ORG, resource: { type: 'talk', id: 'the-last-stop' } })
    expect(talk.url).toBe(`${address}/talk/the-last-stop`)
  }
  for (const url of ['/topics', '/topics/work', '/talk/the-last-stop'])
    expect((await get(app, url, { host: 'evil.example' })).statusCode).toBe(403)
})
