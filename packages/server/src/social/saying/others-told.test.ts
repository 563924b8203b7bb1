import { expect, it, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { presentWithText } from '../../comments/service.ts'
import { ORG } from '../../live/live.fixtures.ts'
import { payloadOf } from '../../webhooks/payload.ts'
import { ground, idOf, SECRET } from './ways-out.fixtures.ts'

const MOD = { as: 'mod', role: 'moderator' } as const
const toCy = { to: 'people', people: [idOf('cy')] }

describeEngines('of what is said about a post', (engine) => {
  it('the host is told while everybody may see it', async () => {
    const g = await ground(engine)
    const said = await g.talk({ to: 'public' })
    const { comments, store } = g.context
    const partition = store.events.partitionOf(ORG)
    const told = async (): Promise<string[]> => {
      const events = await store.events.read({ partition, subject: said.discussion, after: 0, limit: 100 })
      const all = await Promise.all(events.map((event) => payloadOf({ comments, view: presentWithText }, event)))
      return all.filter((one) => one !== null)
    }
    expect((await told()).join()).toContain(SECRET)
    await g.must('PATCH', `/v1/posts/${said.post}`, { as: 'ada', body: { audience: toCy } })
    expect(await told()).toEqual([])
  })

  it('moderators are told nothing that they may not see, nor how much of it there is', async () => {
    const g = await ground(engine)
    const said = await g.talk({ to: 'public' })
    const rules = [{ phase: 'pre-moderation' }] as never
    const root = { org: ORG, id: 'root', name: 'Root', role: 'admin', kind: 'person' } as const
    await g.context.moderation.putRules(root, rules, null)
    await g.say(said.post, 'cy', `${SECRET} held`)
    const path = `/v1/discussions/${said.discussion}/comments/${said.root}/reports`
    await g.must('POST', path, { as: 'ada', body: { reason: 'spam', note: null } })
    await g.settled()
    const counts = () => g.must('GET', '/v1/moderation/counts', MOD)
    expect(await counts()).toMatchObject({ held: 1, reported: 1 })
    const { items } = await g.must('GET', '/v1/moderation/queue', MOD)
    await g.must('PATCH', `/v1/posts/${said.post}`, { as: 'ada', body: { audience: toCy } })
    expect(await counts()).toMatchObject({ held: 0, reported: 0 })
    for (const kind of ['held', 'reported'])
      expect(await g.must('GET', `/v1/moderation/queue?kind=${kind}`, MOD)).toMatchObject({ items: [] })
    const held = `/v1/moderation/held/${items[0].held.id}`
    const decided = await g.call('POST', held, { ...MOD, body: { act: 'approve' } })
    expect(decided.status).toBe(404)
    const act = { act: 'reject', discussion: said.discussion, slug: said.root, reason: null }
    expect((await g.call('POST', '/v1/moderation/acts', { ...MOD, body: act })).status).toBe(404)
  })

  const layouts = ['per-comment', 'embedded', 'hybrid']
  test.each(layouts)('the last is shown with it, as it is there for who looks, stored %s', async (layout) => {
    const g = await ground(engine)
    await g.must('PATCH', '/v1/org', { as: 'root', role: 'admin', body: { settings: { layout } } })
    const said = await g.talk({ to: 'public' })
    const latest = async (as: string): Promise<[number, string[]]> => {
      const { numbers, latest: last } = await g.must('GET', `/v1/posts/${said.post}`, { as })
      return [numbers.comments, last.map(({ html }: { html: string }) => html.replaceAll(/<[^>]*>|\n/g, ''))]
    }
    expect(await latest('dee')).toEqual([3, [`${SECRET} two`, 'bob was here', `${SECRET} one`]])
    const fourth = await g.say(said.post, 'dee', 'four')
    for (let at = 0; at < 8; at++) await g.say(said.post, 'cy', `more ${at}`)
    await g.settled()
    expect((await latest('bob'))[1]).toEqual(['more 7', 'more 6', 'more 5'])
    await g.must('PUT', `/v1/me/mutes/${idOf('cy')}`, { as: 'dee' })
    expect(await latest('dee')).toEqual([2, ['four', 'bob was here']])
    await g.must('DELETE', `/v1/discussions/${said.discussion}/comments/${fourth.comment.slug}`, { as: 'dee' })
    await g.settled()
    expect(await latest('dee')).toEqual([1, ['bob was here']])
    const { posts } = await g.must('GET', `/v1/people/${idOf('ada')}/wall`, { as: 'dee' })
    expect(posts[0].numbers.comments).toBe(1)
  })
})
