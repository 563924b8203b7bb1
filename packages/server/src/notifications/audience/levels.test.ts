import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { audiencePlaces } from './erasing.ts'
import { actor, type Ground, groundOn, idOf } from './audience.fixtures.ts'
import { preferences as allPreferences } from '../collections.ts'

const CY = actor('cy')

describeEngines('levels', (engine) => {
  const levelOf = async (g: Ground, name: string) => {
    const { level, chosen, takesPart } = await g.levels.levelOf(actor(name), { discussion: g.discussion })
    return { level, chosen, takesPart }
  }

  it('are what was chosen, or follow from the defaults and from taking part', async () => {
    const g = await groundOn(engine)
    expect(await levelOf(g, 'cy')).toEqual({ level: 'mentions', chosen: null, takesPart: false })
    await g.say('cy', 'hello')
    await g.audiences.prepare(await g.logged())
    expect(await levelOf(g, 'cy')).toEqual({ level: 'participating', chosen: null, takesPart: true })
    await g.level('cy', 'muted')
    expect(await levelOf(g, 'cy')).toEqual({ level: 'muted', chosen: 'muted', takesPart: true })
    await g.level('cy', null)
    await g.choose('cy', { whereTakingPart: 'watching' })
    expect(await levelOf(g, 'cy')).toEqual({ level: 'watching', chosen: null, takesPart: true })
  })

  it('of one who chose before writing: taking part is noted all the same, whatever comes first', async () => {
    const g = await groundOn(engine)
    await g.level('cy', 'watching')
    await g.say('cy', 'hello')
    const events = await g.logged()
    await g.audiences.prepare(events)
    await g.audiences.prepare(events.toReversed())
    expect(await levelOf(g, 'cy')).toEqual({ level: 'watching', chosen: 'watching', takesPart: true })
  })

  it('of what somebody may not see are those of what never was, also in the list', async () => {
    const g = await groundOn(engine)
    await g.level('cy', 'watching')
    g.world.mayOf = async () => ({ see: false, comment: false, moderate: null })
    const missing = await g.levels.levelOf(CY, { discussion: 'nowhere' }).catch((error: unknown) => error)
    await expect(g.levels.levelOf(CY, { discussion: g.discussion })).rejects.toEqual(missing)
    await expect(g.level('cy', 'muted')).rejects.toEqual(missing)
    expect(await g.levels.list(CY, { limit: 10, cursor: null })).toEqual({ standings: [], next: null })
  })

  it('are listed by cursor, the newest first', async () => {
    const g = await groundOn(engine)
    const root = actor('root', 'admin')
    for (const id of ['2', '3']) await g.comments.open(root, { org: 'org1', resource: { type: 'page', id } })
    for (const id of ['1', '2', '3'])
      await g.levels.set(CY, { org: 'org1', resource: { type: 'page', id } }, 'watching')
    const first = await g.levels.list(CY, { limit: 2, cursor: null })
    const second = await g.levels.list(CY, { limit: 2, cursor: first.next })
    const ids = [first, second].map(({ standings }) => standings.map(({ discussion }) => discussion.resource.id))
    expect([ids, second.next]).toEqual([[['3', '2'], ['1']], null])
  })

  it('are only for people', async () => {
    const g = await groundOn(engine)
    const guest = { ...CY, kind: 'guest' as const }
    await expect(g.levels.set(guest, { discussion: g.discussion }, 'watching')).rejects.toThrow('sign in')
  })

  it('are exported and erased with all else that somebody has chosen', async () => {
    const g = await groundOn(engine)
    await g.level('cy', 'watching')
    await g.choose('cy', { mail: 'daily' })
    const preferences = g.store.collection(allPreferences)
    const places = audiencePlaces({ followings: g.needs.followings, preferences })
    const whose = { org: 'org1', id: idOf('cy') }
    const items = async () => {
      const found: unknown[] = []
      for (const { items: itemsOf } of places) if (itemsOf) for await (const item of itemsOf(whose)) found.push(item)
      return found
    }
    expect(await items()).toMatchObject([{ discussion: g.discussion, level: 'watching' }, { mail: 'daily' }])
    for (const place of [...places, ...places]) await place.erase({ ...whose, seq: 1, late: false })
    expect(await items()).toEqual([])
  })
})
