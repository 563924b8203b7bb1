import type { Engine, Handler, LoggedEvent, NewEvent, Store } from '@palaver/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { LAYOUTS, type Settings } from '../model.ts'
import type { Comments } from '../service.ts'
import { derivedOf, expectExact, moduleOn, MODERATOR, openDiscussion, ORG, person } from './counters.fixtures.ts'
import { countersHandler } from './counters.ts'
import { purge } from './purge.ts'
import { requestRecount } from './recount-request.ts'

const [ANN, BEN, CAI] = ['ann', 'ben', 'cai'].map(person) as [
  ReturnType<typeof person>,
  ReturnType<typeof person>,
  ReturnType<typeof person>,
]

describeEngines('counters', (testEngine) => {
  let engine: Engine
  let store: Store
  let service: Comments
  let count: Handler
  const told: [string, string][] = []

  beforeAll(async () => {
    engine = await testEngine.open(collections)
    const opened = moduleOn({ engine, name: 'a', changed: (...change) => void told.push(change) })
    store = opened.store
    service = opened.comments
    count = countersHandler(service.needs)
  })
  afterAll(() => store.close())

  const begin = async (settings: Partial<Settings> = {}) => {
    const { _id } = await openDiscussion(service, settings)
    const ref = { discussion: _id }
    const say = async (text: string, parent: string | null = null): Promise<string> =>
      (await service.post({ actor: ANN, ref }, { text, parent })).comment.slug
    const events = async (after = 0): Promise<LoggedEvent[]> => {
      await store.events.settle()
      return store.events.read({ partition: store.events.partitionOf(ORG), subject: _id, after, limit: 1000 })
    }
    return { id: _id, ref, say, events, countAll: async () => count(await events(), 0) }
  }

  const tell = (id: string, event: Partial<NewEvent>): Promise<unknown> =>
    service.needs.homes.discussions.update(
      { _id: id },
      { $set: { title: 'told' } },
      {
        events: [
          {
            _id: `odd${told.length}${Math.random()}`,
            org: ORG,
            subject: id,
            type: 'comment',
            op: 'created',
            at: '',
            ...event,
          },
        ],
      },
    )

  describe.for(LAYOUTS)('%s', (layout) => {
    it('counts comments, direct replies, votes and reactions', async () => {
      const { id, ref, say, countAll } = await begin({ layout })
      const root = await say('root')
      const reply = await say('reply', root)
      await say('deep', reply)
      await service.vote({ actor: BEN, ref }, { slug: root, value: 1 })
      await service.vote({ actor: CAI, ref }, { slug: root, value: -1 })
      await service.react({ actor: BEN, ref }, { slug: root, name: 'heart', on: true })
      await service.react({ actor: CAI, ref }, { slug: root, name: 'heart', on: true })
      await service.react({ actor: CAI, ref }, { slug: root, name: 'wow', on: true })
      await countAll()
      expect(await derivedOf(service, id)).toMatchObject({
        comments: 3,
        numbers: {
          [root]: { replies: 1, votes: { up: 1, down: 1 }, reactions: { heart: 2, wow: 1 } },
          [reply]: { replies: 1, votes: { up: 0, down: 0 }, reactions: {} },
        },
        top: [{ slug: root }],
      })
      await service.vote({ actor: BEN, ref }, { slug: root, value: 0 })
      await service.react({ actor: CAI, ref }, { slug: root, name: 'wow', on: false })
      await countAll()
      expect(await derivedOf(service, id)).toMatchObject({
        numbers: { [root]: { votes: { up: 0, down: 1 }, reactions: { heart: 2 } } },
        top: [],
      })
      await expectExact(service, id)
    })

    it('keeps the number of replies of a comment that leaves its place empty, and lowers it where the place goes', async () => {
      const stays = await begin({ layout, deletion: 'tombstone' })
      const root = await stays.say('root')
      const reply = await stays.say('reply', root)
      await service.delete({ actor: ANN, ref: stays.ref }, reply)
      await stays.countAll()
      expect(await derivedOf(service, stays.id)).toMatchObject({ comments: 1, numbers: { [root]: { replies: 1 } } })

      const goes = await begin({ layout, deletion: 'refuse' })
      const other = await goes.say('root')
      await service.delete({ actor: ANN, ref: goes.ref }, await goes.say('reply', other))
      await goes.countAll()
      expect(await derivedOf(service, goes.id)).toMatchObject({ comments: 1, numbers: { [other]: { replies: 0 } } })
    })

    it('counts a sub-tree out, comment by comment', async () => {
      const { id, ref, say, events, countAll } = await begin({ layout, deletion: 'cascade' })
      const root = await say('root')
      const reply = await say('reply', root)
      await service.vote({ actor: BEN, ref }, { slug: reply, value: 1 })
      await say('deep', reply)
      await say('other', root)
      await service.delete({ actor: ANN, ref }, reply)
      await countAll()
      expect(await derivedOf(service, id)).toMatchObject({ comments: 4 })
      const [cut] = (await service.discussion(ref)).cuts
      await purge(service.needs, await service.discussion(ref), cut ?? expect.unreachable())
      await countAll()
      expect(await derivedOf(service, id)).toMatchObject({ comments: 2, numbers: { [root]: { replies: 1 } } })
      await count(await events(), 0)
      await expectExact(service, id)
    })

    it('counts each event once, however often and in whatever pieces it comes', async () => {
      const { id, ref, say, events } = await begin({ layout })
      const root = await say('root')
      await say('reply', root)
      for (const actor of [BEN, CAI]) await service.vote({ actor, ref }, { slug: root, value: 1 })
      await service.react({ actor: BEN, ref }, { slug: root, name: 'wow', on: true })
      const all = await events()
      for (let from = 0; from < all.length; from++)
        for (let until = from + 1; until <= all.length; until++) await count(all.slice(0, until), 0)
      await expectExact(service, id)
    })

    it('counts again what an owner asks for, and ends with the flag gone', async () => {
      const { id, ref, say, countAll } = await begin({ layout })
      const root = await say('root')
      await say('reply', root)
      await service.vote({ actor: BEN, ref }, { slug: root, value: 1 })
      await countAll()
      const { layout: stored, place } = await whereabouts(service, id)
      await stored.change(place, root, () => ({ set: { replies: 9, votes: { up: 0, down: 7 } }, events: [] }))
      await service.needs.homes.discussions.update({ _id: id }, { $set: { comments: 77 } })
      await service.needs.rankings.update({ _id: id }, { $set: { top: [] } })
      await requestRecount(service.needs, id)
      await countAll()
      await expectExact(service, id)
      expect(await service.discussion(ref)).not.toHaveProperty('recount')
    })
  })

  it('ranks roots, and takes out those that go or lose their votes', async () => {
    const { id, ref, say, countAll } = await begin()
    const slugs = [await say('one'), await say('two'), await say('three'), await say('four')]
    const [one = '', two = '', three = '', four = ''] = slugs
    for (const slug of slugs) await service.vote({ actor: BEN, ref }, { slug, value: 1 })
    await service.vote({ actor: CAI, ref }, { slug: one, value: 1 })
    await service.vote({ actor: CAI, ref }, { slug: two, value: -1 })
    await countAll()
    const top = async (): Promise<string[]> => (await derivedOf(service, id)).top.map(({ slug }) => slug)
    expect(await top()).toEqual([one, four, three, two])
    await service.delete({ actor: MODERATOR, ref }, one)
    await service.vote({ actor: BEN, ref }, { slug: three, value: 0 })
    await countAll()
    expect(await top()).toEqual([four, two])
    await expectExact(service, id)
  })

  it('tells that a discussion has changed, and by which event', async () => {
    const { id, say, events, countAll } = await begin()
    await say('root')
    told.length = 0
    await countAll()
    expect(told).toEqual([[id, (await events()).at(-1)?._id]])
  })

  it('passes over what is gone', async () => {
    const { id, ref, say, events, countAll } = await begin({ deletion: 'refuse' })
    const root = await say('root')
    await service.vote({ actor: BEN, ref }, { slug: root, value: 1 })
    await service.delete({ actor: ANN, ref }, root)
    await countAll()
    await expectExact(service, id)
    const elsewhere = (await events()).map((event) => ({ ...event, subject: 'nowhere' }))
    await expect(count(elsewhere, 0)).resolves.toBeUndefined()
  })

  it.for([
    { case: 'says nothing', event: {} },
    { case: 'says something else', event: { after: { slug: 7 } } },
    { case: 'is a vote of nobody', event: { type: 'vote', op: 'voted', before: null, after: null } },
  ])('passes over an event that $case, and counts its discussion again', async ({ event }) => {
    const { id, ref, say, countAll } = await begin()
    const root = await say('root')
    await service.needs.homes.discussions.update({ _id: id }, { $set: { comments: 50 } })
    await tell(id, event)
    await service.vote({ actor: BEN, ref }, { slug: root, value: 1 })
    await countAll()
    await expectExact(service, id)
    expect(await service.discussion(ref)).not.toHaveProperty('recount')
  })

  it('counts again where there would be less than none, or where numbers are missing', async () => {
    const { id, ref, say, countAll } = await begin()
    const root = await say('root')
    await service.vote({ actor: BEN, ref }, { slug: root, value: 1 })
    await countAll()
    const { layout, place } = await whereabouts(service, id)
    await layout.change(place, root, () => ({ set: { votes: { up: 0, down: 0 } }, events: [] }))
    await service.vote({ actor: BEN, ref }, { slug: root, value: 0 })
    await countAll()
    await expectExact(service, id)
    await layout.change(place, root, () => ({ set: { votes: 'many' as never, reactions: null as never }, events: [] }))
    await service.react({ actor: BEN, ref }, { slug: root, name: 'heart', on: true })
    await countAll()
    await expectExact(service, id)
  })

  it('refuses to count again what is not there', async () => {
    await expect(requestRecount(service.needs, 'nowhere')).rejects.toMatchObject({ code: 'discussion-not-found' })
  })
})

async function whereabouts({ needs }: Comments, id: string) {
  const discussion = await needs.discussions.require({ discussion: id })
  const { home, order, epoch } = discussion
  return { layout: needs.homes.layouts[discussion.layout], place: { discussion: id, home, order, epoch } }
}
