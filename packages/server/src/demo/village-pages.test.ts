import { expect, test } from 'vitest'
import { startFollowing } from '../following.ts'
import { get, HOST, openDemo, type Site } from './demo.fixtures.ts'
import { actorOf, PEOPLE } from './people.ts'
import { Demo } from './service.ts'
import { pathOfPerson, pathOfPost, POSTS } from './village/posts.ts'
import { isPictured } from './village/picturing.ts'
import type { SamplePost } from './village/sample.ts'
import { VILLAGERS } from './village/villagers.ts'

const isForAll = ({ by, to = 'public', waits }: SamplePost): boolean =>
  to === 'public' && waits === undefined && VILLAGERS.find(({ id }) => id === by)?.isPrivate === undefined

const as = async ({ app }: Site, who: string, url: string) => {
  const { token } = (await get(app, `/demo/token?as=${who}`)).json()
  return get(app, url, { ...HOST, authorization: `Bearer ${token}` })
}

const pathOf = (who: string): string => pathOfPerson(actorOf(who).id)

/** A part of the text that only this post has. */
const wordsOf = ({ text }: SamplePost): string => text.slice(0, 24)

async function openVillage(): Promise<Site & { settled: () => Promise<void> }> {
  const site = await openDemo()
  const { drained } = startFollowing(site.context)
  await site.demo.settle('http://127.0.0.1:8080')
  await drained()
  return { ...site, settled: drained }
}

test('people are shown with what they say of themselves, and each has a page', async () => {
  const { app } = await openVillage()
  const people = (await get(app, '/people')).body
  for (const { id, name, short } of PEOPLE) {
    expect(people).toContain(`<bdi>${name}</bdi>`)
    expect(people).toContain(`Be ${short}</button>`)
    const moved = await get(app, `/people/${id}?as=bo`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `${pathOf(id)}?as=bo`])
    const page = await get(app, pathOf(id))
    expect([id, page.statusCode]).toEqual([id, 200])
    expect(page.body).toContain(`<palaver-person person="${actorOf(id).id}" view="page"`)
    expect(page.body).toContain(`<link rel="canonical" href="http://127.0.0.1:8080${pathOf(id)}">`)
  }
  expect(people).toContain('<dt>Found at</dt>')
  expect(people).toContain('the old post office')
  // What is said to followers alone, and by who is private, is not in it.
  expect(people).not.toContain('short cuts')
  expect(people).not.toContain('Violin')
  expect((await get(app, '/people/nobody-of-that-name')).statusCode).toBe(404)
})

test('a post for everybody is read without scripts; any other is not there for nobody', async () => {
  const { app, demo } = await openVillage()
  await demo.grow(() => {})
  for (const sample of POSTS) {
    const answer = await get(app, pathOfPost(sample.id))
    expect([sample.id, answer.statusCode]).toEqual([sample.id, isForAll(sample) ? 200 : 404])
    expect(answer.body).toContain(isForAll(sample) ? '<palaver-feed view="post"' : 'No such post')
  }
  const { body } = await get(app, '/posts/telephoneBox')
  expect(body).toMatch(/<title>Ada Lindqvist: I have now used the village telephone[^<]*… · The Long Table<\/title>/)
  expect(body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/posts/telephoneBox">')
  expect(body).toContain('Was there a hum on the line?')
  expect((await get(app, '/posts/harbourLight')).body).toContain('alt="A low sun over water,')
  expect((await get(app, '/posts/nothing')).statusCode).toBe(404)

  // Nothing that is not for everybody is in the source of any page.
  const pages = [
    '/',
    '/news',
    '/people',
    ...PEOPLE.map(({ id }) => pathOf(id)),
    ...POSTS.map(({ id }) => pathOfPost(id)),
  ]
  const bodies = await Promise.all(pages.map(async (url) => (await get(app, url)).body))
  const hidden = POSTS.filter((post) => !isForAll(post))
  expect(hidden.length).toBeGreaterThan(8)
  for (const body of bodies) {
    for (const post of hidden) expect(body).not.toContain(wordsOf(post))
    for (const { name } of VILLAGERS.flatMap(({ circles }) => circles)) expect(body).not.toContain(name)
  }
})

test('what is for some is for them: circles, followers, named people, and who is asked', async () => {
  const site = await openVillage()
  const sees = async (who: string, post: string): Promise<boolean> =>
    (await as(site, who, `/v1/posts/${post}`)).statusCode === 200
  expect([await sees('leila', 'soupEvening'), await sees('bo', 'soupEvening')]).toEqual([true, false])
  expect([await sees('leila', 'forFollowers'), await sees('kofi', 'forFollowers')]).toEqual([true, false])
  expect([await sees('mara', 'justForTwo'), await sees('haru', 'justForTwo')]).toEqual([true, false])
  expect([await sees('ada', 'toveQuartet'), await sees('bo', 'toveQuartet')]).toEqual([true, false])
  const asking = (await as(site, 'tove', '/v1/me/follow-requests')).json()
  expect(asking.people.map(({ person }: { person: { name: string } }) => person.name)).toEqual(['Bo Adeyemi'])
  const incoming = (await as(site, 'ada', '/v1/me/incoming')).json()
  expect(incoming.posts.map(({ id }: { id: string }) => id)).toEqual(['waitingForAda'])
})

type News = { posts: { id: string; author: { id: string }; link: { preview: { title: string } | null } | null }[] }

test('news have all kinds of posts, links with what their pages say, and nothing of who is muted', async () => {
  const site = await openVillage()
  const { posts }: News = (await as(site, 'ada', '/v1/news?limit=100')).json()
  const ids = posts.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['pollTable', 'ropesAgain', 'benchQuote', 'swarmToday']))
  const titles = posts.flatMap(({ link }) => (link === null ? [] : [link.preview?.title]))
  expect(titles).toContain('The vote on the old bridge')
  expect(titles).not.toContain(undefined)
  const harus: News = (await as(site, 'haru', '/v1/news?limit=100')).json()
  expect(harus.posts.some(({ author }) => author.id === actorOf('otis').id)).toBe(false)
  const [closed, open] = [await as(site, 'bo', '/v1/posts/pollBread'), await as(site, 'bo', '/v1/posts/pollTable')]
  expect(closed.json().poll).toMatchObject({ isClosed: true, voters: 7 })
  expect(open.json().poll).toMatchObject({ isClosed: false, voters: 8 })
  expect((await as(site, 'bo', '/v1/posts/streetOfRopes')).json().numbers).toMatchObject({ reposts: 1 })
  // Of all that was there already nobody is notified.
  for (const who of ['otis', 'juno', 'tove', 'kofi'])
    expect([who, (await as(site, who, '/v1/me/notifications/counts')).json().unread.count]).toEqual([who, 0])
})

test('a second start adds nothing, whatever visitors have done meanwhile; links follow the address', async () => {
  const { demo, context, settled } = await openVillage()
  await demo.grow(() => {})
  const told = async (): Promise<number> => {
    await settled()
    return context.store.events.lastSeq(context.store.events.partitionOf('main'))
  }
  await context.social.delete(actorOf('ada'), 'secondReading')
  const before = await told()
  const again = new Demo(context, 40)
  await again.prepare()
  await again.grow(() => {})
  expect(await told()).toBe(before)
  await again.settle('http://127.0.0.1:8081')
  expect((await context.social.needs.posts.get('secondReading'))?.status).toBe('deleted')
  expect((await context.social.needs.posts.get('bridgeVote'))?.link).toBe(
    'http://127.0.0.1:8081/articles/the-old-bridge',
  )
  expect(await context.accounts.get('main')).toMatchObject({
    pages: { person: 'http://127.0.0.1:8081/people/{id}', post: 'http://127.0.0.1:8081/posts/{id}' },
  })
})

test('what shows pictures waits for them', () => {
  expect(POSTS.filter(isPictured).map(({ id }) => id)).toContain('mistPassedOn')
  expect(new Set(POSTS.map(({ id }) => id)).size).toBe(POSTS.length)
})
