import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { discussions } from '../../comments/collections.ts'
import { topicsHandler } from './consumer.ts'
import { ADMIN, allEvents, type ListGround, listGround, MODERATOR, ORG, TREE } from './listings.fixtures.ts'
import { listingsCheck } from './verify.ts'
import { concernedBy } from './walking.ts'

describeEngines('lists that follow a tree', ({ open }) => {
  const ground = async (follows: boolean): Promise<ListGround> => {
    const made = await listGround(open, { follows })
    onTestFinished(() => made.close())
    return made
  }

  it('goes on where it was killed, and says how far it is', async () => {
    const made = await ground(false)
    const { add, topics, comments, store, drained } = made
    const [one, other] = [await add('One'), await add('Other')]
    const child = await add('Child', { parent: one._id })
    const opened = Array.from({ length: 230 }, (_, number) => {
      const resource = { type: 'page', id: String(number) }
      return comments.open(MODERATOR, { org: ORG, resource, title: `page ${number}`, topic: child._id })
    })
    await Promise.all(opened)
    await drained()
    const { needs } = topics.listings
    const handle = topicsHandler(needs)
    await handle(await allEvents(made), 0)
    expect(await topics.catchingUp(TREE)).toBe(null)
    const before = (await allEvents(made)).length
    await topics.revise({ actor: ADMIN }, child._id, { change: { parent: other._id } })
    await store.events.settle()
    const news = (await allEvents(made)).slice(before)
    // Dies at one of its writes, in its second batch.
    let left = 150
    const dying: typeof needs.filed = Object.create(needs.filed, {
      change: {
        value: (...asked: Parameters<typeof needs.filed.change>) => {
          if (left-- <= 0) return Promise.reject(new Error('killed'))
          return needs.filed.change(...asked)
        },
      },
      get: { value: (id: string) => needs.filed.get(id) },
      find: { value: (query: never) => needs.filed.find(query) },
      update: { value: (...asked: Parameters<typeof needs.filed.update>) => needs.filed.update(...asked) },
    })
    expect(await topics.catchingUp(TREE)).toEqual({ done: 0, total: expect.any(Number) })
    await expect(topicsHandler({ ...needs, filed: dying })(news, 0)).rejects.toThrow('killed')
    expect(await topics.catchingUp(TREE)).toEqual({ done: 100, total: 230 })
    let written = 0
    const counting: typeof needs.filed = Object.create(dying, {
      change: {
        value: (...asked: Parameters<typeof needs.filed.change>) => {
          written++
          return needs.filed.change(...asked)
        },
      },
    })
    await topicsHandler({ ...needs, filed: counting })(news, 0)
    expect(written).toBe(130)
    expect(await topics.catchingUp(TREE)).toBe(null)
    const standing = await topics.require(ORG, other._id)
    const seen = new Set<string>()
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const query = { within: 'all', sort: 'newest', limit: 100, cursor } as const
      const page: Awaited<ReturnType<typeof topics.discussionsIn>> = await topics.discussionsIn(null, standing, query)
      for (const { id } of page.discussions) seen.add(id)
      cursor = page.next
    }
    expect(seen.size).toBe(230)
    expect(await made.list(one)).toEqual([])
  })

  it('looks at nothing for topics that are new, and else at those alone that it concerns', async () => {
    const { add, topics } = await ground(false)
    const [top, other] = [await add('Top'), await add('Other')]
    const child = await add('Child', { parent: top._id })
    const [leaf, old] = [await add('Leaf', { parent: child._id }), await add('Old')]
    const gone = await add('Gone', { parent: child._id })
    await topics.retire({ actor: ADMIN }, gone._id, { how: 'cascade', to: null })
    await topics.merge({ actor: ADMIN }, old._id, leaf._id)
    const { snapshot } = await topics.revise({ actor: ADMIN }, child._id, { change: { parent: other._id } })
    const told = (set: object, isNew = false) => ({ version: 1, more: 0, topics: [{ key: child.key, isNew, set }] })
    const all = [child, leaf, old, gone].map(({ _id }) => _id).toSorted()
    expect(concernedBy(snapshot, told({ parent: other.key }))).toEqual(all)
    expect(concernedBy(snapshot, told({ name: 'Kid', slug: 'kid' }))).toEqual([])
    const made = await topics.create({ actor: ADMIN }, 'main', { name: 'New' })
    const create = { version: 1, more: 0, topics: [{ key: made.topic.key, isNew: true, set: { parent: null } }] }
    expect(concernedBy(made.snapshot, create)).toEqual([])
    expect(concernedBy(snapshot, { version: 0, more: 1, topics: [] })).toHaveLength(snapshot.topics.size)
  })

  it('finds and mends what is wrong in lists and numbers', async () => {
    const made = await ground(true)
    const { add, start, topics, comments, store, drained } = made
    const top = await add('Top')
    const leaf = await add('Leaf', { parent: top._id })
    const ids = [await start(leaf, 'a'), await start(leaf, 'b'), await start(top, 'c'), await start(leaf, 'd')]
    await drained()
    const { rows, counts, filed } = topics.listings.needs
    const check = listingsCheck({ store, topics, refile: (...asked) => comments.refile(...asked) })
    const found = async (): Promise<string[]> => {
      const kinds: string[] = []
      for await (const { kind } of check.verify(TREE)) kinds.push(kind)
      return kinds.toSorted()
    }
    const list = `${TREE}.${top.key}`
    expect(await found()).toEqual([])
    await rows.remove({ _id: `${list}~${ids[0]}` })
    await rows.update({ _id: `${list}~${ids[1]}` }, { $set: { comments: 99, seq: 1_000_000 } })
    await rows.insert({ ...(await rowAt(rows, `${list}~${ids[2]}`)), _id: `${list}~nobody`, discussion: 'nobody' })
    await filed.remove({ _id: ids[2] ?? '' })
    await counts.update({ _id: leaf._id }, { $set: { discussions: 7 } })
    await store.collection(discussions).update({ _id: ids[3] ?? '' }, { $set: { topic: `${TREE}~nothing` } })
    expect(new Set(await found())).toEqual(
      new Set([
        'listing-row-missing',
        'listing-row-wrong',
        'listing-row-surplus',
        'listing-filed',
        'listing-count',
        'listing-topic-missing',
      ]),
    )
    for (let round = 0; round < 3; round++) {
      const some = []
      for await (const one of check.verify(TREE)) some.push(one)
      if (some.length > 0) await check.repair(TREE, some)
    }
    expect(await found()).toEqual([])
    expect((await made.list(top)).toSorted()).toEqual(['a', 'b', 'c'])
    const numbers = await topics.numbers(await topics.tree(ORG, 'main'), null)
    expect(numbers(top.key)).toEqual({ discussions: 1, comments: 1, allDiscussions: 3, allComments: 3 })
  })
})

async function rowAt(rows: ListGround['topics']['listings']['needs']['rows'], id: string) {
  const row = await rows.get(id)
  if (row === null) throw new Error('no row')
  return row
}
