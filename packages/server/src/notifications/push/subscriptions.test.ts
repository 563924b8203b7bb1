import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { expectRefused } from '../../moderation/testing/suite.ts'
import { pushSubscriptions } from './collections.ts'
import { subscribeSchema } from './model.ts'
import { pushPlaces } from './places.ts'
import { newBrowser } from './testing/decrypt.ts'
import { groundOn, member, ORG } from './testing/ground.ts'

const asked = (endpoint: string) => ({ endpoint, keys: newBrowser().keys })

describeEngines('push subscriptions', (engine) => {
  const opened = () => groundOn(engine.open)
  const at = (n: number | string): string => `https://push.example.net/${n}`

  it('J9: the same endpoint posted twice is one row, with the keys of the second', async () => {
    const { subscriptions, clock, store } = await opened()
    const first = await subscriptions.subscribe(member('bob'), asked(at(1)))
    clock.now += 1000
    const again = asked(at(1))
    await Promise.all([subscriptions.subscribe(member('bob'), again), subscriptions.subscribe(member('bob'), again)])
    const all = await subscriptions.of({ org: ORG, id: 'bob' })
    expect(all).toMatchObject([{ _id: first._id, created: first.created, p256dh: again.keys.p256dh }])
    expect(await store.collection(pushSubscriptions).count({ where: { org: ORG }, atMost: 10 })).toBe(1)
  })

  it('J8: a browser in which somebody else signs in is theirs, and no longer the first one’s', async () => {
    const { subscriptions } = await opened()
    const shared = asked(at('shared'))
    await subscriptions.subscribe(member('ada'), shared)
    const { _id } = await subscriptions.subscribe(member('bob'), shared)
    expect(await subscriptions.of({ org: ORG, id: 'ada' })).toEqual([])
    expect(await subscriptions.of({ org: ORG, id: 'bob' })).toMatchObject([{ _id, person: 'bob' }])
    await subscriptions.unsubscribe({ org: ORG, id: 'ada' }, _id)
    expect(await subscriptions.of({ org: ORG, id: 'bob' })).toHaveLength(1)
    await subscriptions.unsubscribe({ org: ORG, id: 'bob' }, _id)
    expect(await subscriptions.of({ org: ORG, id: 'bob' })).toEqual([])
  })

  it('belong to one org: another one neither sees nor removes them', async () => {
    const { subscriptions } = await opened()
    const { _id } = await subscriptions.subscribe(member('bob'), asked(at(1)))
    await subscriptions.unsubscribe({ org: 'org2', id: 'bob' }, _id)
    expect(await subscriptions.of({ org: 'org2', id: 'bob' })).toEqual([])
    expect(await subscriptions.of({ org: ORG, id: 'bob' })).toHaveLength(1)
  })

  it('are twenty a person at most: the one that was not heard of for longest goes', async () => {
    const { subscriptions, clock } = await opened()
    for (let n = 0; n < 20; n++) {
      await subscriptions.subscribe(member('bob'), asked(at(n)))
      clock.now += 1000
    }
    await subscriptions.subscribe(member('bob'), asked(at(0)))
    clock.now += 1000
    await subscriptions.subscribe(member('bob'), asked(at(20)))
    const endpoints = (await subscriptions.of({ org: ORG, id: 'bob' })).map(({ endpoint }) => endpoint)
    expect(endpoints).toHaveLength(20)
    expect(endpoints).toContain(at(0))
    expect(endpoints).not.toContain(at(1))
  })

  it('J7: remember the key they were made with; one that is not ours is refused', async () => {
    const { subscriptions, keys } = await opened()
    const old = await keys.current()
    const next = await keys.rotate()
    const made = await subscriptions.subscribe(member('bob'), { ...asked(at(1)), key: old.publicKey })
    expect(made.key).toBe(old.publicKey)
    expect((await subscriptions.subscribe(member('bob'), asked(at(1)))).key).toBe(next.publicKey)
    await expectRefused(subscriptions.subscribe(member('bob'), { ...asked(at(1)), key: 'AAAA' }), 'invalid')
  })

  it('guests and servers have none', async () => {
    const { subscriptions } = await opened()
    await expectRefused(subscriptions.subscribe({ ...member('x'), kind: 'guest' }, asked(at(1))), 'forbidden')
    await expectRefused(subscriptions.subscribe({ ...member('x'), kind: 'server' }, asked(at(1))), 'forbidden')
  })

  it('F13: are handed out without keys, and go with the person, also where they come late', async () => {
    const { subscriptions, scene } = await opened()
    await subscriptions.subscribe(member('bob'), asked(at(1)))
    await subscriptions.subscribe(member('ada'), asked(at(2)))
    const [place] = pushPlaces(subscriptions)
    const whose = { org: ORG, id: 'bob' }
    const items: object[] = []
    for await (const item of place?.items?.(whose) ?? []) items.push(item)
    expect(items.map((item) => Object.keys(item))).toEqual([['endpoint', 'language', 'created', 'refreshed']])
    scene.erased.add('bob')
    await place?.erase({ ...whose, seq: 1, late: false })
    expect(await subscriptions.of(whose)).toEqual([])
    await subscriptions.subscribe(member('bob'), asked(at(3)))
    expect(await subscriptions.of(whose)).toEqual([])
    expect(await subscriptions.of({ org: ORG, id: 'ada' })).toHaveLength(1)
  })

  it.each([
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://a:b@push.org/x',
  ])('J6: %s is refused as somebody subscribes', async (endpoint) => {
    const { subscriptions } = await groundOn(engine.open, { ask: { allowPrivate: false } })
    await expectRefused(subscriptions.subscribe(member('bob'), asked(endpoint)), 'invalid')
    expect(await subscriptions.of({ org: ORG, id: 'bob' })).toEqual([])
  })
})

describe('what a browser hands in', () => {
  it('J6: is an https address of bounded length, with keys on the curve, and nothing else', () => {
    const good = asked('https://push.example.net/1')
    const flaws = (more: object): number => subscribeSchema.safeParse({ ...good, ...more }).error?.issues.length ?? 0
    expect(flaws({})).toBe(0)
    expect(flaws({ expirationTime: null, language: 'de-AT' })).toBe(0)
    expect(flaws({ endpoint: 'http://push.example.net/1' })).toBe(1)
    expect(flaws({ endpoint: 'file:///etc/passwd' })).toBe(1)
    expect(flaws({ endpoint: `https://push.example.net/${'x'.repeat(2000)}` })).toBe(1)
    expect(flaws({ keys: { p256dh: 'AAAA', auth: good.keys.auth } })).toBe(1)
    expect(flaws({ keys: { p256dh: { $gt: '' }, auth: good.keys.auth } })).toBe(1)
    expect(flaws({ language: '../../x' })).toBe(1)
    expect(flaws({ person: 'ada' })).toBe(1)
  })
})
