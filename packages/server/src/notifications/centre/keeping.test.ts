import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { ANN, BOB, centreOn, CID } from './centre.fixtures.ts'
import { centrePlaces } from './places.ts'
import { trim } from './trimming.ts'

describeEngines('what the centre keeps of people', (engine) => {
  it('is theirs to have, in words', async () => {
    const { post, turn, centre, notifications, inboxes, discussion } = await centreOn(engine)
    const { comment } = await post(ANN, '@bob hello')
    await turn()
    await centre.readUpTo(BOB, 1000)
    const [place] = centrePlaces({ notifications, inboxes })
    const items = []
    for await (const item of place!.items!(BOB)) items.push(item)
    expect(items).toEqual([
      {
        at: expect.any(String),
        reason: 'mention',
        by: 'ann',
        discussion,
        comment: comment.slug,
        read: true,
        archived: null,
      },
    ])
  })

  it('F13: goes with them, and so does their name where others were told of them', async () => {
    const world = await centreOn(engine)
    const { post, turn, centre, notifications, inboxes, people, comments, unread, all, waiting, handle } = world
    const { event, comment } = await post(ANN, '@bob hello')
    await post(BOB, '@ann hello', comment.slug)
    await turn()
    await centre.mark(BOB, 'read', [event])
    await centre.readUpTo(ANN, 1000)
    const past = await world.store.events.read({
      partition: world.store.events.partitionOf('org1'),
      after: 0,
      limit: 1000,
    })
    await people.erase(ANN, ANN.id)
    const places = [...centrePlaces({ notifications, inboxes }), ...comments.personalPlaces()]
    const erasure = { org: 'org1', id: ANN.id, seq: 0, late: false }
    for (const place of places) if (place.name !== 'repeated requests') await place.erase(erasure)
    for (const place of places) if (place.name !== 'repeated requests') await place.erase(erasure)
    await turn()
    const { docs } = await notifications.find({ where: { person: ANN.id }, limit: 10 })
    expect([docs, await inboxes.get(ANN.id)]).toEqual([[], null])
    const left = await notifications.get(`${BOB.id}~${event}`)
    expect(JSON.stringify(left)).not.toContain('"ann"')
    expect(left?.actor).toBeNull()
    expect(await unread(BOB)).toBe(0)
    // What comes again tells nothing again.
    for (const told of past) await handle(told)
    expect((await notifications.find({ where: { person: ANN.id }, limit: 10 })).docs).toEqual([])
    expect(JSON.stringify(await all(BOB))).not.toContain('"ann"')
    expect(await waiting()).toEqual([])
  })

  it('is bounded: the oldest go', async () => {
    const { post, turn, notifications, unread, all } = await centreOn(engine)
    const events = []
    for (let at = 0; at < 5; at++) events.push((await post(ANN, `@bob ${at}`)).event)
    await turn()
    await trim({ notifications }, BOB.id, 3)
    expect((await all(BOB)).map(({ id }) => id)).toEqual(events.slice(2).toReversed())
    expect(await unread(BOB)).toBe(3)
    expect(await unread(CID)).toBe(0)
  })
})
