import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { actor } from '../../accounts/people.fixtures.ts'
import type { Notification } from '../model.ts'
import { BOB, centreOn, type CentreWorld } from './centre.fixtures.ts'

const rowAt = (discussion: string, position: number, group: string): Notification => ({
  _id: `${BOB.id}~e${position}`,
  person: BOB.id,
  event: `e${position}`,
  org: 'org1',
  discussion,
  slug: null,
  actor: { id: `a${position % 7}`, name: `a${position % 7}` },
  reason: 'watching',
  at: '2030-01-01T00:00:00.000Z',
  written: '2030-01-01T00:00:00.000Z',
  position,
  group,
  skip: null,
  isShown: true,
  isUnread: true,
  seen: null,
  read: null,
  archived: null,
  retracted: null,
  retractedFor: null,
  expires: '2099-01-01T00:00:00.000Z',
})

const MANY = 1_005

async function withMany({ notifications, discussion, state }: CentreWorld): Promise<void> {
  const places = Array.from({ length: MANY }, (_, at) => at + 1)
  await Promise.all(places.map((position) => notifications.insert(rowAt(discussion, position, `g${position % 2}`))))
  state.position = MANY
}

describeEngines('a centre with more than a thousand rows', (engine) => {
  it('counts to 999 and says that there are more', async () => {
    const world = await centreOn(engine)
    await withMany(world)
    const { unread, unseen } = await world.centre.counts(BOB)
    expect([unread, unseen]).toEqual([
      { count: 999, more: true },
      { count: 999, more: true },
    ])
    await world.centre.readUpTo(BOB, 6)
    expect((await world.centre.counts(BOB)).unread).toEqual({ count: 999, more: false })
  })

  it('marks a thousand in a call, and goes on with the next', async () => {
    const world = await centreOn(engine)
    await withMany(world)
    const { centre, discussion, unread } = world
    expect(await centre.readDiscussion(BOB, { discussion })).toEqual({ marked: 1000, more: true })
    expect(await unread(BOB)).toBe(5)
    expect(await centre.readDiscussion(BOB, { discussion })).toEqual({ marked: 5, more: false })
    expect(await centre.markGroup(BOB, 'archived', 'g0')).toEqual({ marked: 502, more: false })
    expect(await centre.markGroup(BOB, 'archived', 'g0')).toEqual({ marked: 0, more: false })
    const entries = await world.all(BOB)
    expect(entries).toMatchObject([{ group: 'g1', count: 100, more: true, people: 7, unread: 0 }])
    expect(entries[0]!.actors).toHaveLength(3)
  })

  it('gives pages that are short rather than slow', async () => {
    const world = await centreOn(engine)
    await withMany(world)
    const first = await world.centre.list(BOB, { filter: 'all', limit: 50, cursor: null })
    expect(first.entries.map(({ group }) => group)).toEqual(['g1', 'g0'])
    const second = await world.centre.list(BOB, { filter: 'all', limit: 50, cursor: first.next })
    expect([second.entries, second.next]).toEqual([[], null])
  })

  it('is told to read anew where one event takes back more than a stream is for', async () => {
    const world = await centreOn(engine)
    await withMany(world)
    const { centre, notifications, state } = world
    for (let at = 0; at < MANY; at++) await world.note({ _id: `x${at}`, subject: 'x', type: 'x', op: 'x' })
    await world.drained()
    const { docs } = await notifications.find({ where: { person: BOB.id, isShown: true }, limit: MANY })
    const gone = { isShown: false, isUnread: false, retracted: MANY, retractedFor: 'blocked' as const }
    await Promise.all(docs.map(({ _id }) => notifications.update({ _id }, { $set: gone })))
    const before = await centre.changesSince(BOB, 5, 100)
    expect(before).toMatchObject({ changes: [], position: MANY - 1, more: true, reset: false })
    expect(await centre.changesSince(BOB, before.position, 100)).toMatchObject({
      reset: true,
      position: state.position,
    })
  })
})

describeEngines('what moderators are told', (engine) => {
  it('is shown to moderators, and taken back when one of them has seen to it', async () => {
    const world = await centreOn(engine)
    const { people, note, turn, all, unread, discussion } = world
    const [mod, other] = (['mod', 'other'] as const).map((name) => actor(name, { role: 'moderator' }))
    for (const { hostId = '', name } of [mod!, other!])
      await people.tell({ org: 'org1', hostId, name, role: 'moderator' }, null)
    const tell = (held: string, op: string): Promise<void> => {
      const after = { held, discussion, slug: null, person: BOB.id }
      return note({ _id: `${held}.${op}`, subject: 'org1.moderation', type: 'moderation', op, after })
    }
    await tell('h1', 'held')
    await tell('h2', 'held')
    await turn()
    expect([await unread(mod!), await unread(BOB)]).toEqual([2, 0])
    expect(await all(mod!)).toMatchObject([{ reason: 'moderation', count: 2, actors: [], excerpt: null }])
    await tell('h1', 'approved')
    await turn()
    expect(await all(mod!)).toMatchObject([{ reason: 'moderation', count: 1, unread: 1 }])
    expect(await all({ ...other!, role: 'member' }), 'who is none any more').toEqual([])
    expect([await unread(mod!), await unread(other!)]).toEqual([1, 0])
  })
})
