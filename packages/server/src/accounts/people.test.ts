import { expect, it, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { actor, HOUR_MS, idOf, ORG, peopleOn } from './people.fixtures.ts'

const ANN = { org: ORG, hostId: 'ann', name: 'Ann' }
const MONA = actor('mona', { role: 'moderator' })

describeEngines('people', (engine) => {
  const setUp = () => peopleOn(engine)

  it('are known from the first token on, though two come at once', async () => {
    const { people, another, clock } = await setUp()
    await Promise.all([people, another(), people].map((node) => node.tell({ ...ANN, email: 'a@b.c' }, clock.now)))
    expect(await people.get(ORG, idOf('ann'))).toMatchObject({ name: 'Ann', nameKey: 'ann', email: 'a@b.c', url: null })
    expect(await people.get('other', idOf('ann'))).toBeNull()
  })

  it('are refreshed by a newer token and not by an older one, nor by one that does not say its time', async () => {
    const { people, clock } = await setUp()
    const nameNow = async () => (await people.get(ORG, idOf('ann')))?.name
    await people.tell({ ...ANN, email: 'a@b.c' }, clock.now - 5000)
    await people.tell({ ...ANN, name: 'Older' }, clock.now - 6000)
    await people.tell({ ...ANN, name: 'Same time' }, clock.now - 5000)
    await people.tell({ ...ANN, name: 'No time' }, null)
    expect(await nameNow()).toBe('Ann')
    await people.tell({ ...ANN, name: 'Anna', url: 'https://a.b/', avatar: null }, clock.now - 4000)
    expect(await people.get(ORG, idOf('ann'))).toMatchObject({
      name: 'Anna',
      nameKey: 'anna',
      email: 'a@b.c',
      url: 'https://a.b/',
    })
    // A clock that is ahead does not keep out what comes later.
    await people.tell({ ...ANN, name: 'Ahead' }, clock.now + HOUR_MS)
    clock.now += 1000
    await people.tell({ ...ANN, name: 'Later' }, clock.now)
    expect(await nameNow()).toBe('Later')
  })

  it('have the role that a token told last, with its moment, whatever their host tells in between', async () => {
    const { people, clock } = await setUp()
    const rolesNow = async () => {
      const { role, roleTold } = (await people.get(ORG, idOf('ann'))) ?? {}
      return [role, roleTold]
    }
    const upsert = (username: string) => people.upsert(ORG, [{ id: 'ann', username }])
    await upsert('Ann')
    expect(await rolesNow()).toEqual(['member', undefined])
    clock.now += 1000
    const first = clock.now
    await people.tell({ ...ANN, role: 'admin' }, first)
    clock.now += 1000
    await upsert('Anna')
    expect(await rolesNow()).toEqual(['admin', first])
    clock.now += 1000
    await people.tell({ ...ANN, role: 'member' }, clock.now)
    expect(await rolesNow()).toEqual(['member', clock.now])
  })

  it('cost one read where a token says nothing new, and none within the second', async () => {
    const { people, clock, documents } = await setUp()
    await people.tell(ANN, clock.now)
    const get = vi.spyOn(documents, 'get')
    const change = vi.spyOn(documents, 'change')
    await people.tell(ANN, clock.now + 1)
    clock.now += 1000
    await people.tell(ANN, clock.now)
    expect([get.mock.calls.length, change.mock.calls.length]).toEqual([1, 0])
  })

  it('sign in though what was told cannot be kept', async () => {
    const { people, documents, world } = await setUp()
    vi.spyOn(documents, 'change').mockRejectedValue(new Error('no disk'))
    await people.tell(ANN, 1)
    expect(world.failures).toHaveLength(1)
  })

  it('do not sign in, nor come back in any way, once they were erased', async () => {
    const { people, documents, clock } = await setUp()
    await people.tell(ANN, clock.now)
    await documents.update(
      { _id: idOf('ann') },
      { $set: { erased: '2030-01-01T00:00:00.000Z', name: '', nameKey: '' } },
    )
    clock.now += 1000
    await expect(people.tell(ANN, clock.now)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await people.upsert(ORG, [{ id: 'ann', username: 'Ann' }])).toMatchObject([{ outcome: 'unchanged' }])
    expect(await documents.get(idOf('ann'))).toMatchObject({ name: '' })
    await expect(people.sanction(MONA, idOf('ann'), { kind: 'ban', sanction: null })).rejects.toMatchObject({
      code: 'person-not-found',
    })
  })

  it('are told of in bulk, each for itself', async () => {
    const { people, clock } = await setUp()
    const bulk = [
      { id: 'ann', username: 'Ann', url: 'https://a.b/' },
      { id: 'bob', username: 'Bob', email: null },
    ]
    const outcomes = async (entries: unknown[]) => (await people.upsert(ORG, entries)).map(({ outcome }) => outcome)
    expect(await people.upsert(ORG, bulk)).toEqual([
      { id: 'ann', person: idOf('ann'), outcome: 'created', errors: [] },
      { id: 'bob', person: idOf('bob'), outcome: 'created', errors: [] },
    ])
    clock.now += 10
    expect(await outcomes([{ id: 'ann', username: 'Anna' }, bulk[1]])).toEqual(['updated', 'unchanged'])
    expect(await people.get(ORG, idOf('ann'))).toMatchObject({ name: 'Anna', url: 'https://a.b/' })
    const wrong = [
      { id: 'cid' },
      { id: '', username: 'x' },
      { id: 'dan', username: '\u200b' },
      { id: 'eve', username: 'Eve', url: 'javascript:alert(1)' },
      { id: 'fay', username: 'Fay', admin: true },
      { $set: 1 },
      null,
      7,
    ]
    expect(new Set(await outcomes(wrong))).toEqual(new Set(['invalid']))
    expect((await people.upsert(ORG, [{ id: 'cid' }]))[0]).toMatchObject({ id: 'cid', errors: [{ path: 'username' }] })
    expect(await outcomes([{ id: 'gil', username: 'Gil' }, ...wrong, { id: 'gil', username: 'Hal' }])).toEqual([
      'created',
      ...wrong.map(() => 'invalid'),
      'invalid',
    ])
    // An older token does not undo what the server told.
    await people.tell({ ...ANN, name: 'Ann' }, clock.now - 1)
    expect(await people.get(ORG, idOf('ann'))).toMatchObject({ name: 'Anna' })
  })

  it('are banned and let in again, each by one write that is told once, and seen by another node within a second', async () => {
    const { people, another, tell, told, clock } = await setUp()
    await tell('ann')
    const other = another()
    const standing = () => other.standing(ORG, idOf('ann'))
    expect(await standing()).toMatchObject({
      ban: null,
      shadow: null,
      role: 'member',
      since: '2030-01-01T00:00:00.000Z',
    })
    const ban = { until: new Date(clock.now + HOUR_MS).toISOString(), reason: 'spam' }
    await people.sanction(MONA, idOf('ann'), { kind: 'ban', sanction: ban })
    await people.sanction(MONA, idOf('ann'), { kind: 'ban', sanction: ban })
    clock.now += 1000
    expect(await standing()).toMatchObject({ ban: { ...ban, by: MONA.id }, shadow: null })
    await people.sanction(MONA, idOf('ann'), { kind: 'shadow', sanction: { until: null, reason: 'x' } })
    clock.now += HOUR_MS
    expect(await standing()).toMatchObject({ ban: null, shadow: { reason: 'x' } })
    await people.sanction(MONA, idOf('ann'), { kind: 'ban', sanction: null })
    await people.sanction(MONA, idOf('ann'), { kind: 'shadow', sanction: null })
    expect(await told()).toEqual(
      ['banned', 'shadowed', 'unbanned', 'unshadowed'].map((op) => ['person', op, idOf('ann')]),
    )
  })

  it('of another org are nobody', async () => {
    const { people, tell } = await setUp()
    await tell('ann')
    const foreign = actor('mona', { org: 'other', role: 'admin' })
    const sanction = { until: null, reason: 'x' }
    await expect(people.sanction(foreign, idOf('ann'), { kind: 'ban', sanction })).rejects.toMatchObject({
      code: 'person-not-found',
    })
    expect(await people.standing('other', idOf('ann'))).toEqual({
      ban: null,
      shadow: null,
      role: null,
      erased: null,
      since: null,
    })
  })
})
