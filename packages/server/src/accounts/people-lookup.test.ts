import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { hookServer } from '../testing/hook-server.ts'
import { actor, HOUR_MS, idOf, ORG, peopleOn } from './people.fixtures.ts'

const ME = actor('me')

describeEngines('looking people up', (engine) => {
  const setUp = async (...names: string[]) => {
    const ground = await peopleOn(engine)
    await ground.tell(...names)
    const { people, clock } = ground
    const starting = async (prefix: string, limit = 8, by = ME) =>
      (await people.lookup.startingWith(by, prefix, limit)).map(({ name }) => name)
    const meant = async (names: string[], by = ME) =>
      [...(await people.lookup.mentioned(by, names)).people].map(([key, { name }]) => [key, name])
    const ban = (name: string) =>
      people.sanction(actor('mona'), idOf(name), {
        kind: 'ban',
        sanction: { until: new Date(clock.now + HOUR_MS).toISOString(), reason: 'x' },
      })
    return { ...ground, starting, meant, ban }
  }

  it('finds names by how they begin, whatever their case, in their order and in the own org', async () => {
    const { people, starting } = await setUp(
      'Ann',
      'anna',
      'Ännchen',
      'Bob',
      'an',
      'Ａnton',
      "Ann O'Hara",
      'Z\u{10FFFD}',
    )
    await people.upsert('other', [{ id: 'x', username: 'Annabel' }])
    expect(await starting('an')).toEqual(['an', 'Ann', "Ann O'Hara", 'anna', 'Ａnton'])
    expect(await starting('AN', 2)).toEqual(['an', 'Ann'])
    expect(await starting("ann o'")).toEqual(["Ann O'Hara"])
    expect(await starting('ä')).toEqual(['Ännchen'])
    for (const nothing of ['.*', '$', '\u{10FFFF}', 'zz', '%']) expect(await starting(nothing)).toEqual([])
  })

  it('leaves out who is erased, banned, oneself, or on either side of a block', async () => {
    const { people, documents, starting, meant, ban, clock } = await setUp('me', 'ma', 'mb', 'mc', 'md', 'me2')
    await ban('ma')
    await documents.update({ _id: idOf('mb') }, { $set: { erased: '2030-01-01T00:00:00.000Z' } })
    await people.relations.add(actor('mc'), 'block', ME.id)
    await people.relations.add(ME, 'block', idOf('md'))
    expect(await starting('m')).toEqual(['me2'])
    expect(await meant(['me', 'ma', 'mb', 'mc', 'md', 'nobody', 'me2'])).toEqual([['me2', 'me2']])
    clock.now += HOUR_MS
    expect(await meant(['ma'])).toEqual([['ma', 'ma']])
  })

  it('finds more than a page of those who are left out', async () => {
    const { starting, ban } = await setUp(...Array.from({ length: 60 }, (_, at) => `n${at + 10}`))
    for (let at = 0; at < 55; at++) await ban(`n${at + 10}`)
    expect(await starting('n', 3)).toEqual(['n65', 'n66', 'n67'])
  })

  it('means the one of several with a name who is known for longest', async () => {
    const { people, clock } = await setUp()
    await people.upsert(ORG, [{ id: 'one', username: 'Ann' }])
    clock.now += 1
    await people.upsert(ORG, [{ id: 'two', username: 'ann' }])
    const { people: found } = await people.lookup.mentioned(ME, ['ann'])
    expect(found.get('ann')).toEqual({ id: idOf('one'), name: 'Ann' })
  })

  it('lets newcomers and guests mention two, others ten', async () => {
    const { people, tell, clock } = await setUp()
    const most = async (by: typeof ME) => (await people.lookup.mentioned(by, [])).most
    const guest = actor('g', { kind: 'guest' })
    expect([await most(ME), await most(guest), await most(actor('s', { kind: 'server' }))]).toEqual([2, 2, 10])
    expect(await most(actor('mona', { role: 'moderator' }))).toBe(10)
    await tell('me')
    clock.now += 23 * HOUR_MS
    expect(await most(ME)).toBe(2)
    clock.now += HOUR_MS
    expect(await most(ME)).toBe(10)
    await expect(people.lookup.startingWith(guest, 'a', 8)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('asks the host where too few are known, once a minute, and keeps whom it finds', async () => {
    const { world, starting, meant, clock } = await setUp('ann')
    const { hook, asked } = await hookServer(() => ({
      people: [{ id: 'h1', username: 'Anton' }, { id: 'h2' }, { id: 'h3', username: 'Zoe', url: 'javascript:x' }],
    }))
    world.hook = hook
    expect(await Promise.all([starting('An'), starting('an')])).toEqual([
      ['ann', 'Anton'],
      ['ann', 'Anton'],
    ])
    expect(asked.map(({ body }) => body)).toEqual([{ kind: 'people', org: ORG, prefix: 'an', limit: 50 }])
    expect(await starting('an', 2)).toEqual(['ann', 'Anton'])
    expect(await meant(['ann', 'zoe', 'anton'])).toEqual([
      ['ann', 'ann'],
      ['anton', 'Anton'],
    ])
    expect(asked[1]?.body).toMatchObject({ names: ['zoe'] })
    await meant(['zoe'])
    await meant(['guest'], actor('g', { kind: 'guest' }))
    expect(asked).toHaveLength(2)
    clock.now += 60_000
    await meant(['zoe'])
    expect(asked).toHaveLength(3)
  })

  it('gives what is known where the host does not answer, and leaves it alone for a moment', async () => {
    const { world, starting, meant, clock } = await setUp('ann')
    const { hook, asked } = await hookServer(() => undefined)
    world.hook = hook
    expect([await starting('an'), await meant(['ann', 'bob'])]).toEqual([['ann'], [['ann', 'ann']]])
    await starting('an')
    expect(asked).toHaveLength(2)
    clock.now += 5000
    await starting('an')
    expect(asked).toHaveLength(3)
  })

  it('takes fifty people of an answer, and no more', async () => {
    const { world, starting, documents } = await setUp()
    const many = Array.from({ length: 70 }, (_, at) => ({ id: `p${at}`, username: `n${at}` }))
    world.hook = (await hookServer(() => ({ people: many }))).hook
    expect(await starting('n', 20)).toHaveLength(20)
    expect(await documents.count({ where: { org: ORG }, atMost: 100 })).toBe(50)
  })
})
