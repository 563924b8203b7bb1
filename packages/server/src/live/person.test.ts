import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import type { Actor } from '../api/actor.ts'
import type { Context } from '../context.ts'
import { Centre } from '../notifications/centre/centre.ts'
import { inboxes, notifications } from '../notifications/collections.ts'
import type { Notification } from '../notifications/model.ts'
import { liveService, ORG } from './live.fixtures.ts'

type Given = { now?: () => number; present?: () => Promise<void> }

/** The reading side of the centre is the real one; its rows are written by hand, at the end of the log. */
async function withCentre(engine: TestEngine, given: Given = {}) {
  const state = { position: 0, made: 0 }
  const built: { centre?: Centre } = {}
  const inboxOf = ({ store, comments, people, now }: Context): Centre => {
    const centre = new Centre({
      notifications: store.collection(notifications),
      inboxes: store.collection(inboxes),
      log: { ...store.events, positionOf: async () => state.position },
      comments,
      isErased: people.isErased.bind(people),
      hiddenFrom: people.relations.hiddenFrom.bind(people.relations),
      now,
      newId: () => `mark${(state.made += 1)}`,
    })
    if (given.present !== undefined) centre.present = given.present
    return (built.centre = centre)
  }
  const service = await liveService(engine, { inboxOf, ...(given.now !== undefined && { now: given.now }) })
  const { context, settle, post, token } = service
  const { events } = context.store
  const rows = context.store.collection(notifications)
  const end = async (): Promise<number> => {
    await settle()
    return events.lastSeq(events.partitionOf(ORG))
  }
  /** Somebody says something, and the centre tells this person of it. */
  const tell = async (person: Actor, text: string): Promise<string> => {
    const { discussion, comment } = await post(`writer ${text}`, text)
    const position = await end()
    const event = `event${position}`
    await rows.insert(rowOf({ person: person.id, event, position, discussion, slug: comment.slug }))
    return event
  }
  /** The centre has come to the end of the log. */
  const arrive = async (): Promise<void> => {
    state.position = await end()
  }
  const who = async (name: string): Promise<Actor> => context.accounts.identify(await token(name))
  const centre = (): Centre => built.centre as Centre
  return { ...service, state, rows, tell, arrive, who, centre, end }
}

type Placed = Pick<Notification, 'person' | 'event' | 'position' | 'discussion' | 'slug'>

const rowOf = (placed: Placed): Notification => ({
  ...placed,
  _id: `${placed.person}~${placed.event}`,
  org: ORG,
  actor: { id: 'x', name: 'X' },
  reason: 'reply',
  at: '2030-01-01T00:00:00.000Z',
  written: '2030-01-01T00:00:00.000Z',
  group: placed.event,
  skip: null,
  isShown: true,
  isUnread: true,
  seen: null,
  read: null,
  archived: null,
  retracted: null,
  retractedFor: null,
  expires: '2999-01-01T00:00:00.000Z',
})

const countOf = (count: number) => ({ count, more: false })

describeEngines("a person's own stream", (engine) => {
  test('tells what the centre has written, what was taken back and what was read, and never more than that', async () => {
    const { listen, tell, arrive, who, centre, rows, end } = await withCentre(engine)
    const ada = await who('ada')
    await arrive()
    const client = await (await listen('/v1/me/stream', { as: 'ada' })).has('counts')
    expect(client.of('counts')).toEqual([{ unread: countOf(0), unseen: countOf(0) }])
    const first = await tell(ada, 'one')
    const second = await tell(ada, 'two')
    await tell(await who('bob'), 'for another')
    await arrive()
    await client.until(() => client.of('told').length === 2)
    expect(client.of('told').map(({ row }) => row.id)).toEqual([first, second])
    expect(client.of('told').map(({ excerpt, title }) => [excerpt, title])).toEqual([
      ['one', null],
      ['two', null],
    ])
    await client.until(() => client.of('counts').at(-1)?.unread.count === 2)
    await centre().mark(ada, 'read', [first])
    await arrive()
    await client.has('marked')
    expect(client.of('marked')).toMatchObject([{ op: 'read', id: first }])
    await tell(await who('bob'), 'something else')
    const retracted = await end()
    await rows.update(
      { _id: `${ada.id}~${second}` },
      { $set: { retracted, retractedFor: 'not-there', isShown: false, isUnread: false } },
    )
    await arrive()
    await client.has('retracted')
    expect(client.of('retracted')).toEqual([{ rows: [{ id: second, why: 'not-there', stays: false }] }])
    await client.until(() => client.of('counts').at(-1)?.unread.count === 0)
  })

  test('J10: who has it open is here: noted at once, then every half a minute at most', async () => {
    const clock = { now: Date.now() }
    const noted: number[] = []
    const present = async (): Promise<void> => void noted.push(clock.now)
    const { listen } = await withCentre(engine, { now: () => clock.now, present })
    const clients = [await listen('/v1/me/stream', { as: 'ada' }), await listen('/v1/me/stream', { as: 'ada' })]
    await Promise.all(clients.map((client) => client.until(({ comments }) => comments.length >= 2)))
    expect(noted).toEqual([clock.now])
    clock.now += 30_000
    await expect.poll(() => noted).toEqual([clock.now - 30_000, clock.now])
    for (const client of clients) client.close()
  })

  test('K1: is taken up again without a gap or a repeat, and waits for the centre', async () => {
    const { listen, tell, arrive, who } = await withCentre(engine)
    const ada = await who('ada')
    await arrive()
    const client = await (await listen('/v1/me/stream', { as: 'ada' })).has('ready')
    await tell(ada, 'seen')
    await arrive()
    await client.has('told')
    client.close()
    const missed = [await tell(ada, 'a'), await tell(ada, 'b'), await tell(ada, 'c')]
    await arrive()
    const late = await tell(ada, 'not there yet')
    const again = await (await listen('/v1/me/stream', { as: 'ada', since: client.lastId })).has('counts')
    expect(again.of('told').map(({ row }) => row.id)).toEqual(missed)
    await arrive()
    await again.until(() => again.of('told').length === 4)
    expect(again.of('told').at(-1)?.row.id).toBe(late)
    const once = await (await listen('/v1/me/stream', { as: 'ada', since: again.lastId })).has('counts')
    expect(once.frames.map(({ event }) => event)).toEqual(['ready', 'counts'])
  })

  test('K2: begins anew from a place that is not known; and is for people, with a token', async () => {
    const { listen, context } = await withCentre(engine)
    const client = await (await listen('/v1/me/stream', { as: 'ada', since: '7.abcdef' })).has('counts')
    expect(client.frames.map(({ event }) => event)).toEqual(['reset', 'counts'])
    const key = await context.accounts.apiKeys.create(ORG, { name: 'server', scopes: ['read'] })
    const asked = [listen('/v1/me/stream'), listen('/v1/me/stream', { token: key.key })]
    const statuses = await Promise.all(asked.map(async (one) => (await (await one).answered()).statusCode))
    expect(statuses).toEqual([401, 403])
  })
})
