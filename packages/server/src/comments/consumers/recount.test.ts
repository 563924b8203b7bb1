import { Conflict, type Engine, type LoggedEvent, type Store } from '@palaver/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { collections } from '../../collections.ts'
import { atHome } from '../home.ts'
import { LAYOUTS, type Settings } from '../model.ts'
import { moveDiscussion } from '../moving/move.ts'
import type { Needs } from '../needs.ts'
import type { Comments } from '../service.ts'
import { allComments, expectExact, moduleOn, MODERATOR, openDiscussion, ORG, person } from './counters.fixtures.ts'
import { countersHandler } from './counters.ts'
import { requestRecount } from './recount-request.ts'
import { recount } from './recount.ts'

describeEngines('counting a discussion again', (testEngine) => {
  let engine: Engine
  let store: Store
  let service: Comments
  let id: string
  beforeEach(async () => {
    engine = await testEngine.open(collections)
    ;({ store, comments: service } = moduleOn({ engine, name: 'a' }))
  })
  afterEach(() => store.close())

  const open = async (settings: Partial<Settings> = {}): Promise<void> => {
    id = (await openDiscussion(service, settings))._id
  }
  const say = async (parent: string | null = null): Promise<string> =>
    (await service.post({ actor: person('ann'), ref: { discussion: id } }, { text: 'text', parent })).comment.slug
  const vote = (user: string, slug: string, value: -1 | 0 | 1): Promise<unknown> =>
    service.vote({ actor: person(user), ref: { discussion: id } }, { slug, value })
  const remove = (slug: string): Promise<unknown> => service.delete({ actor: MODERATOR, ref: { discussion: id } }, slug)
  const events = async (): Promise<LoggedEvent[]> => {
    await store.events.settle()
    const partition = store.events.partitionOf(ORG)
    return store.events.read({ partition, subject: id, after: 0, limit: 10_000 })
  }
  const flag = async (): Promise<string | undefined> => (await service.discussion({ discussion: id })).recount
  const count = async (part: readonly LoggedEvent[], needs: Needs = service.needs): Promise<void> =>
    countersHandler(needs)(part, part[0]?.partition ?? 0)
  const spoil = async (slug: string): Promise<void> => {
    const { layout, place } = atHome(service.needs.homes, await service.discussion({ discussion: id }))
    await layout.change(place, slug, () => ({ set: { replies: 40, votes: { up: 3, down: 40 } }, events: [] }))
  }

  describe.for(LAYOUTS)('%s', (layout) => {
    it('leaves out what happened behind its place in the log, and counts it when that comes', async () => {
      await open({ layout, deletion: 'refuse' })
      const root = await say()
      const [first, second] = [await say(root), await say(root)]
      await vote('ben', root, 1)
      await vote('cai', root, 1)
      await count(await events())
      await spoil(root)
      await requestRecount(service.needs, id)
      const before = await events()
      await remove(first)
      await say(second)
      await spoil(await say(root))
      await vote('ben', root, -1)
      await vote('dan', root, 1)
      await count(before)
      const [counted] = await allComments(service, id)
      expect(counted).toMatchObject({ slug: root, replies: 2, votes: { up: 2, down: 0 } })
      expect(await service.discussion({ discussion: id })).toMatchObject({ comments: 3, counted: before.at(-1)?.seq })
      await count(await events())
      await expectExact(service, id)
    })
  })

  it('counts more comments than it reads at once, deep and wide', async () => {
    await open({ maxDepth: 100 })
    let deepest = await say()
    for (let depth = 1; depth < 60; depth++) deepest = await say(deepest)
    const wide = await say()
    await Promise.all(Array.from({ length: 350 }, () => say(wide)))
    await vote('ben', wide, 1)
    await vote('ben', deepest, -1)
    await requestRecount(service.needs, id)
    await recount(service.needs, { discussion: id, partition: store.events.partitionOf(ORG), position: 100_000 })
    await expectExact(service, id)
  })

  it('tells when it is done, for whoever copies comments', async () => {
    await open()
    await say()
    await requestRecount(service.needs, id)
    await count(await events())
    expect((await events()).map(({ op }) => op)).toEqual(['opened', 'created', 'recount-asked', 'recounted'])
    expect(await flag()).toBeUndefined()
  })

  it('leaves alone what has counted more, and does it when those events come again', async () => {
    await open()
    const [one, two] = [await say(), await say()]
    const before = await events()
    await service.react({ actor: person('ben'), ref: { discussion: id } }, { slug: one, name: 'wow', on: true })
    const later = await events()
    await count(later.slice(before.length))
    await service.needs.homes.discussions.update({ _id: id }, { $set: { recount: 'still wanted' } })
    await spoil(one)
    await spoil(two)
    await count(before)
    const [ahead, behind] = await allComments(service, id)
    expect(ahead).toMatchObject({ slug: one, replies: 40, counted: later.at(-1)?.seq })
    expect(behind).toMatchObject({ slug: two, replies: 0 })
    expect(await flag()).toBe('still wanted')
    await count(later)
    await expectExact(service, id)
    expect(await flag()).toBeUndefined()
  })

  it('begins again when it was asked for meanwhile', async () => {
    await open()
    const root = await say()
    await requestRecount(service.needs, id)
    const asked = await events()
    const { votes } = service.needs
    const meanwhile = new Proxy(votes, {
      get: (target, key) =>
        key !== 'find'
          ? Reflect.get(target, key)
          : async (...query: Parameters<typeof votes.find>) => {
              if ((await flag()) === asked.at(-1)?._id) await requestRecount(service.needs, id)
              return target.find(...query)
            },
    })
    await count(asked, { ...service.needs, votes: meanwhile })
    expect(await flag()).toBeDefined()
    await spoil(root)
    await count(await events())
    await expectExact(service, id)
    expect(await flag()).toBeUndefined()
  })

  it('gives way to a move, and comes again', async () => {
    await open()
    const root = await say()
    await count(await events())
    await spoil(root)
    await requestRecount(service.needs, id)
    const { votes } = service.needs
    let isMoved = false
    const meanwhile = new Proxy(votes, {
      get: (target, key) =>
        key !== 'find'
          ? Reflect.get(target, key)
          : async (...query: Parameters<typeof votes.find>) => {
              if (!isMoved) await service.needs.homes.discussions.update({ _id: id }, { $inc: { epoch: 1 } })
              isMoved = true
              return target.find(...query)
            },
    })
    const needs = { ...service.needs, votes: meanwhile }
    await expect(count(await events(), needs)).rejects.toThrow(Conflict)
    expect(await flag()).toBeDefined()
    await count(await events(), needs)
    await expectExact(service, id)
  })

  it('counts what was written to a home that had been left', async () => {
    await open()
    const root = await say()
    const left = await service.discussion({ discussion: id })
    await moveDiscussion(service.needs, { id, layout: 'hybrid', order: 'threaded' })
    const [comment] = await allComments(service, id)
    const { layout, place } = atHome(service.needs.homes, left)
    const late = { ...(comment ?? expect.unreachable()), slug: `${root}/late`, parentSlug: root, depth: 1 }
    late.fullSlug = `${late.fullSlug}/2026.01.01.00.00.09.000:late`
    const created = { _id: 'late', org: ORG, subject: id, type: 'comment', op: 'created', at: late.posted, epoch: 1 }
    await layout.insert(place, late, [{ ...created, after: late }])
    await requestRecount(service.needs, id)
    await count(await events())
    expect((await allComments(service, id)).map(({ replies }) => replies)).toEqual([1, 0])
    await expectExact(service, id)
  })
})
