import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { Topics } from '../categories/service.ts'
import { realWorld } from '../comments/world.ts'
import { liveService, type LiveService } from './live.fixtures.ts'

type Made = { id: string }

/** Topics of an admin, and discussions that moderators go on with; each look at who may go on takes long to come. */
async function ground(engine: Parameters<typeof liveService>[0]) {
  const service = await liveService(engine, { tickMs: 3_600_000 })
  const admin = (method: string, path: string, body: unknown): Promise<Made> => asAdmin(service, method, path, body)
  await admin('POST', '/v1/trees', { key: 'main', name: 'Main' })
  const topic = (body: object): Promise<Made> => admin('POST', '/v1/trees/main/topics', body)
  const say = async (page: string, body: object): Promise<string> => {
    const path = `/v1/discussions/-/comments?type=page&id=${page}`
    const { status, data } = await service.call('POST', path, { as: 'mod', role: 'moderator', body })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return (data as { discussion: string }).discussion
  }
  return { ...service, admin, topic, say }
}

async function asAdmin({ call }: LiveService, method: string, path: string, body: unknown): Promise<Made> {
  const { status, data } = await call(method, path, { as: 'root', role: 'admin', body })
  if (status >= 300) throw new Error(JSON.stringify(data))
  return data as Made
}

const HIDDEN = { visibility: 'roles', roles: ['moderator'] }

type Ground = Awaited<ReturnType<typeof ground>>
type Places = { above: Made; own: Made; hidden: Made; discussion: string }

const WAYS: [string, (g: Ground, at: Places) => Promise<unknown>][] = [
  ['it is hidden', ({ admin }, { own }) => admin('PATCH', `/v1/topics/${own.id}`, HIDDEN)],
  ['one above it is hidden', ({ admin }, { above }) => admin('PATCH', `/v1/topics/${above.id}`, HIDDEN)],
  ['it moves', ({ admin }, { own, hidden }) => admin('PATCH', `/v1/topics/${own.id}`, { parent: hidden.id })],
  ['it is merged', ({ admin }, { own, hidden }) => admin('POST', `/v1/topics/${own.id}/merge`, { into: hidden.id })],
  [
    'the discussion is filed elsewhere',
    ({ admin }, { discussion, hidden }) => admin('PATCH', `/v1/discussions/${discussion}`, { topic: hidden.id }),
  ],
]

describeEngines('streams of discussions in topics', (engine) => {
  test.each(WAYS)('end before anything more is told to who may not see the topic any more: %s', async (_, hide) => {
    const g = await ground(engine)
    const above = await g.topic({ name: 'Above' })
    const own = await g.topic({ name: 'Own', parent: above.id })
    const hidden = await g.topic({ name: 'Hidden', ...HIDDEN })
    const discussion = await g.say('a', { text: 'for all', topic: own.id })
    const path = `/v1/discussions/${discussion}/stream`
    const moderator = await g.listen(path, { token: await g.token('mod', 'moderator') })
    const others = [await g.listen(path), await g.listen(path, { as: 'bob' })]
    await Promise.all([moderator, ...others].map((client) => client.has('ready')))
    await hide(g, { above, own, hidden, discussion })
    await g.say('a', { text: 'for few' })
    await moderator.has('created')
    await Promise.all(others.map((client) => client.has('end')))
    expect(others.map((client) => client.frames.map(({ event }) => event))).toEqual([
      ['ready', 'end'],
      ['ready', 'end'],
    ])
    expect(others.map((client) => client.of('end'))).toEqual([[{ reason: 'no-access' }], [{ reason: 'no-access' }]])
  })

  test('end also where it was looked a moment ago, and nothing was hidden anywhere', async () => {
    const g = await ground(engine)
    const own = await g.topic({ name: 'Own' })
    const discussion = await g.say('a', { text: 'for all', topic: own.id })
    const path = `/v1/discussions/${discussion}/stream`
    const moderator = await g.listen(path, { token: await g.token('mod', 'moderator') })
    const other = await g.listen(path)
    await Promise.all([moderator.has('ready'), other.has('ready')])
    const { topics } = g.context
    // As on another node, which hears of it by the log alone.
    const rival = new Topics({ store: g.context.store, world: realWorld, changed: () => {} })
    const actor = { org: 'main', id: 'root', name: 'root', role: 'admin', kind: 'person' } as const
    expect(await topics.hidesAny('main')).toBe(false)
    await rival.revise({ actor }, own.id, { change: { visibility: 'members' } })
    await g.say('a', { text: 'for few' })
    await moderator.has('created')
    await other.has('end')
    expect(other.frames.map(({ event }) => event)).toEqual(['ready', 'end'])
  })

  test('that wait are not told of a discussion that is begun in a topic which is hidden from them', async () => {
    const g = await ground(engine)
    const hidden = await g.topic({ name: 'Hidden', ...HIDDEN })
    const path = '/v1/discussions/-/stream?org=main&type=page&id=a&unopened=wait'
    const moderator = await g.listen(path, { token: await g.token('mod', 'moderator') })
    const others = [await g.listen(path), await g.listen(path, { as: 'bob' })]
    await Promise.all([moderator, ...others].map((client) => client.has('ready')))
    await g.say('a', { text: 'for few', topic: hidden.id })
    await moderator.has('created')
    await Promise.all(others.map((client) => client.has('end')))
    expect(others.map((client) => client.of('created'))).toEqual([[], []])
  })
})
