import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { CourierLost } from './courier.ts'
import type { Subscription } from './model.ts'
import { payloadOf } from './payload.ts'
import { retryAfterMs } from '../../hooks/retry-after.ts'
import type { Push } from './sender.ts'
import { type Ground, groundOn, ORG } from './testing/ground.ts'
import type { Device } from './testing/push-service.ts'

const MESSAGE = {
  title: 'Ada replied to you',
  body: 'Ünïcode 👍',
  url: null,
  tag: 't',
  person: 'bob',
  notification: 'e1',
}
const HOUR = 3_600_000

const push = (more: Partial<Push> = {}): Push => ({
  payload: payloadOf(MESSAGE),
  ttlSeconds: 600,
  urgency: 'high',
  topic: 'a'.repeat(32),
  signal: new AbortController().signal,
  ...more,
})

async function subscriptionOf({ subscriptions }: Ground, person = 'bob'): Promise<Subscription | undefined> {
  return (await subscriptions.of({ org: ORG, id: person }))[0]
}

async function send(ground: Ground, more: Partial<Push> = {}) {
  const subscription = await subscriptionOf(ground)
  return subscription === undefined ? 'nothing to send to' : ground.sender.send(subscription, push(more))
}

async function withBrowser(ground: Ground): Promise<Ground & { device: Device }> {
  return { ...ground, device: await ground.browser('bob') }
}

describeEngines('sending a push message', (engine) => {
  const opened = async () => withBrowser(await groundOn(engine.open))

  it('J4: arrives at a real HTTPS push service, signed, readable by that browser alone, with its header fields', async () => {
    const ground = await opened()
    const { device, service, keys } = ground
    expect(await send(ground)).toEqual({ kind: 'sent' })
    expect(device.got).toMatchObject([
      {
        message: MESSAGE,
        claims: { aud: service.origin, sub: 'mailto:ops@palaver.dev' },
        key: (await keys.current()).publicKey,
        headers: { ttl: '600', urgency: 'high', topic: 'a'.repeat(32), 'content-encoding': 'aes128gcm' },
      },
    ])
    expect(ground.counted).toEqual(['sent'])
  })

  it.each([404, 410])('J2: %i forgets the subscription', async (status) => {
    const ground = await opened()
    ground.device.answer(status)
    expect(await send(ground)).toEqual({ kind: 'gone' })
    expect(await subscriptionOf(ground)).toBeUndefined()
  })

  it('J2: one that the browser has renewed meanwhile is not forgotten', async () => {
    const ground = await opened()
    const { device, subscriptions, clock } = ground
    const before = await subscriptionOf(ground)
    clock.now += 1000
    const bob = { org: ORG, id: 'bob', name: 'bob', role: 'member', kind: 'person' } as const
    await subscriptions.subscribe(bob, device.subscription)
    device.answer(410)
    if (before !== undefined) await ground.sender.send(before, push())
    expect(await subscriptionOf(ground)).toBeDefined()
  })

  it.each([400, 401, 403, 413])('J2: %i keeps it, for ever, and alarms', async (status) => {
    const ground = await opened()
    ground.device.answer(status)
    for (let day = 0; day < 5; day++) {
      expect(await send(ground)).toEqual({ kind: 'refused' })
      ground.clock.now += 24 * HOUR
    }
    expect(await subscriptionOf(ground)).toBeDefined()
    expect(ground.warned).toHaveLength(5)
    expect(ground.warned[0]).toEqual({ service: ground.service.origin, status, answer: '' })
    expect(ground.counted).toEqual(Array.from({ length: 5 }, () => 'refused'))
  })

  it('J2: three failures over more than a day forget it; many within an hour do not', async () => {
    const ground = await opened()
    ground.device.answer(500)
    for (let n = 0; n < 5; n++) expect(await send(ground)).toEqual({ kind: 'later', afterMs: 5_000 })
    expect(ground.service.asked()).toBe(1)
    ground.clock.now += 25 * HOUR
    expect(await send(ground)).toEqual({ kind: 'later', afterMs: 5_000 })
    ground.clock.now += 2 * HOUR
    expect(await send(ground)).toEqual({ kind: 'gone' })
    expect(await subscriptionOf(ground)).toBeUndefined()
  })

  it('J2: a success in between starts anew', async () => {
    const ground = await opened()
    for (const status of [500, 500, 201, 500, 500]) {
      ground.device.answer(status)
      await send(ground)
      ground.clock.now += 13 * HOUR
    }
    expect((await subscriptionOf(ground))?.failures?.count).toBe(2)
  })

  it('B8: 429 and 5xx are tried later, as Retry-After asks', async () => {
    const ground = await opened()
    ground.device.answer({ status: 429, headers: { 'retry-after': '120' } })
    expect(await send(ground)).toEqual({ kind: 'later', afterMs: 120_000 })
    ground.clock.now += 90_000
    expect(await send(ground)).toEqual({ kind: 'later', afterMs: 30_000 })
    expect(ground.service.asked()).toBe(1)
    ground.clock.now += 30_000
    const until = new Date(ground.clock.now + 90_000).toUTCString()
    ground.device.answer({ status: 503, headers: { 'retry-after': until } })
    expect(await send(ground)).toEqual({ kind: 'later', afterMs: 90_000 })
  })

  it('J7: after a rotation an old subscription is sent to with its own key, and is forgotten once that is dropped', async () => {
    const ground = await opened()
    const { keys, device, clock } = ground
    const old = (await keys.current()).publicKey
    const next = (await keys.rotate()).publicKey
    await send(ground)
    const fresh = await ground.browser('ada')
    const theirs = await subscriptionOf(ground, 'ada')
    if (theirs !== undefined) await ground.sender.send(theirs, push())
    expect([device.got[0]?.key, fresh.got[0]?.key]).toEqual([old, next])
    await keys.rotate({ dropOthers: true })
    clock.now += HOUR
    expect(await send(ground)).toEqual({ kind: 'gone' })
    expect(await subscriptionOf(ground)).toBeUndefined()
  })

  it('a browser at an address that does not answer is asked once, then left alone for a while', async () => {
    const ground = await opened()
    const before = await subscriptionOf(ground)
    if (before === undefined) throw new Error('There is no subscription.')
    const nowhere = { ...before, endpoint: 'https://127.0.0.1:1/x' }
    const sent = () => ground.sender.send(nowhere, push())
    expect(await sent()).toEqual({ kind: 'later', afterMs: 5_000 })
    ground.clock.now += 4_000
    expect(await sent()).toEqual({ kind: 'later', afterMs: 1_000 })
    ground.clock.now += 1_000
    expect(await sent()).toEqual({ kind: 'later', afterMs: 30_000 })
  })

  it('a sender that has no more time learns nothing about the subscription', async () => {
    const ground = await opened()
    ground.device.answer('hang')
    const over = new AbortController()
    const sent = send(ground, { signal: over.signal })
    await expect.poll(() => ground.service.asked()).toBe(1)
    over.abort()
    expect(await sent).toEqual({ kind: 'later', afterMs: 0 })
    expect((await subscriptionOf(ground))?.failures).toBeNull()
  })
})

it('a thread that ends is blamed on nobody: it is told, and the message is tried again', async () => {
  const carry = () => Promise.reject(new CourierLost('It ended.'))
  const ground = await withBrowser(await groundOn(sqliteInMemory.open, { ask: { carry } }))
  await ground.browser('ada')
  expect(await send(ground)).toEqual({ kind: 'later', afterMs: 5_000 })
  expect((await subscriptionOf(ground))?.failures).toBeNull()
  expect(ground.warned).toHaveLength(1)
  const other = await subscriptionOf(ground, 'ada')
  if (other === undefined) throw new Error('There is no subscription.')
  expect(await ground.sender.send(other, push())).toEqual({ kind: 'later', afterMs: 5_000 })
  expect(ground.warned).toHaveLength(2)
})

describe('J6: where a push message may go', () => {
  const loopback = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

  /** The name fits the certificate; the port is that of the service. */
  async function byName(ask: Parameters<typeof groundOn>[1]) {
    const ground = await groundOn(sqliteInMemory.open, ask)
    const device = ground.service.subscribe()
    const endpoint = device.subscription.endpoint.replace('127.0.0.1', 'push.example.net')
    const bob = { org: ORG, id: 'bob', name: 'bob', role: 'member', kind: 'person' } as const
    await ground.subscriptions.subscribe(bob, { ...device.subscription, endpoint })
    return { ...ground, device }
  }

  it('J6: a name that leads to a private address when it is asked is refused, without a connection', async () => {
    const ground = await byName({ ask: { allowPrivate: false, resolve: loopback } })
    expect(await send(ground)).toEqual({ kind: 'refused' })
    expect(ground.service.asked()).toBe(0)
    expect(ground.warned).toHaveLength(1)
  })

  it('J6: a redirect is not followed', async () => {
    const ground = await byName({ ask: { resolve: loopback } })
    const elsewhere = ground.service.subscribe()
    ground.device.answer({ status: 302, headers: { location: elsewhere.subscription.endpoint } })
    expect(await send(ground)).toEqual({ kind: 'refused' })
    expect(ground.service.asked()).toBe(1)
    expect(elsewhere.got).toEqual([])
  })

  it('J6: a service with a certificate that nobody vouches for gets nothing', async () => {
    const ground = await withBrowser(await groundOn(sqliteInMemory.open, { ask: { ca: '' } }))
    expect(await send(ground)).toMatchObject({ kind: 'later' })
    expect(ground.service.asked()).toBe(0)
  })
})

describe('B8: Retry-After', () => {
  it.each([
    ['30', 30_000],
    [' 0 ', 0],
    ['999999999', 24 * HOUR],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    [undefined, 0],
  ])('%s', (said, ms) => {
    expect(retryAfterMs(said, 0)).toBe(ms)
  })
})
