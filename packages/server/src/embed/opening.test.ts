import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { personId } from '../accounts/service.ts'
import { hookServer } from '../testing/hook-server.ts'
import { ORG, pictureOf, type Stage, stage } from './embed.fixtures.ts'

const at = (id: string, more = ''): string => `/v1/opening?org=${ORG}&type=page&id=${id}${more}`
const ada = personId(ORG, 'ada')

describeEngines('what a page opens with', (engine) => {
  let it: Stage
  beforeAll(async () => {
    it = await stage(engine)
  })
  afterAll(() => it.close())

  test('is the discussion, its first threads, what is pinned, and the pictures of those who wrote', async () => {
    const root = await it.post('a', 'one')
    const reply = await it.post('a', 'two', root)
    await it.call('PUT', `/v1/discussions/-/comments/${reply.replace('/', '.')}/pin?type=page&id=a`, {
      as: 'mo',
      role: 'moderator',
    })
    // Numbers follow a moment later, and are compared below.
    const counted = async (): Promise<unknown> => (await it.call('GET', at('a'))).data.discussion.comments
    await expect.poll(counted).toBe(2)
    const { data, status, headers } = await it.call('GET', at('a'))
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(data).toMatchObject({
      org: { id: ORG, name: 'Main', guests: false },
      discussion: { resource: { type: 'page', id: 'a' }, state: 'open', pinned: [reply] },
      opens: true,
      tree: { roots: [{ comment: { slug: root }, replies: [{ comment: { slug: reply } }] }], next: null },
      page: null,
      pinned: [{ slug: reply, author: { id: ada, name: 'ada' } }],
      avatars: { [ada]: pictureOf('ada') },
    })
    const discussion = data.discussion.id
    expect(data.tree).toEqual((await it.call('GET', `/v1/discussions/${discussion}/tree`)).data)
    expect(data.discussion).toEqual((await it.call('GET', `/v1/discussions/${discussion}`)).data)
    const flat = (await it.call('GET', at('a', '&view=flat&sort=newest'))).data
    expect(flat.tree).toBeNull()
    expect(flat.page.comments.map(({ slug }: { slug: string }) => slug)).toEqual([reply, root])
  })

  test('is kept for others only where the address says whose it is', async () => {
    await it.post('named', 'one')
    const url = '/v1/opening?type=page&id=named'
    const unnamed = await it.call('GET', url, { as: 'ada' })
    expect(unnamed.data.discussion.comments).toBeDefined()
    expect(unnamed.headers['cache-control']).toBe('private, no-cache')
    expect(it.context.pages.get(url)).toBeUndefined()
    const named = `${url}&org=${ORG}`
    expect((await it.call('GET', named, { as: 'ada' })).headers['cache-control']).toBe('no-cache')
    // Not while the numbers that follow from the comment are written, nor for long.
    const isKept = async (): Promise<boolean> => {
      await it.call('GET', named, { as: 'ada' })
      return it.context.pages.get(named) !== undefined
    }
    await expect.poll(isKept).toBe(true)
  })

  test('shows a new comment at once', async () => {
    await it.post('fresh', 'one')
    expect((await it.call('GET', at('fresh'))).data.tree.roots).toHaveLength(1)
    await it.post('fresh', 'two')
    expect((await it.call('GET', at('fresh'))).data.tree.roots).toHaveLength(2)
  })

  test('is flat by itself where the discussion is, and then by time whatever is asked for', async () => {
    const body = { resource: { type: 'page', id: 'flat' }, settings: { order: 'chronological' } }
    await it.call('POST', '/v1/discussions', { as: 'mo', role: 'moderator', body })
    await it.post('flat', 'one')
    expect((await it.call('GET', at('flat'))).data).toMatchObject({ tree: null, page: { comments: [{}] } })
    expect((await it.call('GET', at('flat', '&view=threaded'))).data).toMatchObject({ page: null, tree: {} })
    expect((await it.call('GET', at('flat', '&sort=best'))).data).toMatchObject({ tree: null, page: {} })
    expect((await it.call('GET', at('a', '&view=flat&sort=best'))).data).toEqual(
      (await it.call('GET', at('a', '&view=flat'))).data,
    )
  })

  test('says whether a first comment opens what is not there yet, and has no pictures then', async () => {
    const { data, status, headers } = await it.call('GET', at('none'))
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(data).toMatchObject({ discussion: null, opens: true, tree: null, page: null, pinned: [], avatars: {} })
    await it.context.accounts.change(ORG, { opensOnFirstComment: false })
    expect((await it.call('GET', at('none'))).data.opens).toBe(false)
    await it.context.accounts.change(ORG, { opensOnFirstComment: true })
    expect((await it.call('GET', '/v1/opening?org=nobody&type=page&id=a')).data.code).toBe('org-not-found')
    expect((await it.call('GET', '/v1/opening?type=page&id=a')).data.errors).toMatchObject([{ path: 'query.org' }])
    expect((await it.call('GET', '/v1/opening?type=page&id=a', { as: 'bob' })).status).toBe(200)
  })

  test('a comment that is taken down is not among the pinned, nor in front', async () => {
    const slug = await it.post('pins', 'one')
    const pin = `/v1/discussions/-/comments/${slug}/pin?type=page&id=pins`
    await it.call('PUT', pin, { as: 'mo', role: 'moderator' })
    const { discussion } = (await it.call('GET', at('pins'))).data
    const act = { act: 'reject', discussion: discussion.id, slug, reason: 'No.' }
    await it.call('POST', '/v1/moderation/acts', { as: 'mo', role: 'moderator', body: act })
    const { data } = await it.call('GET', at('pins'))
    expect(data.pinned).toEqual([])
    expect(data.avatars).toEqual({})
  })
})

describeEngines('where the host decides', (engine) => {
  let it: Stage
  beforeAll(async () => {
    it = await stage(engine)
    await it.post('hidden', 'secret')
  })
  afterAll(() => it.close())

  test('what is hidden opens as what is not there, and nothing of it is kept for others', async () => {
    const may = (user: string | null) => ({ see: user === 'ada', comment: true, moderate: user === 'ada' })
    const { hook } = await hookServer(({ body }) => ({
      answers: body.questions.map(({ user }: { user: string | null }) => may(user)),
      seconds: 0,
    }))
    await it.context.accounts.change(ORG, { permissionHook: hook })
    const seen = await it.call('GET', at('hidden'), { as: 'ada' })
    expect(seen.data.tree.roots).toHaveLength(1)
    expect(seen.headers['cache-control']).toBe('private, no-cache')
    for (const as of ['eve', undefined]) {
      const [hidden, never] = await Promise.all(
        ['hidden', 'never'].map((id) => it.call('GET', at(id), as === undefined ? {} : { as })),
      )
      expect([hidden?.status, hidden?.text]).toEqual([200, never?.text])
      expect(hidden?.data).toMatchObject({ discussion: null, opens: false, tree: null })
    }
    const me = `/v1/me?type=page&id=hidden`
    expect((await it.call('GET', me, { as: 'ada' })).data.moderates).toBe(true)
    expect((await it.call('GET', me, { as: 'eve', role: 'moderator' })).data.moderates).toBe(false)
    expect((await it.call('GET', '/v1/me', { as: 'eve', role: 'moderator' })).data.moderates).toBe(true)
    const avatars = `/v1/avatars?org=${ORG}&id=${ada}`
    expect((await it.call('GET', avatars)).data).toEqual({ avatars: {} })
    expect((await it.call('GET', avatars, { as: 'eve' })).data).toEqual({ avatars: { [ada]: pictureOf('ada') } })
  })
})
