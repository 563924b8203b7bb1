import { describe, expect, it, test, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { personId } from '../accounts/ids.ts'
import { collections } from '../collections.ts'
import { ARTICLE, conversation, ORG, service } from '../comments/routes/service.fixtures.ts'
import type { Context } from '../context.ts'
import { startFollowing } from '../following.ts'
import { testContext } from '../testing/test-context.ts'
import { unzipped } from './unzipped.fixtures.ts'

const ada = personId(ORG, 'ada')

describe('an archive', () => {
  test('has what a person wrote and who they are, to read and as data, and nothing of others', async () => {
    const it = await service()
    const { at } = await conversation(it, ['one <b>&', 'two'])
    await it.call('PATCH', at('two'), { as: 'ada', body: { text: 'two, edited' } })
    await it.call('POST', ARTICLE, { as: 'bob', body: { text: 'not hers' } })
    await it.call('PUT', `/v1/me/mutes/${personId(ORG, 'bob')}`, { as: 'ada' })
    await drained(it.context)
    const answer = await it.app.inject({
      method: 'GET',
      url: '/v1/me/export',
      headers: { authorization: `Bearer ${await it.token('ada')}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    const files = unzipped(answer.rawPayload)
    const data = JSON.parse(files.get('data.json') ?? '')
    expect(data.comments.map(({ text }: { text: string }) => text)).toEqual(['one <b>&', 'two, edited'])
    expect(data.comments[1].earlier).toEqual([{ text: 'two', replaced: expect.any(String) }])
    expect(data.profile).toMatchObject([{ id: 'ada', name: 'ada' }])
    expect(data['mutes and blocks']).toMatchObject([{ kind: 'mute', person: 'bob' }])
    const page = files.get('index.html') ?? ''
    expect(page).toContain('one &lt;b&gt;&amp;')
    expect(page + files.get('data.json')).not.toContain('not hers')
  })

  test('is for people, not for keys', async () => {
    const it = await service()
    expect((await it.call('GET', '/v1/me/export')).statusCode).toBe(401)
  })
})

describeEngines('erasing a person', (engine) => {
  const open = async () => {
    const context = await testContext({ engine: await engine.open(collections) })
    await context.accounts.ensureFirst()
    startFollowing(context)
    return context
  }
  const actorOf = async (context: Context, id: string, name = id) =>
    context.accounts.identify(await context.accounts.issue(ORG, { id, username: name, email: `${id}@x.example` }, 1))

  it('reaches every place, and nobody else', async () => {
    const context = await open()
    const { comments, people, moderation } = context
    const actor = await actorOf(context, 'ada', 'Ada Lovelace')
    const bob = await actorOf(context, 'bob', 'Bob')
    const admin = { ...(await actorOf(context, 'root')), role: 'admin' as const }
    for (const layout of ['per-comment', 'embedded', 'hybrid'] as const) {
      const { _id } = await comments.open(admin, {
        org: ORG,
        resource: { type: 't', id: layout },
        settings: { layout },
      })
      const ref = { discussion: _id }
      const { comment } = await comments.post({ actor, ref, key: layout }, { text: 'my quixotic words' })
      await comments.edit({ actor, ref }, { slug: comment.slug, text: 'my quixotic again' })
      const said = await comments.post({ actor: bob, ref }, { text: 'what Bob said', parent: comment.slug })
      await comments.vote({ actor, ref }, { slug: said.comment.slug, value: 1 })
    }
    await moderation.putRules(admin, [{ phase: 'pre-moderation' }], null)
    await comments.post(
      { actor, ref: { org: ORG, resource: { type: 't', id: 'hybrid' } } },
      { text: 'quixotic, and it waits' },
    )
    await comments.post(
      { actor, ref: { org: ORG, resource: { type: 't', id: 'unopened' } } },
      { text: 'it opens', title: 'A quixotic title', tags: ['quixotic'] },
    )
    await people.relations.add(actor, 'mute', bob.id)
    await people.erase(admin, actor.id)
    await drained(context)
    const left = await everything(context)
    expect(left).not.toMatch(/quixotic/)
    expect(left).not.toMatch(/Lovelace/)
    expect(left).not.toMatch(/ada@x\.example/)
    expect(left).toMatch(/what Bob said/)
    const discussion = await comments.discussion({ org: ORG, resource: { type: 't', id: 'hybrid' } })
    expect(discussion.comments).toBe(1)
  })

  it('stays so: what comes late goes too, and nobody can tell of them again', async () => {
    const context = await open()
    const { comments, people } = context
    const actor = await actorOf(context, 'ada', 'Ada Lovelace')
    const ref = { org: ORG, resource: { type: 't', id: 'x' } }
    await people.erase(actor, ada)
    await comments.post({ actor, ref }, { text: 'my quixotic words' })
    await people.upsert(ORG, [{ id: 'ada', username: 'Ada Lovelace' }])
    await drained(context)
    await vi.waitFor(async () => expect(await everything(context)).not.toMatch(/quixotic|Lovelace/), {
      timeout: 20_000,
    })
    const token = await context.accounts.issue(ORG, { id: 'ada', username: 'Ada Lovelace' }, 2)
    await expect(context.accounts.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

test('who may erase whom', async () => {
  const { call, context } = await service()
  await call('POST', ARTICLE, { as: 'ada', body: { text: 'a' } })
  expect((await call('DELETE', `/v1/people/${ada}`, { as: 'bob' })).data.code).toBe('forbidden')
  expect(
    (await call('DELETE', `/v1/people/${personId('other', 'ada')}`, { as: 'root', role: 'admin' })).statusCode,
  ).toBe(404)
  expect((await call('DELETE', '/v1/me', { as: 'ada' })).statusCode).toBe(202)
  expect((await context.people.get(ORG, ada))?.erased).not.toBeNull()
})

test('who was erased comes in no more, by the token they had a moment ago, nor as a guest', async () => {
  const { call, context, app } = await service()
  const authorization = `Bearer ${await context.accounts.issue(ORG, { id: 'ada', username: 'Ada' }, 1)}`
  await context.accounts.change(ORG, { guests: true })
  const guest = (await call('POST', '/v1/guests', { body: { org: ORG, name: 'Gus' } })).data.token
  for (const field of [authorization, `Bearer ${guest}`]) {
    const headers = { authorization: field }
    expect((await app.inject({ method: 'DELETE', url: '/v1/me', headers })).statusCode).toBe(202)
    expect((await call('POST', ARTICLE, { headers, body: { text: 'again' } })).statusCode).toBe(401)
  }
})

/** Twice: what one consumer writes tells events that others have to see. */
async function drained({ store }: Context): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await store.events.settle()
    await vi.waitFor(
      async () => expect([...(await store.events.behind()).values()].every((count) => count === 0)).toBe(true),
      { timeout: 20_000, interval: 20 },
    )
  }
}

/** Every document and every event there is, as text. */
async function everything({ store }: Context): Promise<string> {
  const all: unknown[] = []
  for (const spec of collections) for await (const { doc } of store.collection(spec).scan()) all.push(doc)
  const partition = store.events.partitionOf(ORG)
  all.push(...(await store.events.read({ partition, after: 0, limit: 10_000 })))
  return JSON.stringify(all)
}
