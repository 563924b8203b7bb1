import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { personId } from '../../accounts/service.ts'
import { liveService, ORG } from '../../live/live.fixtures.ts'
import { postCasePlaces } from './erasing.ts'
import { allFollowed } from '../../testing/api/all-documents.ts'

const idOf = (name: string): string => personId(ORG, name)
const QUEUE = '/v1/moderation/posts'
const MOD = { as: 'mod', role: 'moderator' } as const

type Asked = { as: string; role?: 'moderator' | 'admin' }

async function ground(engine: Parameters<typeof liveService>[0]) {
  const service = await liveService(engine)
  const { context } = service
  await context.people.upsert(
    ORG,
    ['ada', 'bob', 'cy', 'mod'].map((id) => ({ id, username: id })),
  )
  const call = (who: Asked, method: string, path: string, body?: unknown) =>
    service.call(method, path, { ...who, ...(body !== undefined && { body }) })
  const must = async (who: Asked, method: string, path: string, body?: unknown) => {
    const { status, data } = await call(who, method, path, body)
    expect([method, path, status, data?.detail]).toEqual([
      method,
      path,
      expect.toSatisfy((one) => one < 300),
      undefined,
    ])
    return data
  }
  const say = async (as: string, text: string, more: object = {}) =>
    must({ as }, 'POST', '/v1/posts', { text, ...more })
  const rules = async (...phases: object[]) => {
    const { rev } = await must({ as: 'root', role: 'admin' }, 'GET', '/v1/moderation/rules')
    await context.moderation.putRules(
      { org: ORG, id: 'root', name: 'Root', role: 'admin', kind: 'person' },
      phases as never,
      rev,
    )
  }
  const sees = async (as: string | null, post: string): Promise<boolean> =>
    (await service.call('GET', `/v1/posts/${post}?org=${ORG}`, as === null ? {} : { as })).status === 200
  const audit = async () => {
    await allFollowed(context.store)
    const { entries } = await must(MOD, 'GET', '/v1/moderation/audit')
    const all = entries as { act: string; by: string; reason: string | null; detail: string | null }[]
    return all.filter(({ act }) => act.startsWith('post-')).toReversed()
  }
  return { ...service, call, must, say, rules, sees, audit }
}

const HOLD = { phase: 'words', words: ['wait'], action: 'hold' }

describeEngines('moderation of posts', (engine) => {
  it('holds a post until somebody has decided, and says so to its author alone', async () => {
    const g = await ground(engine)
    await g.rules(HOLD)
    const held = await g.say('ada', 'please wait', { audience: { to: 'people', people: [idOf('bob')] } })
    expect(held).toMatchObject({ status: 'held', reason: expect.any(String) })
    expect(await Promise.all([g.sees('ada', held.id), g.sees('bob', held.id), g.sees('mod', held.id)])).toEqual([
      true,
      false,
      false,
    ])
    const queue = await g.must(MOD, 'GET', QUEUE)
    expect(queue).toMatchObject({ items: [{ kind: 'held', post: { id: held.id } }], counts: { held: 1, reported: 0 } })
    expect((await g.call({ as: 'bob' }, 'GET', QUEUE)).status).toBe(403)
    const [{ post, why }] = queue.items
    expect([post.html, why]).toEqual([expect.stringContaining('please wait'), held.reason])
    const decided = await g.must(MOD, 'PUT', `${QUEUE}/${held.id}`, { decision: 'publish', reason: 'Fine.' })
    expect(decided.status).toBe('published')
    expect(await Promise.all([g.sees('bob', held.id), g.sees('cy', held.id), g.sees('mod', held.id)])).toEqual([
      true,
      false,
      false,
    ])
    expect((await g.must(MOD, 'GET', QUEUE)).counts).toEqual({ held: 0, reported: 0, isMore: false })
    expect(await g.audit()).toMatchObject([
      { act: 'post-published', by: idOf('mod'), reason: 'Fine.', detail: `post ${held.id}` },
    ])
    const late = await g.call(MOD, 'PUT', `${QUEUE}/${held.id}`, { decision: 'reject', reason: null })
    expect(late.data.code).toBe('already-decided')
  })

  it('lets the first of several moderators decide', async () => {
    const g = await ground(engine)
    await g.rules(HOLD)
    const { id } = await g.say('ada', 'please wait')
    const decisions = ['publish', 'reject', 'publish', 'reject'] as const
    const answers = await Promise.all(
      decisions.map((decision) => g.call(MOD, 'PUT', `${QUEUE}/${id}`, { decision, reason: null })),
    )
    const { status } = await g.must({ as: 'ada' }, 'GET', `/v1/posts/${id}`)
    for (const [at, answer] of answers.entries())
      expect([200, 409]).toContain(answer.status === 200 || answer.status === 409 ? answer.status : `${at}`)
    expect(['published', 'rejected']).toContain(status)
    const lines = await g.audit()
    expect(lines.at(-1)?.act).toBe(`post-${status}`)
  })

  it('tells its author why a post was taken down, and lets it be put up again', async () => {
    const g = await ground(engine)
    const { id } = await g.say('ada', 'rude')
    await g.must(MOD, 'PUT', `${QUEUE}/${id}`, { decision: 'reject', reason: 'Rude.' })
    expect(await Promise.all(['bob', 'mod', null].map((who) => g.sees(who, id)))).toEqual([false, false, false])
    expect(await g.must({ as: 'ada' }, 'GET', `/v1/posts/${id}`)).toMatchObject({ status: 'rejected', reason: 'Rude.' })
    await g.must(MOD, 'PUT', `${QUEUE}/${id}`, { decision: 'publish', reason: null })
    expect(await g.sees(null, id)).toBe(true)
    expect((await g.audit()).map(({ act }) => act)).toEqual(['post-rejected', 'post-published'])
  })

  it('shows a reported post to moderators, in the queue and nowhere else', async () => {
    const g = await ground(engine)
    const { id } = await g.say('ada', 'a secret', { audience: { to: 'people', people: [idOf('bob'), idOf('cy')] } })
    const report = (as: string, body: object = { reason: 'abuse' }) =>
      g.call({ as }, 'POST', `/v1/posts/${id}/reports`, body)
    await g.must({ as: 'bob' }, 'POST', `/v1/discussions/-/comments?type=social-post&id=${id}`, {
      text: 'private words',
    })
    const decide = (decision: string) => g.call(MOD, 'PUT', `${QUEUE}/${id}`, { decision, reason: null })
    expect((await decide('reject')).data.code).toBe('post-not-found')
    expect((await report('mod')).data.code).toBe('post-not-found')
    expect((await report('ada')).data.code).toBe('forbidden')
    expect([(await report('bob')).status, (await report('bob', { reason: 'spam', text: 'No.' })).status]).toEqual([
      204, 204,
    ])
    expect((await report('cy')).status).toBe(204)
    const { text, data } = await g.call(MOD, 'GET', QUEUE)
    expect(data).toMatchObject({ items: [{ kind: 'reported', count: 2, post: { id } }], counts: { reported: 1 } })
    expect(data.items[0].reports.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(['abuse', 'spam'])
    expect(text).not.toContain('private words')
    expect(await g.sees('mod', id)).toBe(false)
    expect((await g.must(MOD, 'GET', `/v1/counts?org=${ORG}&type=social-post&id=${id}`)).counts[0].comments).toBeNull()
    expect((await decide('publish')).status).toBe(200)
    expect((await g.must(MOD, 'GET', QUEUE)).items).toEqual([])
    await report('bob', { reason: 'spam', text: 'Once more.' })
    expect((await g.must(MOD, 'GET', QUEUE)).items).toEqual([])
    expect((await g.audit()).map(({ act }) => act)).toEqual(['post-kept'])
    expect((await decide('reject')).data.code).toBe('post-not-found')
  })

  it('closes the case of a post that its author deletes', async () => {
    const g = await ground(engine)
    const { id } = await g.say('ada', 'oops')
    await g.must({ as: 'bob' }, 'POST', `/v1/posts/${id}/reports`, { reason: 'other' })
    await g.must({ as: 'ada' }, 'DELETE', `/v1/posts/${id}`)
    expect((await g.must(MOD, 'GET', QUEUE)).items).toEqual([])
    await allFollowed(g.context.store)
    expect((await g.must(MOD, 'GET', QUEUE)).counts.reported).toBe(0)
  })

  it('forgets who reported what, once they are erased', async () => {
    const g = await ground(engine)
    const { id } = await g.say('ada', 'hm')
    await g.must({ as: 'bob' }, 'POST', `/v1/posts/${id}/reports`, { reason: 'other', text: 'I think so.' })
    const [place] = postCasePlaces(g.context.social.needs.postCases)
    const whose = { org: ORG, id: idOf('bob') }
    const items = async (): Promise<object[]> => {
      const found: object[] = []
      for await (const item of place?.items?.(whose) ?? []) found.push(item)
      return found
    }
    expect(await items()).toMatchObject([{ post: id, reason: 'other', text: 'I think so.' }])
    await place?.erase({ ...whose, seq: 0, late: false } as never)
    expect(await items()).toEqual([])
    const { text } = await g.call(MOD, 'GET', QUEUE)
    expect(text).not.toContain('I think so.')
    expect((await g.must(MOD, 'GET', QUEUE)).items[0]).toMatchObject({ count: 1, reports: [{ person: 'erased' }] })
  })

  it('goes through a queue without gap or repeat', async () => {
    const g = await ground(engine)
    await g.rules(HOLD)
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      ids.push((await g.say('ada', `wait ${at}`)).id)
      const { id } = await g.say('ada', `fine ${at}`)
      await g.must({ as: 'bob' }, 'POST', `/v1/posts/${id}/reports`, { reason: 'other' })
      ids.push(id)
    }
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: { post: { id: string } }[]; next: string | null } = await g.must(
        MOD,
        'GET',
        `${QUEUE}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      )
      found.push(...page.items.map(({ post }) => post.id))
      cursor = page.next
    }
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect((await g.must(MOD, 'GET', `${QUEUE}?kind=held`)).items.length).toBe(3)
  })

  it('judges edits, and refuses what would have to wait', async () => {
    const g = await ground(engine)
    const { id } = await g.say('ada', 'fine')
    await g.rules(HOLD, { phase: 'links', block: ['evil.example'], action: 'refuse' })
    const edit = (text: string) => g.call({ as: 'ada' }, 'PATCH', `/v1/posts/${id}`, { text })
    expect((await edit('https://evil.example/')).data.code).toBe('text-refused')
    const { data } = await edit('please wait')
    expect([data.code, data.detail]).toEqual(['text-refused', expect.stringContaining('stays as it was')])
    expect((await g.must({ as: 'bob' }, 'GET', `/v1/posts/${id}`)).html).toContain('fine')
    expect((await edit('finer')).status).toBe(200)
  })

  it('keeps what shadow-banned people do from all others, and they do not notice', async () => {
    const g = await ground(engine)
    const earlier = await g.say('ada', 'before')
    const other = await g.say('bob', 'of bob')
    await g.rules({ phase: 'banned' })
    await g.must(MOD, 'PUT', `/v1/moderation/shadow/${idOf('ada')}`, { reason: 'Troll.' })
    const post = await g.say('ada', 'after')
    expect(post).toMatchObject({ status: 'published', reason: null })
    const repost = await g.must({ as: 'ada' }, 'POST', `/v1/posts/${other.id}/reposts`, {})
    await g.must({ as: 'ada' }, 'PATCH', `/v1/posts/${earlier.id}`, { text: 'worse' })
    for (const id of [post.id, repost.id, earlier.id])
      expect(await Promise.all([g.sees('ada', id), g.sees('bob', id)])).toEqual([true, false])
  })

  it('lets nobody who is shadow-banned show to others what they wrote, whatever their token says', async () => {
    const g = await ground(engine)
    await g.must(MOD, 'GET', QUEUE)
    await g.rules({ phase: 'banned' })
    await g.must({ as: 'root', role: 'admin' }, 'PUT', `/v1/moderation/shadow/${idOf('mod')}`, { reason: 'Troll.' })
    const { id } = await g.must(MOD, 'POST', '/v1/posts', { text: 'of a moderator' })
    expect(await g.must(MOD, 'PUT', `${QUEUE}/${id}`, { decision: 'publish' })).toMatchObject({ status: 'published' })
    expect([await g.sees('mod', id), await g.sees('bob', id)]).toEqual([true, false])
    await g.must(MOD, 'PUT', `${QUEUE}/${id}`, { decision: 'reject' })
    await g.must(MOD, 'PUT', `${QUEUE}/${id}`, { decision: 'publish' })
    expect(await g.sees('bob', id)).toBe(false)
  })

  it('lets who is banned neither post, react, vote, follow nor pass on', async () => {
    const g = await ground(engine)
    const poll = { choices: ['a', 'b'], seconds: 3600 }
    const { id } = await g.say('bob', 'which?', { poll })
    await g.must(MOD, 'PUT', `/v1/moderation/bans/${idOf('ada')}`, { reason: 'Rude.' })
    const tries: [string, string, unknown][] = [
      ['PUT', `/v1/posts/${id}/reaction`, { reaction: 'like' }],
      ['PUT', `/v1/posts/${id}/vote`, { choices: [0] }],
      ['POST', `/v1/posts/${id}/reposts`, {}],
      ['PUT', `/v1/me/following/${idOf('bob')}`, undefined],
      ['POST', `/v1/posts/${id}/reports`, { reason: 'spam' }],
    ]
    for (const [method, path, body] of tries) {
      const { data } = await g.call({ as: 'ada' }, method, path, body)
      expect([path, data?.code]).toEqual([path, 'banned'])
    }
  })
})
