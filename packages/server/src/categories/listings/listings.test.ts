import { describe, expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { expectRefused } from '../../comments/conformance/suite.ts'
import { fileDiscussion } from './filing.ts'
import { ADMIN, ANN, GUEST, type ListGround, listGround, MODERATOR, ORG, person, TREE } from './listings.fixtures.ts'
import { rowId } from './rows.ts'

describeEngines('lists of topics', ({ open }) => {
  const ground = async (options: Parameters<typeof listGround>[1] = {}): Promise<ListGround> => {
    const made = await listGround(open, options)
    onTestFinished(() => made.close())
    return made
  }

  it('shows what is in a topic, and what is below it, in each order', async () => {
    const { add, start, say, list, drained } = await ground()
    const science = await add('Science')
    const physics = await add('Physics', { parent: science._id })
    const a = await start(science, 'a')
    await start(physics, 'b')
    const c = await start(physics, 'c')
    await say(a)
    await say(c)
    await say(c)
    await say(a)
    await say(c)
    await say(a)
    await drained()
    expect(await list(science)).toEqual(['a', 'c', 'b'])
    expect(await list(science, { sort: 'newest' })).toEqual(['c', 'b', 'a'])
    expect((await list(science, { sort: 'discussed' })).toSorted().at(-1)).toBe('c')
    expect((await list(science, { sort: 'discussed' })).at(-1)).toBe('b')
    expect(await list(science, { within: 'own' })).toEqual(['a'])
    expect(await list(physics)).toEqual(['c', 'b'])
    expect(await list(physics, { within: 'own', sort: 'newest' })).toEqual(['c', 'b'])
  })

  it.each(['activity', 'newest', 'discussed'] as const)(
    'gives each discussion once while others come: %s',
    async (sort) => {
      const { add, start, topics, drained } = await ground()
      const root = await add('Root')
      const leaf = await add('Leaf', { parent: root._id })
      for (let number = 0; number < 12; number++) await start(leaf, `old ${number}`)
      await drained()
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const standing = await topics.require(ORG, root._id)
        const page: Awaited<ReturnType<typeof topics.discussionsIn>> = await topics.discussionsIn(null, standing, {
          within: 'all',
          sort,
          limit: 5,
          cursor,
        })
        seen.push(...page.discussions.map(({ title }) => title ?? ''))
        cursor = page.next
        await start(leaf, 'new')
        await topics.revise({ actor: ADMIN }, leaf._id, { change: { name: `Leaf ${seen.length}` } })
        await drained()
      } while (cursor !== null)
      const old = seen.filter((title) => title.startsWith('old'))
      expect(old).toHaveLength(12)
      expect(new Set(old).size).toBe(12)
    },
  )

  it('follows a topic that is moved, with all below it', async () => {
    const { add, start, list, topics, drained } = await ground()
    const [one, other] = [await add('One'), await add('Other')]
    const child = await add('Child', { parent: one._id })
    const grandchild = await add('Grandchild', { parent: child._id })
    await start(grandchild, 'deep')
    await start(child, 'less deep')
    await drained()
    await topics.revise({ actor: ADMIN }, child._id, { change: { parent: other._id } })
    await drained()
    expect(await list(one)).toEqual([])
    expect(await list(other)).toEqual(['less deep', 'deep'])
    expect(await list(grandchild, { within: 'own' })).toEqual(['deep'])
    expect(await topics.catchingUp(TREE)).toBe(null)
  })

  it('brings what was in a merged topic to its heir, and the discussions name that', async () => {
    const { add, start, list, topics, comments, drained } = await ground()
    const [from, into] = [await add('From'), await add('Into')]
    const id = await start(from, 'moved')
    await drained()
    await topics.merge({ actor: ADMIN }, from._id, into._id)
    const numbers = await topics.numbers(await topics.tree(ORG, 'main'), null)
    expect(numbers(into.key)).toMatchObject({ discussions: 1, comments: 1 })
    await drained()
    expect((await comments.discussion({ discussion: id })).topic).toBe(into._id)
    expect(await list(into, { within: 'own' })).toEqual(['moved'])
    // Who still has the old name starts there, too.
    const late = await start(from._id, 'late')
    expect((await comments.discussion({ discussion: late })).topic).toBe(into._id)
  })

  it('loses none that are started while their topic is merged', async () => {
    const { add, start, list, topics, comments, drained } = await ground()
    const [from, into] = [await add('From'), await add('Into')]
    const starting = Array.from({ length: 20 }, (_, number) => start(from, `talk ${number}`))
    await topics.merge({ actor: ADMIN }, from._id, into._id)
    const ids = await Promise.all(starting)
    await drained()
    expect(await list(into)).toHaveLength(20)
    const found = await Promise.all(ids.map((discussion) => comments.discussion({ discussion })))
    expect(new Set(found.map(({ topic }) => topic))).toEqual(new Set([into._id]))
    const numbers = await topics.numbers(await topics.tree(ORG, 'main'), null)
    expect(numbers(into.key)).toMatchObject({ discussions: 20, comments: 20 })
  })

  it('A6.10: keeps what is in a topic that is deleted, wherever it is to go', async () => {
    const { add, start, list, topics, drained } = await ground()
    const top = await add('Top')
    const [a, b, c, to] = [
      await add('A', { parent: top._id }),
      await add('B', { parent: top._id }),
      await add('C', { parent: top._id }),
      await add('To'),
    ]
    await Promise.all([start(a, 'in a'), start(b, 'in b'), start(c, 'in c')])
    await drained()
    await expectRefused(topics.retire({ actor: ADMIN }, a._id, { how: 'refuse', to: null }), 'topic-not-empty')
    await topics.retire({ actor: ADMIN }, a._id, { how: 'reparent', to: null })
    await topics.retire({ actor: ADMIN }, b._id, { how: 'move', to: to._id })
    await topics.retire({ actor: ADMIN }, c._id, { how: 'cascade', to: null })
    await drained()
    expect(await list(top)).toEqual(['in a'])
    expect(await list(to)).toEqual(['in b'])
    const before = await topics.numbers(await topics.tree(ORG, 'main'), null)
    expect([before(top.key).allDiscussions, before(to.key).allDiscussions]).toEqual([1, 1])
    await topics.restore({ actor: ADMIN }, c._id, {})
    await drained()
    expect((await list(top)).toSorted()).toEqual(['in a', 'in c'])
    const after = await topics.numbers(await topics.tree(ORG, 'main'), null)
    expect(after(top.key)).toEqual({ discussions: 1, comments: 1, allDiscussions: 2, allComments: 2 })
  })

  describe('A6.12: what is hidden', () => {
    const hidden = async (options: Parameters<typeof listGround>[1] = {}) => {
      const made = await ground(options)
      const root = await made.add('Root')
      const open = await made.add('Open', { parent: root._id })
      const members = await made.add('Members', { parent: root._id, visibility: 'members' })
      const staff = await made.add('Staff', { parent: root._id, visibility: 'roles', roles: ['moderator'] })
      const below = await made.add('Below', { parent: staff._id })
      await made.start(open, 'open')
      await made.start(members, 'for members')
      await made.start(staff, 'for staff', ADMIN)
      await made.start(below, 'below staff', ADMIN)
      await made.drained()
      return { ...made, root, open, members, staff, below }
    }
    const viewers = [
      ['anybody', null, ['open']],
      ['a guest', GUEST, ['open']],
      ['a member', person('bob'), ['for members', 'open']],
      ['a moderator', MODERATOR, ['below staff', 'for members', 'for staff', 'open']],
      ['an admin', ADMIN, ['below staff', 'for members', 'for staff', 'open']],
    ] as const

    it.each(viewers)('shows %s what they may see, and counts nothing else', async (_, who, seen) => {
      const { list, topics, root, staff, drained } = await hidden()
      expect((await list(root, {}, who)).toSorted()).toEqual(seen)
      const numbers = await topics.numbers(await topics.tree(ORG, 'main'), who)
      expect(numbers(root.key)).toMatchObject({ discussions: 0, allDiscussions: seen.length, allComments: seen.length })
      if (seen.length < 4) expect(numbers(staff.key).allDiscussions).toBe(0)
      if (seen.length < 4) await expectRefused(list(staff, {}, who), 'topic-not-found')
      await drained()
    })

    it('is hidden at once, before the lists have followed, and comes back', async () => {
      const made = await hidden()
      const { list, topics, root, open, comments, drained } = made
      const [first] = (await topics.discussionsIn(null, await topics.require(ORG, open._id), ALL)).discussions
      await topics.revise({ actor: ADMIN }, open._id, { change: { visibility: 'roles', roles: [] } })
      expect(await list(root)).toEqual([])
      expect((await topics.numbers(await topics.tree(ORG, 'main'), null))(root.key).allComments).toBe(0)
      await expectRefused(comments.shown(ANN, { discussion: first?.id ?? '' }), 'discussion-not-found')
      expect(await comments.counts(null, [{ discussion: first?.id ?? '' }])).toEqual([null])
      await drained()
      expect(await list(root)).toEqual([])
      await topics.revise({ actor: ADMIN }, open._id, { change: { visibility: 'public' } })
      await drained()
      expect(await list(root)).toEqual(['open'])
    })

    it('leaves the lists of those who may not see it before it is said that it was moved there', async () => {
      const { list, comments, topics, root, open, staff, drained } = await hidden()
      const [first] = (await topics.discussionsIn(null, await topics.require(ORG, open._id), ALL)).discussions
      const ref = { discussion: first?.id ?? '' }
      await comments.configure({ actor: ADMIN, ref }, { topic: staff._id })
      expect(await list(root)).toEqual([])
      await drained()
      expect(await list(root)).toEqual([])
      expect(await list(staff, { within: 'own' }, ADMIN)).toEqual(['open', 'for staff'].toSorted())
    })

    it('stays where it is now, and is not shown where it was, whoever comes late', async () => {
      const { list, comments, topics, root, open, staff, members, drained } = await hidden()
      const [first] = (await topics.discussionsIn(null, await topics.require(ORG, open._id), ALL)).discussions
      const discussion = first?.id ?? ''
      const { needs } = topics.listings
      const row = await needs.rows.get(rowId(`${TREE}.${root.key}`, discussion))
      const [old, seq] = [await comments.card(discussion), row?.seq ?? 0]
      const { rev } = await comments.configure({ actor: ADMIN, ref: { discussion } }, { topic: staff._id })
      // Whoever has read it before, and follows an event from before, must not show it again.
      const late = { ...needs, comments: () => Object.create(comments, { card: { value: async () => old } }) }
      await fileDiscussion(late, { discussion, seq, isCount: false })
      expect(await list(root)).toEqual([])
      await comments.configure({ actor: ADMIN, ref: { discussion } }, { topic: members._id })
      await drained()
      // Whoever takes it out of the lists comes after all was followed.
      await topics.listings.withdraw(discussion, rev)
      expect((await list(root, {}, ANN)).toSorted()).toEqual(['for members', 'open'])
    })

    it('is what the host hides, too', async () => {
      const { list, root } = await hidden({ hides: (actor) => actor === null })
      expect(await list(root)).toEqual([])
      expect(await list(root, {}, person('bob'))).toHaveLength(2)
    })
  })

  it('lets those start discussions whom the topic lets', async () => {
    const { add, start, topics } = await ground()
    const news = await add('News', { starts: 'moderators' })
    const secret = await add('Secret', { visibility: 'roles', roles: [] })
    const gone = await add('Gone')
    await topics.retire({ actor: ADMIN }, gone._id, { how: 'cascade', to: null })
    await expectRefused(start(news, 'mine'), 'forbidden')
    await expectRefused(start(secret, 'mine'), 'topic-not-found')
    await expectRefused(start(gone, 'mine'), 'topic-gone')
    await expectRefused(start('nowhere~x', 'mine'), 'topic-not-found')
    await start(news, 'theirs', MODERATOR)
  })

  it('serves each list by its index, whoever reads it', async () => {
    const { add, start, topics, drained } = await ground()
    const root = await add('Root')
    const leaf = await add('Leaf', { parent: root._id, visibility: 'members' })
    for (let number = 0; number < 30; number++) await start(leaf, `talk ${number}`)
    await drained()
    const { rows } = topics.listings.needs
    for (const by of ['activity', 'created', 'comments'] as const) {
      const where = { list: `${TREE}.${root.key}`, audience: { $in: ['all', 'members-moderators'] as const } }
      const sort = { [by]: -1, _id: -1 } as Record<typeof by | '_id', -1>
      const { examined } = await rows.explain({
        where: { ...where, audience: { $in: [...where.audience.$in] } },
        sort,
        limit: 10,
      } as never)
      expect(examined).toBeLessThanOrEqual(12)
    }
  })
})

const ALL = { within: 'all', sort: 'activity', limit: 50, cursor: null } as const
