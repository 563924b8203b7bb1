import { randomUUID } from 'node:crypto'
import { createStore } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { people, relations } from './collections.ts'
import { actor, HOUR_MS, idOf, ORG, peopleOn } from './people.fixtures.ts'
import { Relations } from './relations.ts'

const [ANN, BOB, CID] = [actor('ann'), actor('bob'), actor('cid')]

describeEngines('mutes and blocks', (engine) => {
  it('are made and taken back, once each, and told', async () => {
    const { people, told } = await peopleOn(engine)
    const { relations } = people
    await Promise.all([relations.add(ANN, 'mute', BOB.id), relations.add(ANN, 'mute', BOB.id)])
    await relations.add(ANN, 'block', BOB.id)
    await relations.remove(ANN, 'mute', BOB.id)
    await relations.remove(ANN, 'mute', BOB.id)
    expect(await relations.list(ANN, 'mute', { limit: 10, cursor: null })).toEqual({ relations: [], next: null })
    const all = (await told()).map(([, op, subject]) => [op, subject])
    // A mute and a block are two documents: only what happened to one of them is told in its order.
    expect(all.filter(([op]) => op !== 'blocked')).toEqual([
      ['muted', ANN.id],
      ['unmuted', ANN.id],
    ])
    expect(all.filter(([op]) => op === 'blocked')).toEqual([['blocked', ANN.id]])
  })

  it('hide people: those I mute or block, and those who block me, in the own org', async () => {
    const { relations } = (await peopleOn(engine)).people
    await relations.add(ANN, 'mute', BOB.id)
    await relations.add(CID, 'block', ANN.id)
    const all = [ANN.id, BOB.id, CID.id, idOf('dan')]
    expect([...(await relations.hiddenFrom(ANN, all))].toSorted()).toEqual([BOB.id, CID.id].toSorted())
    expect([...(await relations.hiddenFrom(BOB, all))]).toEqual([])
    expect([...(await relations.hiddenFrom(CID, all))]).toEqual([ANN.id])
    expect([...(await relations.hiddenFrom({ ...ANN, org: 'other' }, all))]).toEqual([])
    expect([...(await relations.blockedWith(ANN, all))]).toEqual([CID.id])
    expect(await relations.isBlockedBy(ANN, CID.id)).toBe(true)
    expect(await relations.isBlockedBy(CID, ANN.id)).toBe(false)
    expect(await relations.hiddenFrom(ANN, [])).toEqual(new Set())
    const crowd = Array.from({ length: 250 }, (_, number) => idOf(`person ${number}`))
    expect([...(await relations.hiddenFrom(ANN, [...crowd, BOB.id]))]).toEqual([BOB.id])
    expect([...(await relations.apartFrom(BOB, [...crowd, ANN.id]))]).toEqual([[ANN.id, 'mute']])
  })

  it('are listed, the newest first, by cursor', async () => {
    const { people, clock } = await peopleOn(engine)
    const { relations } = people
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      clock.now += 1
      await relations.add(ANN, 'block', name)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof relations.list>> = await relations.list(ANN, 'block', { limit: 2, cursor })
      seen.push(...page.relations.map(({ to }) => to))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(['e', 'd', 'c', 'b', 'a'])
    for (const bad of ['x', 'W10', 'WzEsMl0', ''])
      await expect(relations.list(ANN, 'block', { limit: 2, cursor: bad })).rejects.toMatchObject({
        code: 'bad-cursor',
      })
  })

  it('are a thousand of a kind and no more', async () => {
    const { relations } = (await peopleOn(engine)).people
    await Promise.all(Array.from({ length: 1000 }, (_, at) => relations.add(ANN, 'block', `p${at}`)))
    await expect(relations.add(ANN, 'block', BOB.id)).rejects.toMatchObject({ code: 'invalid' })
    await relations.add(ANN, 'block', 'p7')
    await relations.add(ANN, 'mute', BOB.id)
    await relations.remove(ANN, 'block', 'p7')
    await relations.add(ANN, 'block', BOB.id)
  })

  it('C8: a mute that has an end is over at that moment, in every answer, and can be made anew', async () => {
    const { people, clock, told } = await peopleOn(engine)
    const { relations } = people
    const until = new Date(clock.now + HOUR_MS).toISOString()
    const list = async () => (await relations.list(ANN, 'mute', { limit: 1, cursor: null })).relations
    await relations.add(ANN, 'mute', CID.id)
    clock.now += 1
    await relations.mute(ANN, BOB.id, until)
    await relations.mute(ANN, BOB.id, until)
    expect(await list()).toMatchObject([{ to: BOB.id, until }])
    expect([...(await relations.hiddenFrom(ANN, [BOB.id]))]).toEqual([BOB.id])
    expect([...(await relations.apartFrom(BOB, [ANN.id]))]).toEqual([[ANN.id, 'mute']])
    clock.now = Date.parse(until)
    expect(await list()).toMatchObject([{ to: CID.id, until: null }])
    expect([...(await relations.hiddenFrom(ANN, [BOB.id, CID.id]))]).toEqual([CID.id])
    expect([...(await relations.apartFrom(BOB, [ANN.id]))]).toEqual([])
    await relations.add(ANN, 'mute', BOB.id)
    expect([...(await relations.hiddenFrom(ANN, [BOB.id]))]).toEqual([BOB.id])
    expect(await list()).toMatchObject([{ to: BOB.id, until: null }])
    expect((await told()).filter(([, op]) => op === 'muted')).toHaveLength(3)
    await expect(relations.mute(ANN, BOB.id, until)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('says who blocked whom before that is acknowledged, each time', async () => {
    const store = createStore(await engine.open([people, relations]))
    onTestFinished(() => store.close())
    const blocked: string[][] = []
    const onBlocked = async (...pair: string[]): Promise<void> => void blocked.push(pair)
    const needs = { relations: store.collection(relations), now: Date.now, newId: randomUUID, onBlocked }
    const all = new Relations(needs)
    await all.add(ANN, 'block', BOB.id)
    await all.add(ANN, 'block', BOB.id)
    await all.add(ANN, 'mute', BOB.id)
    expect(blocked).toEqual([
      [ORG, ANN.id, BOB.id],
      [ORG, ANN.id, BOB.id],
    ])
  })

  it('makes room for others once mutes are over', async () => {
    const { people: all, clock } = await peopleOn(engine)
    const until = new Date(clock.now + HOUR_MS).toISOString()
    const names = Array.from({ length: 1000 }, (_, at) => `p${at}`)
    for (let at = 0; at < names.length; at += 100)
      await Promise.all(names.slice(at, at + 100).map((name) => all.relations.mute(ANN, name, until)))
    await expect(all.relations.add(ANN, 'mute', 'one more')).rejects.toMatchObject({ code: 'invalid' })
    clock.now = Date.parse(until)
    await all.relations.add(ANN, 'mute', 'one more')
    expect([...(await all.relations.hiddenFrom(ANN, ['one more', 'p1']))]).toEqual(['one more'])
  })
})
