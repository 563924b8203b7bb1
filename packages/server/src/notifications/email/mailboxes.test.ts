import { createStore } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Route } from '../../api/route.ts'
import { tellings, windows } from '../collections.ts'
import { tellingOf } from '../windows/telling.ts'
import { itemOf } from '../windows/windows.fixtures.ts'
import { Windows } from '../windows/windows.ts'
import { bounceRoutes } from './bounce-routes.ts'
import { Signer } from './mail-key.ts'
import { Mailboxes } from './mailboxes.ts'
import { type Bounce, mailboxes as all, mailKeys } from './model.ts'
import { emailPlaces } from './places.ts'

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const ADA = { org: 'acme', person: 'ada', address: 'ada@x.example' }

async function worldOn(engine: TestEngine) {
  let now = NOW
  const store = createStore(await engine.open([all, mailKeys, windows, tellings]))
  onTestFinished(() => store.close())
  const rows = {
    mailboxes: store.collection(all),
    windows: store.collection(windows),
    tellings: store.collection(tellings),
  }
  const mailboxes = new Mailboxes({
    ...rows,
    signer: new Signer(store.collection(mailKeys)),
    isErased: async () => false,
    now: () => now,
  })
  const [route] = bounceRoutes({ mailboxes, personOf: (_, hostId) => hostId })
  await mailboxes.count(ADA, { window: 'w0', day: '2026-01-01', isDigest: false })
  return {
    rows,
    mailboxes,
    wait: (ms: number) => (now += ms),
    bounce: (kind: Bounce, status?: string) => mailboxes.bounced(ADA, { kind, status }),
    isStopped: async (whose = ADA) => (await mailboxes.of(whose)).suppressed,
    tell: (bounces: unknown[], org = 'acme', role: 'admin' | 'member' = 'admin') =>
      tellRoute(route, { bounces, org, role }),
  }
}

async function tellRoute(
  route: Route | undefined,
  { bounces, org, role }: { bounces: unknown[]; org: string; role: 'admin' | 'member' },
) {
  const actor = { org, role, id: 'key', name: 'key', kind: 'server' as const }
  const asked = {
    params: undefined,
    query: undefined,
    address: '',
    token: () => null,
    said: () => null,
    isHead: false,
    headers: { ifMatch: null, idempotencyKey: null },
  }
  const body = route?.body?.parse({ bounces })
  return (await route?.handle({ ...asked, body, actor, signal: () => AbortSignal.timeout(1000) }))?.body
}

async function every<T>(all: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

describeEngines('mailboxes', (engine) => {
  it('I9: stop at the fourth soft bounce, and forget those of long ago', async () => {
    const { bounce, isStopped, wait } = await worldOn(engine)
    for (let n = 0; n < 3; n++) await bounce('soft')
    expect(await isStopped()).toBeNull()
    wait(31 * DAY)
    for (let n = 0; n < 3; n++) await bounce('soft')
    expect(await isStopped()).toBeNull()
    await bounce('soft')
    expect(await isStopped()).toBe('soft')
  })

  it('I9: stop at the second hard bounce, at once where there is no such mailbox, and at a complaint', async () => {
    const two = await worldOn(engine)
    await two.bounce('hard', '5.7.1')
    expect(await two.isStopped()).toBeNull()
    await two.bounce('hard')
    expect(await two.isStopped()).toBe('hard')
    const one = await worldOn(engine)
    await one.bounce('hard', '5.1.1')
    expect(await one.isStopped()).toBe('hard')
    const complained = await worldOn(engine)
    await complained.bounce('complaint')
    expect(await complained.isStopped()).toBe('complaint')
  })

  it('I9: begin anew with another address, and a late bounce of the old one changes nothing', async () => {
    const { bounce, isStopped, mailboxes } = await worldOn(engine)
    await bounce('complaint')
    const moved = { ...ADA, address: 'ada@y.example' }
    expect(await isStopped(moved)).toBeNull()
    await mailboxes.count(moved, { window: 'w1', day: '2026-01-01', isDigest: false })
    await bounce('complaint')
    expect([await isStopped(moved), (await mailboxes.of(moved)).mails]).toEqual([null, 2])
  })

  it('I9: are told of bounces by the host, by address or by user, in its own org', async () => {
    const { tell, isStopped } = await worldOn(engine)
    expect(await tell([{ address: 'nobody@x.example', kind: 'hard' }])).toEqual({ known: 0 })
    expect(await tell([{ address: 'ada@x.example', kind: 'complaint' }], 'other')).toEqual({ known: 0 })
    await expect(tell([{ user: 'ada', kind: 'hard' }], 'acme', 'member')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(tell([{ kind: 'hard' }])).rejects.toThrow('needs either an address or a user')
    expect(await isStopped()).toBeNull()
    expect(
      await tell([
        { address: 'Ada@X.example', kind: 'hard' },
        { user: 'ada', kind: 'hard' },
      ]),
    ).toEqual({ known: 2 })
    expect(await isStopped()).toBe('hard')
  })

  it('count a mail once, by the local day, and keep no address', async () => {
    const { mailboxes, rows } = await worldOn(engine)
    for (const window of ['w1', 'w1', 'w2']) await mailboxes.count(ADA, { window, day: '2026-01-01', isDigest: true })
    expect(await mailboxes.of(ADA)).toMatchObject({
      mails: 3,
      day: '2026-01-01',
      lastDigest: new Date(NOW).toISOString(),
    })
    await mailboxes.count(ADA, { window: 'w3', day: '2026-01-02', isDigest: false })
    expect(await mailboxes.of(ADA)).toMatchObject({ mails: 1 })
    expect(JSON.stringify(await rows.mailboxes.get('ada'))).not.toContain('@')
  })

  it('go with all that waits when their person is erased, and nobody else’s do', async () => {
    const { rows } = await worldOn(engine)
    const service = new Windows({ ...rows, now: () => NOW, random: () => 0, newId: () => 'n', bury: async () => true })
    const place = { channel: 'email', kind: 'daily', due: NOW + DAY, key: 'k' } as const
    for (let n = 0; n < 3; n++) await service.add(itemOf(`e${n}`, { person: 'ada' }), place)
    await service.add(itemOf('e0', { person: 'bob' }), place)
    await rows.tellings.insert(
      tellingOf(itemOf('x', { person: 'ada' }), { channel: 'push', state: 'skipped', skip: 'level', now: NOW }),
    )
    const places = emailPlaces(rows)
    const kept: Record<string, number> = {}
    for (const { name, items } of places) kept[name] = (await every(items?.({ org: 'acme', id: 'ada' }) ?? [])).length
    expect(kept).toEqual({ 'messages that wait': 1, messages: 4, mailbox: 1 })
    for (let n = 0; n < 2; n++)
      for (const { erase } of places) await erase({ org: 'acme', id: 'ada', seq: 1, late: false })
    const left = async (collection: { scan: () => AsyncIterable<{ doc: { _id: string } }> }) =>
      (await every(collection.scan())).map(({ doc }) => doc._id)
    expect(await left(rows.mailboxes)).toEqual([])
    expect(await left(rows.windows)).toEqual(['email~bob~k'])
    expect(await left(rows.tellings)).toEqual(['e0~email~bob'])
  })
})
