import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { ANN, BOB, centreOn, CID, DAN } from './centre.fixtures.ts'

describeEngines('the notification centre', (engine) => {
  it('tells of a mention and a reply, with what it takes to show them', async () => {
    const { post, turn, all, discussion } = await centreOn(engine)
    const { comment } = await post(ANN, 'hello <b>there</b> @bob, *how* are you?')
    const reply = await post(BOB, 'fine', comment.slug)
    await turn()
    expect(await all(BOB)).toMatchObject([
      {
        reason: 'mention',
        count: 1,
        unread: 1,
        people: 1,
        actors: [{ id: ANN.id, name: 'ann' }],
        slug: comment.slug,
        isGone: false,
        discussion: {
          id: discussion,
          title: 'A page',
          url: 'https://example.org/1',
          resource: { type: 'page', id: '1' },
        },
        excerpt: expect.stringMatching(/^hello .*there.* @bob, how are you\?$/),
      },
    ])
    expect(await all(ANN)).toMatchObject([{ reason: 'reply', id: reply.event, excerpt: 'fine' }])
    expect(await all(CID)).toEqual([])
  })

  it('keeps a row for those who are not told, and why', async () => {
    const { post, turn, people, notifications, unread } = await centreOn(engine)
    await people.relations.add(BOB, 'mute', ANN.id)
    const { event } = await post(ANN, '@bob @cid')
    await turn()
    expect(await notifications.get(`${BOB.id}~${event}`)).toMatchObject({ skip: 'muted-author', isShown: false })
    expect(await notifications.get(`${CID.id}~${event}`)).toMatchObject({ skip: null, isShown: true })
    expect([await unread(BOB), await unread(CID)]).toEqual([0, 1])
  })

  it('G2: all read takes a position that was seen: what comes meanwhile stays unread', async () => {
    const { post, turn, centre, unread } = await centreOn(engine)
    await post(ANN, '@bob one')
    await turn()
    const { position } = await centre.counts(BOB)
    await post(ANN, '@bob two')
    await turn()
    expect(await centre.readUpTo(BOB, position)).toEqual({ marked: 1, more: false })
    expect(await unread(BOB)).toBe(1)
    expect(await centre.readUpTo(BOB, position)).toEqual({ marked: 0, more: false })
  })

  it('G2: a position that is still to come takes in nothing that nobody has seen', async () => {
    const { post, turn, centre, unread } = await centreOn(engine)
    await post(ANN, '@bob one')
    await turn()
    await centre.readUpTo(BOB, Number.MAX_SAFE_INTEGER)
    expect(await unread(BOB)).toBe(0)
    await post(ANN, '@bob two')
    await turn()
    expect(await unread(BOB)).toBe(1)
  })

  it('G3: what is read on one device is told to the others', async () => {
    const { post, turn, centre } = await centreOn(engine)
    const { event } = await post(ANN, '@bob')
    await turn()
    const { position } = await centre.counts(BOB)
    await centre.mark(BOB, 'read', [event, event])
    await centre.mark(BOB, 'read', [event])
    await turn()
    const { changes } = await centre.changesSince(BOB, position, 100)
    expect(changes).toMatchObject([{ kind: 'marked', op: 'read', id: event }])
  })

  it('G4: what is shown as one counts right after a delete, a mute and a block', async () => {
    const { post, turn, all, comments, command, people, unread } = await centreOn(engine)
    const { comment } = await post(ANN, 'what do you think?')
    const replies = [
      await post(BOB, 'one', comment.slug),
      await post(CID, 'two', comment.slug),
      await post(DAN, 'three', comment.slug),
      await post(DAN, 'four', comment.slug),
    ]
    await turn()
    expect(await all(ANN)).toMatchObject([
      {
        reason: 'reply',
        count: 4,
        unread: 4,
        people: 3,
        excerpt: 'four',
        actors: [{ name: 'dan' }, { name: 'cid' }, { name: 'bob' }],
      },
    ])
    await comments.delete(command(DAN), replies[3]!.comment.slug)
    await turn()
    expect(await all(ANN)).toMatchObject([{ count: 3, unread: 3, people: 3, excerpt: 'three' }])
    await people.relations.add(ANN, 'mute', BOB.id)
    await turn()
    expect(await all(ANN)).toMatchObject([{ count: 2, unread: 2, people: 2 }])
    await people.relations.add(DAN, 'block', ANN.id)
    expect(await all(ANN), 'at once').toMatchObject([{ count: 1, people: 1 }])
    await turn()
    expect(await all(ANN)).toMatchObject([{ count: 1, unread: 1, actors: [{ name: 'cid' }] }])
    expect(await unread(ANN)).toBe(1)
  })

  it('G4: what was read and is gone is not counted, unless nothing else is left', async () => {
    const { post, turn, all, comments, command, centre } = await centreOn(engine)
    const { comment } = await post(ANN, 'what do you think?')
    const one = await post(BOB, 'one', comment.slug)
    const two = await post(CID, 'two', comment.slug)
    await turn()
    const [entry] = await all(ANN)
    await centre.markGroup(ANN, 'read', entry!.group)
    await comments.delete(command(BOB), one.comment.slug)
    await turn()
    expect(await all(ANN)).toMatchObject([{ count: 1, unread: 0, isGone: false, actors: [{ name: 'cid' }] }])
    await comments.delete(command(CID), two.comment.slug)
    await turn()
    expect(await all(ANN)).toMatchObject([{ count: 2, unread: 0, isGone: true, actors: [], excerpt: null }])
  })

  it('G5: paging is stable while more comes', async () => {
    const { post, turn, centre } = await centreOn(engine)
    const events: string[] = []
    for (let at = 0; at < 7; at++) events.unshift((await post(ANN, `@bob ${at}`)).event)
    const { comment } = await post(BOB, 'mine')
    events.unshift((await post(ANN, 'reply', comment.slug)).event)
    await turn()
    const seen: string[] = []
    for (let cursor: string | null = null, pages = 0; ; pages++) {
      const { entries, next } = await centre.list(BOB, { filter: 'all', limit: 3, cursor })
      seen.push(...entries.map(({ id }) => id))
      if (next === null) break
      cursor = next
      await post(ANN, `@bob late ${pages}`)
      await post(ANN, `late reply ${pages}`, comment.slug)
      await turn()
    }
    expect(seen).toEqual(events)
    await expect(centre.list(BOB, { filter: 'all', limit: 3, cursor: 'x' })).rejects.toMatchObject({
      code: 'bad-cursor',
    })
  })

  it('G6: what is old goes, and no number is below nothing', async () => {
    const { post, turn, store, clock, unread, all, centre, notifications } = await centreOn(engine, { keptDays: 1 })
    await post(ANN, '@bob one')
    const { event } = await post(ANN, '@bob two')
    await turn()
    await centre.mark(BOB, 'read', [event])
    // The store's own clock is the real one: what is kept for a day from then on is past already.
    const { docs } = await notifications.find({ where: { person: BOB.id, isShown: true }, limit: 10 })
    for (const { _id } of docs) await notifications.update({ _id }, { $set: { expires: '2001-01-01T00:00:00.000Z' } })
    while (await store.sweep());
    clock.now += 1
    expect([await unread(BOB), await all(BOB)]).toEqual([0, []])
    await centre.mark(BOB, 'read', [event])
    await centre.readUpTo(BOB, 100)
    expect(await unread(BOB)).toBe(0)
  })

  it('G7: seen is not read, and read is not archived', async () => {
    const { post, turn, centre, all } = await centreOn(engine)
    const { event } = await post(ANN, '@bob one')
    await post(ANN, '@bob two')
    await turn()
    const numbers = async () => {
      const { unread, unseen } = await centre.counts(BOB)
      return [unread.count, unseen.count]
    }
    expect(await numbers()).toEqual([2, 2])
    await centre.seenUpTo(BOB, (await centre.counts(BOB)).position)
    expect(await numbers()).toEqual([2, 0])
    await centre.mark(BOB, 'archived', [event])
    expect(await numbers()).toEqual([1, 0])
    expect((await all(BOB)).length).toBe(1)
    expect(await all(BOB, 'archived')).toMatchObject([{ id: event, isArchived: true }])
    await centre.mark(BOB, 'unarchived', [event])
    expect(await numbers()).toEqual([2, 0])
    await centre.mark(BOB, 'read', [event])
    expect(await numbers()).toEqual([1, 0])
    expect((await all(BOB)).length).toBe(2)
    expect((await all(BOB, 'unread')).map(({ id }) => id)).not.toContain(event)
    await centre.mark(BOB, 'archived', [event])
    await centre.mark(BOB, 'unarchived', [event])
    expect(await numbers()).toEqual([1, 0])
  })

  it('G8: who opens a discussion has read what they were told of it', async () => {
    const { post, turn, centre, discussion, unread } = await centreOn(engine)
    for (let at = 0; at < 5; at++) await post(ANN, `@bob ${at}`)
    await turn()
    expect(await centre.readDiscussion(BOB, { discussion: 'another' })).toEqual({ marked: 0, more: false })
    expect(await centre.readDiscussion(BOB, { discussion })).toEqual({ marked: 5, more: false })
    expect(await unread(BOB)).toBe(0)
    await post(ANN, '@bob again')
    await turn()
    const resource = { type: 'page', id: '1' }
    expect(await centre.readDiscussion(BOB, { org: 'org1', resource })).toEqual({ marked: 1, more: false })
  })

  it('E7: who may not see a discussion any more sees nothing of it, and the number is right', async () => {
    const { post, turn, centre, closed, unread, all } = await centreOn(engine)
    await post(ANN, '@bob secret')
    await post(ANN, '@bob another')
    await turn()
    const { position } = await centre.counts(BOB)
    closed.add(BOB.id)
    expect(await all(BOB)).toEqual([])
    expect(await unread(BOB)).toBe(0)
    closed.delete(BOB.id)
    expect(await all(BOB)).toEqual([])
    await turn()
    const { changes } = await centre.changesSince(BOB, position, 100)
    expect(changes.map((change) => change.kind === 'marked' && change.op)).toEqual(['hidden', 'hidden'])
  })

  it('E7: a stream shows what a bell needs, and takes back what may not be seen any more', async () => {
    const { post, turn, centre, closed } = await centreOn(engine)
    const { event } = await post(ANN, '@bob **look** here')
    await turn()
    const told = await centre.shownSince(BOB, 0, 100)
    expect(told.changes).toMatchObject([
      { kind: 'told', row: { id: event }, title: 'A page', url: 'https://example.org/1', excerpt: '@bob look here' },
    ])
    closed.add(BOB.id)
    const { changes, position } = await centre.shownSince(BOB, 0, 100)
    expect(changes).toEqual([
      { kind: 'retracted', position: changes[0]?.position, rows: [{ id: event, why: 'no-access', stays: false }] },
    ])
    expect(position).toBe(told.position)
  })

  it('tells a stream what the newest fifty rows show; the others are told without', async () => {
    const { post, turn, centre } = await centreOn(engine)
    for (let n = 0; n < 52; n++) await post(ANN, `@bob ${n}`)
    await turn()
    const { changes } = await centre.shownSince(BOB, 0, 100)
    expect(changes.map((change) => change.kind === 'told' && change.excerpt !== null)).toEqual(
      Array.from({ length: 52 }, (_, n) => n >= 2),
    )
  })

  it('J10, H15: who looks at the list is here; that is written twice a minute at most, and told to nobody', async () => {
    const { centre, inboxes, store, drained, clock } = await centreOn(engine)
    const look = async (): Promise<string | null | undefined> => {
      await centre.list(BOB, { filter: 'all', limit: 1, cursor: null })
      return (await inboxes.get(BOB.id))?.active
    }
    await drained()
    const partition = store.events.partitionOf(BOB.org)
    const before = await store.events.lastSeq(partition)
    const first = await look()
    expect(first).toBeTypeOf('string')
    expect(await look()).toBe(first)
    clock.now += 30_000
    expect(await look()).not.toBe(first)
    expect(await store.events.lastSeq(partition)).toBe(before)
  })

  it('is for people who are signed in', async () => {
    const { centre } = await centreOn(engine)
    for (const kind of ['guest', 'server'] as const) {
      const other = { ...BOB, kind }
      for (const call of [
        async () => centre.counts(other),
        async () => centre.list(other, { filter: 'all', limit: 1, cursor: null }),
        async () => centre.readUpTo(other, 1),
        async () => centre.mark(other, 'read', ['x']),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it('shows and marks nothing of somebody else', async () => {
    const { post, turn, centre, unread, all } = await centreOn(engine)
    const { event } = await post(ANN, '@bob')
    await turn()
    expect(await centre.mark(CID, 'read', [event])).toEqual({ marked: 0, more: false })
    expect(await centre.mark({ ...BOB, org: 'other' }, 'read', [event])).toEqual({ marked: 0, more: false })
    expect([await all(CID), await unread(BOB)]).toEqual([[], 1])
  })
})
