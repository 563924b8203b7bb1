import { expect, it, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { ORG } from '../../live/live.fixtures.ts'
import { type Ground, ground, idOf, type Said, SECRET } from './ways-out.fixtures.ts'

const PUBLIC = { to: 'public' }

const readings = ({ post, discussion, root, own }: Said): string[] => {
  const [top, below] = [root, own].map((slug) => slug.replaceAll('/', '.'))
  const at = `/v1/discussions/${discussion}`
  return [
    `${at}/comments`,
    `${at}/comments?view=chronological&sort=newest`,
    `${at}/comments?view=roots`,
    `${at}/comments?view=threaded&sort=best`,
    `${at}/tree`,
    `${at}/tree?sort=best`,
    `${at}/comments/${top}`,
    `${at}/comments/${below}`,
    `${at}/comments/${top}/thread`,
    `${at}/comments/${below}/replies`,
    `${at}/positions/0`,
    `${at}/feed`,
    `/v1/opening?org=${ORG}&type=social-post&id=${post}`,
    `/v1/opening?org=${ORG}&type=social-post&id=${post}&view=flat`,
    `/v1/orgs/${ORG}/feed`,
    `/v1/posts/${post}`,
    `/v1/people/${idOf('ada')}/wall`,
  ]
}

const toldOfCy = async ({ call }: Ground, said: Said): Promise<string[]> => {
  const texts = await Promise.all(
    readings(said).map(async (path) => [path, (await call('GET', path, { as: 'bob' })).text] as const),
  )
  return texts.flatMap(([path, text]) => (text.includes(SECRET) || text.includes(idOf('cy')) ? [path] : []))
}

describeEngines('people who are apart, about the same post', (engine) => {
  test.each([
    ['bob', 'cy'],
    ['cy', 'bob'],
  ])('are given the places of what the other said, and not a word: %s blocks %s', async (blocker, blocked) => {
    const g = await ground(engine)
    const said = await g.talk(PUBLIC)
    expect((await toldOfCy(g, said)).length).toBe(readings(said).length)
    const stream = await g.listen(`/v1/discussions/${said.discussion}/stream`, { as: 'bob' })
    await stream.has('ready')
    await g.must('PUT', `/v1/me/blocks/${idOf(blocked)}`, { as: blocker })
    expect(await toldOfCy(g, said)).toEqual([])
    const { comments } = await g.must('GET', `/v1/discussions/${said.discussion}/comments?view=chronological`, {
      as: 'bob',
    })
    expect(comments.map(({ author }: { author: { name: string } | null }) => author?.name ?? null)).toEqual([
      null,
      'bob',
      null,
    ])
    await g.say(said.post, 'cy', `${SECRET} three`)
    await stream.has('created')
    expect(stream.of('created')).toEqual([{ comment: expect.objectContaining({ author: null, html: '' }) }])
    await g.settled()
    const post = await g.must('GET', `/v1/posts/${said.post}`, { as: 'bob' })
    expect([post.numbers.comments, post.latest.length]).toEqual([1, 1])
    expect((await g.must('GET', `/v1/posts/${said.post}`, { as: 'ada' })).numbers.comments).toBe(4)
  })

  it('have nothing to do with what the other said', async () => {
    const g = await ground(engine)
    const said = await g.talk(PUBLIC)
    await g.must('PUT', `/v1/me/blocks/${idOf('cy')}`, { as: 'bob' })
    const at = `/v1/discussions/${said.discussion}/comments/${said.root}`
    const tries: [string, string, unknown][] = [
      ['PUT', `${at}/vote`, { value: 1 }],
      ['PUT', `${at}/reactions/like`, undefined],
      ['POST', `${at}/reports`, { reason: 'spam', note: null }],
      ['POST', `/v1/discussions/${said.discussion}/comments`, { text: 'and yet', parent: said.root }],
    ]
    for (const [method, path, body] of tries) {
      const { data } = await g.call(method, path, { as: 'bob', ...(body !== undefined && { body }) })
      expect([path, data?.code]).toEqual([path, 'comment-not-found'])
    }
  })
})

describeEngines('pages of what is said about posts', (engine) => {
  it('are never kept for everybody', async () => {
    const g = await ground(engine)
    const said = await g.talk(PUBLIC)
    for (const path of readings(said)) {
      const isOfPerson = path.startsWith('/v1/posts') || path.startsWith('/v1/people')
      const { status, headers } = await g.call('GET', isOfPerson ? `${path}?org=${ORG}` : path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'private, no-cache'])
    }
    for (const page of ['thread', 'frame']) {
      const { headers } = await g.call('GET', `/embed/${page}?org=${ORG}&type=social-post&id=${said.post}`)
      expect(headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  it('are opened by a first comment alone, with the address that the org has for posts', async () => {
    const g = await ground(engine)
    const admin = { as: 'root', role: 'admin' } as const
    const pages = { person: null, post: 'https://example.org/posts/{id}' }
    await g.must('PATCH', '/v1/org', { ...admin, body: { pages, opensOnFirstComment: false } })
    const resource = { type: 'social-post', id: 'nothing' }
    const opened = await g.call('POST', '/v1/discussions', { ...admin, body: { resource, title: 'Mine' } })
    expect([opened.status, opened.data.code]).toEqual([422, 'invalid'])
    const missing = await g.call('POST', '/v1/discussions/-/comments?type=social-post&id=nothing', {
      as: 'bob',
      body: { text: 'hello' },
    })
    expect(missing.data.code).toBe('discussion-not-found')
    const { id } = await g.must('POST', '/v1/posts', { as: 'ada', body: { text: 'a secret', audience: PUBLIC } })
    const path = `/v1/discussions/-/comments?type=social-post&id=${id}`
    const body = { text: 'first', title: 'Not mine', url: 'https://evil.example/', tags: ['x'] }
    const { discussion } = await g.must('POST', path, { as: 'bob', body })
    const shown = await g.must('GET', `/v1/discussions/${discussion}`)
    expect(shown).toMatchObject({ title: 'A post', url: `https://example.org/posts/${id}`, tags: [], topic: null })
    for (const change of [{ title: 'Other' }, { url: 'https://example.org/' }, { tags: ['y'] }]) {
      const changed = await g.call('PATCH', `/v1/discussions/${discussion}`, { ...admin, body: change })
      expect(changed.data.code).toBe('invalid')
    }
    const page = await g.must('POST', '/v1/discussions', { ...admin, body: { resource: { type: 'page', id: 'p' } } })
    const renamed = await g.call('POST', `/v1/discussions/${page.id}/rename`, { ...admin, body: { resource } })
    expect(renamed.data.code).toBe('invalid')
  })
})
