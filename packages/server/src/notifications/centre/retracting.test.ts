import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { ANN, BOB, type CentreWorld, centreOn, CID } from './centre.fixtures.ts'

const rowOf = ({ notifications }: CentreWorld, person: string, event: string) => notifications.get(`${person}~${event}`)

/** What a stream would have told behind a place. */
const changes = async ({ centre }: CentreWorld, since: number) => (await centre.changesSince(BOB, since, 100)).changes

describeEngines('what is taken back from the centre', (engine) => {
  it('C3: an edit that comes before what it changes, and a stale one, end in what is so now', async () => {
    const world = await centreOn(engine)
    const { post, edit, waiting, handle, state, unread } = world
    const created = await post(ANN, '@bob hello')
    await edit(ANN, created.comment.slug, 'hello nobody')
    await edit(ANN, created.comment.slug, 'hello @bob again')
    const [first, second, third] = (await waiting()).filter(({ type }) => type === 'comment')
    await handle(third!)
    await handle(first!, third!.seq + 1)
    // The stale one says that bob is not mentioned; that is so no more.
    await handle(second!, third!.seq + 2)
    await handle(first!)
    await handle(second!)
    state.position = third!.seq + 2
    const rows = [await rowOf(world, BOB.id, first!._id), await rowOf(world, BOB.id, third!._id)]
    expect(rows.filter((row) => row?.isUnread).length).toBeGreaterThan(0)
    expect(await unread(BOB)).toBe(rows.filter((row) => row?.isUnread).length)
  })

  it('C3, F7: of what was deleted before it was told nobody is told', async () => {
    const world = await centreOn(engine)
    const { post, comments, command, waiting, handle, turn, unread } = world
    const { comment, event } = await post(ANN, '@bob hello')
    await comments.delete(command(ANN), comment.slug)
    const [created, deleted] = (await waiting()).filter(({ type }) => type === 'comment')
    await handle(deleted!)
    await handle(created!)
    await turn()
    expect(await rowOf(world, BOB.id, event)).toMatchObject({ skip: 'not-there', isShown: false, isUnread: false })
    expect(await unread(BOB)).toBe(0)
  })

  it('C6: a stream tells in the order of the log', async () => {
    const world = await centreOn(engine)
    const { post, turn, centre, comments, command } = world
    const posts = []
    for (let at = 0; at < 4; at++) posts.push(await post(ANN, `@bob ${at}`))
    await turn()
    await centre.mark(BOB, 'read', [posts[2]!.event])
    await comments.delete(command(ANN), posts[1]!.comment.slug)
    await centre.readUpTo(BOB, 2)
    await turn()
    const told = await changes(world, 0)
    expect(told.map(({ position }) => position)).toEqual(told.map(({ position }) => position).toSorted((a, b) => a - b))
    expect(told.map(({ kind }) => kind)).toEqual(['told', 'told', 'told', 'marked', 'retracted', 'marked'])
    for (const { position } of told) {
      const rest = await changes(world, position)
      expect(rest).toEqual(told.filter((change) => change.position > position))
    }
    const paged = []
    for (let since = 0, more = true; more;) {
      const page = await centre.changesSince(BOB, since, 1)
      paged.push(...page.changes)
      ;({ position: since, more } = page)
    }
    expect(paged).toEqual(told)
  })

  it('F3: an edit that takes a mention away takes back what is unread; what was read stays, without its text', async () => {
    const world = await centreOn(engine)
    const { post, edit, turn, centre, unread, all } = world
    const { comment, event } = await post(ANN, '@bob @cid hello')
    await turn()
    await centre.mark(CID, 'read', [event])
    await edit(ANN, comment.slug, 'hello')
    await turn()
    expect([await unread(BOB), await all(BOB)]).toEqual([0, []])
    expect(await all(CID)).toMatchObject([{ id: event, isGone: true, excerpt: null, actors: [], unread: 0 }])
    expect(await rowOf(world, BOB.id, event)).toMatchObject({ retractedFor: 'no-longer-mentioned', isShown: false })
  })

  it('F8: a delete takes back what is unread, and a stream tells it; what was read stays, without its text', async () => {
    const world = await centreOn(engine)
    const { post, turn, centre, comments, command, unread, all } = world
    const { comment, event } = await post(ANN, '@bob @cid hello')
    await turn()
    await centre.readUpTo(CID, (await centre.counts(CID)).position)
    const { position } = await centre.counts(BOB)
    expect(await unread(BOB)).toBe(1)
    await comments.delete(command(ANN), comment.slug)
    await turn()
    await turn()
    expect([await unread(BOB), await all(BOB)]).toEqual([0, []])
    expect(await all(CID)).toMatchObject([{ id: event, isGone: true, excerpt: null, actors: [] }])
    expect(await changes(world, position)).toMatchObject([
      { kind: 'retracted', rows: [{ id: event, why: 'not-there', stays: false }] },
    ])
  })

  it('F8: a delete with all replies takes back what was told of each', async () => {
    const { post, turn, comments, command, unread } = await centreOn(engine, { settings: { deletion: 'cascade' } })
    const { comment } = await post(ANN, 'root @cid')
    await post(ANN, 'reply @bob', comment.slug)
    await turn()
    expect([await unread(BOB), await unread(CID)]).toEqual([1, 1])
    await comments.delete(command(ANN), comment.slug)
    await turn()
    await turn()
    expect([await unread(BOB), await unread(CID)]).toEqual([0, 0])
  })

  it('F8: what a moderator took down shows nothing, even before the queue has come to it', async () => {
    const { post, turn, comments, discussion, all, centre, unread } = await centreOn(engine)
    const { comment, event } = await post(ANN, '@bob @cid bad words')
    await turn()
    await centre.mark(CID, 'read', [event])
    await comments.decide({ discussion, slug: comment.slug, status: 'rejected', by: BOB, event: 'decided' })
    expect(await all(BOB)).toMatchObject([{ excerpt: null }])
    await turn()
    expect([await unread(BOB), await all(BOB)]).toEqual([0, []])
    expect(await all(CID)).toMatchObject([{ isGone: true, excerpt: null }])
  })

  it('D7: a block takes back what one was told of the other, both ways; a mute one way', async () => {
    const { post, turn, people, unread } = await centreOn(engine)
    for (const [from, to] of [
      [ANN, 'bob'],
      [BOB, 'ann'],
      [CID, 'ann'],
      [ANN, 'cid'],
    ] as const)
      await post(from, `@${to}`)
    await turn()
    // Ann and bob take part by then, and are told of what cid and each other write.
    const before = { ann: await unread(ANN), bob: await unread(BOB), cid: await unread(CID) }
    await people.relations.add(CID, 'mute', ANN.id)
    await turn()
    expect(await unread(CID)).toBe(before.cid - 1)
    expect(await unread(ANN)).toBe(before.ann)
    await people.relations.add(BOB, 'block', ANN.id)
    await turn()
    expect(await unread(ANN)).toBe(before.ann - 1)
    expect(await unread(BOB)).toBeLessThan(before.bob)
    await people.relations.remove(BOB, 'block', ANN.id)
    await turn()
    expect(await unread(ANN), 'what is lifted releases nothing old').toBe(before.ann - 1)
  })

  it('K2: tells whoever comes back too late, or from a time to come, to read anew', async () => {
    const { centre, post, turn, state, store } = await centreOn(engine)
    await post(ANN, '@bob one')
    await turn()
    const early = 1
    await post(ANN, '@bob two')
    await turn()
    expect(await centre.changesSince(BOB, state.position + 5, 10)).toMatchObject({ reset: true, changes: [] })
    expect(await centre.changesSince(BOB, state.position, 10)).toMatchObject({ reset: false, changes: [], more: false })
    expect((await centre.changesSince(BOB, early, 10)).changes).toHaveLength(2)
    // Events of these tests are of a later time than the store's clock.
    while (await store.events.trim({ keepMs: -100 * 365 * 24 * 60 * 60 * 1000 }));
    await post(ANN, '@bob three')
    await turn()
    expect(await centre.changesSince(BOB, early, 10)).toMatchObject({ reset: true, position: state.position })
  })
})
