import { expect, test, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { ORG } from '../comments/testing/ground.ts'
import { webhookDeliveries } from './collections.ts'
import { RETRY_MS } from './limits.ts'
import { ADMIN, DAY, HOUR, receiver, type Scene, scene, SECOND, START } from './webhooks.fixtures.ts'

const PAGING = { limit: 50, cursor: null }
const logOf = async ({ webhooks }: Scene, id: string) => (await webhooks.deliveries.list(ADMIN, id, PAGING)).deliveries
const created = async ({ webhooks }: Scene, url: string): Promise<string> =>
  (await webhooks.endpoints.create(ADMIN, { url })).id

/** Moves on to when something waits there, and has it sent; when that was. */
async function nextTry(here: Scene, id: string): Promise<number | null> {
  const next = (await logOf(here, id)).flatMap((delivery) => delivery.next ?? []).toSorted()[0]
  if (next === undefined) return null
  here.clock.now = Date.parse(next)
  await here.webhooks.sender.drain()
  return here.clock.now
}

async function allTries(here: Scene, id: string): Promise<number[]> {
  const times: number[] = []
  for (let next = await nextTry(here, id); next !== null; next = await nextTry(here, id)) times.push(next)
  return times
}

const waitsOf = (times: readonly number[]): number[] => times.map((time, at) => time - (times[at - 1] ?? START))

describeEngines('webhooks that fail', (engine) => {
  test.each([0, 0.999])(
    'B6: they are tried again by the table, with jitter (%d), under the same id',
    async (random) => {
      const there = await receiver({ status: 500 })
      const here = await scene(engine, { random: () => random })
      const id = await created(here, there.url)
      await here.post('hello')
      await here.sent()
      const waits = waitsOf(await allTries(here, id))
      expect(waits).toEqual(RETRY_MS.map((ms) => Math.floor(ms * (1 + 0.2 * random))))
      expect(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(there.received).toHaveLength(10)
      expect(await logOf(here, id)).toMatchObject([{ state: 'failed', attempts: 10, next: null }])
      expect((await logOf(here, id))[0]?.log).toHaveLength(10)
    },
  )

  test('what was delivered to one is not sent to it again because another fails', async () => {
    const [well, ill] = [await receiver(), await receiver({ status: 500 })]
    const here = await scene(engine)
    await created(here, well.url)
    const id = await created(here, ill.url)
    await here.post('hello')
    await here.sent()
    await allTries(here, id)
    expect([well.received.length, ill.received.length]).toEqual([1, 10])
  })

  test('B7: 410 disables it, and what happens then is noted, not sent', async () => {
    const there = await receiver({ status: 410 })
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    const at = new Date(START).toISOString()
    expect(await here.webhooks.endpoints.get(ADMIN, id)).toMatchObject({ disabled: { at, reason: 'gone' } })
    await here.post('two')
    await here.sent()
    expect(there.received).toHaveLength(1)
    expect((await logOf(here, id)).map(({ state }) => state).toSorted()).toEqual(['failed', 'skipped'])
    there.answer = { status: 200 }
    await here.webhooks.endpoints.change(ADMIN, id, { disabled: false })
    expect(await here.webhooks.deliveries.replay(ADMIN, id, { since: at })).toEqual({ replayed: 2, next: null })
    await here.webhooks.sender.drain()
    expect((await logOf(here, id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('one that takes nothing for five days is disabled, and an event says so', async () => {
    const there = await receiver({ status: 500 })
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    await allTries(here, id)
    expect(await here.webhooks.endpoints.get(ADMIN, id)).toMatchObject({
      disabled: null,
      failing: { since: new Date(START).toISOString(), times: 10 },
    })
    here.clock.now = START + 5 * DAY
    await here.post('two')
    await here.sent()
    expect(await here.webhooks.endpoints.get(ADMIN, id)).toMatchObject({ disabled: { reason: 'failing' } })
    const { events } = here.ground.store
    await events.settle()
    const told = await events.read({
      partition: events.partitionOf(ORG),
      subject: `${ORG}.webhooks`,
      after: 0,
      limit: 9,
    })
    expect(told.map(({ op, after }) => [op, after])).toEqual([
      ['created', { webhook: id }],
      ['disabled', { webhook: id, reason: 'failing' }],
    ])
    there.answer = { status: 200 }
    await here.webhooks.endpoints.change(ADMIN, id, { disabled: false })
    here.clock.now += 5 * SECOND
    await here.webhooks.sender.drain()
    expect(await here.webhooks.endpoints.get(ADMIN, id)).toMatchObject({ disabled: null, failing: null })
    expect((await logOf(here, id)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
  })

  test('a single success ends the count', async () => {
    const there = await receiver({ status: 500 })
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    there.answer = { status: 200 }
    await allTries(here, id)
    expect(await here.webhooks.endpoints.get(ADMIN, id)).toMatchObject({ disabled: null, failing: null })
  })

  test.each([
    ['seconds', '7200', 2 * HOUR],
    ['a date', new Date(START + 3 * HOUR).toUTCString(), 3 * HOUR],
    ['too long', '999999999', DAY],
  ])('B8: Retry-After as %s pauses the whole endpoint', async (_name, value, waitMs) => {
    const there = await receiver({ status: 429, headers: { 'retry-after': value } })
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    here.clock.now = START + waitMs - SECOND
    await here.post('two')
    await here.sent()
    expect(there.received).toHaveLength(1)
    there.answer = { status: 200 }
    here.clock.now = START + waitMs
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(3)
    expect((await logOf(here, id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('a redirect is a failure and leads nowhere', async () => {
    const inside = await receiver()
    const there = await receiver({ status: 302, headers: { location: inside.url } })
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    expect([there.received.length, inside.connections]).toEqual([1, 0])
    expect(await logOf(here, id)).toMatchObject([{ state: 'waiting', log: [{ status: 302 }] }])
  })

  test('B5: one that never answers is a failure', async () => {
    const there = await receiver('never')
    const here = await scene(engine, { timeoutMs: 30 })
    const id = await created(here, there.url)
    await here.post('one')
    await here.sent()
    expect(await logOf(here, id)).toMatchObject([
      { state: 'waiting', attempts: 1, log: [{ status: null, error: 'It did not answer within 30 ms.' }] },
    ])
  })

  test('one that hangs delays no other; stopped on the way, it is sent by the next', async () => {
    const [slow, quick] = [await receiver('never'), await receiver()]
    const here = await scene(engine, { timeoutMs: 600_000 })
    const [id] = [await created(here, slow.url), await created(here, quick.url)]
    const errors: unknown[] = []
    const running = here.webhooks.sender.start({ onError: (error) => errors.push(error) })
    await here.post('one')
    await here.queued()
    await vi.waitFor(() => expect([slow.received.length, quick.received.length]).toEqual([1, 1]))
    for (const words of ['two', 'three', 'four']) await here.post(words)
    await here.queued()
    await vi.waitFor(() => expect(quick.received).toHaveLength(4))
    expect(slow.received).toHaveLength(1)
    await running.stop()
    expect(errors).toEqual([])
    expect((await logOf(here, id)).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0])
    slow.answer = { status: 200 }
    await here.webhooks.sender.drain()
    expect((await logOf(here, id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
  })

  test('several senders share an endpoint without sending anything twice', async () => {
    const there = await receiver()
    const here = await scene(engine)
    await created(here, there.url)
    for (let count = 0; count < 20; count++) await here.post(`comment ${count}`)
    await here.queued()
    const { sender } = here.webhooks
    await Promise.all([sender.drain(), sender.drain(), sender.drain()])
    await sender.drain()
    expect(there.received).toHaveLength(20)
    expect(new Set(there.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  })

  test('C1: an event that the queue hands over again is sent once', async () => {
    const there = await receiver()
    const here = await scene(engine)
    await created(here, there.url)
    await here.post('one')
    await here.sent()
    const { events } = here.ground.store
    const told = await events.read({ partition: events.partitionOf(ORG), after: 0, limit: 100 })
    const { handler } = here.webhooks.queue
    for (const event of [...told, ...told])
      if (handler.laneOf(event) !== null)
        await handler.handle({ event, position: 1, attempt: 2, signal: new AbortController().signal })
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(1)
  })

  test('J6: private addresses are refused when it is set up', async () => {
    const here = await scene(engine, { allowPrivate: false })
    const { endpoints } = here.webhooks
    const { id } = await endpoints.create(ADMIN, { url: 'https://example.org/' })
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://10.1/',
      'https://localhost/',
      'ftp://example.org/',
    ])
      for (const asked of [() => endpoints.create(ADMIN, { url }), () => endpoints.change(ADMIN, id, { url })])
        await expect(asked()).rejects.toMatchObject({ code: 'invalid', flaws: [{ path: 'url' }] })
  })

  test('J6: a name that comes to lead to a private address is refused as the connection is made', async () => {
    const there = await receiver()
    const resolve = (): Promise<{ address: string; family: number }[]> =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const here = await scene(engine, { allowPrivate: false, resolve })
    const id = await created(here, `http://hooks.example:${there.port}/`)
    await here.post('one')
    await here.sent()
    const signal = new AbortController().signal
    expect(await here.webhooks.endpoints.ping(ADMIN, id, signal)).toMatchObject({ status: null })
    expect(there.connections).toBe(0)
    expect(await logOf(here, id)).toMatchObject([
      { state: 'waiting', log: [{ status: null, error: 'It leads to a private network.' }] },
    ])
  })

  test('one event or all since a time are sent again, and the log is paged', async () => {
    const there = await receiver()
    const here = await scene(engine)
    const id = await created(here, there.url)
    for (const words of ['one', 'two', 'three']) {
      here.clock.now += HOUR
      await here.post(words)
      await here.sent()
    }
    const { deliveries, sender } = here.webhooks
    const first = await deliveries.list(ADMIN, id, { limit: 2, cursor: null })
    const rest = await deliveries.list(ADMIN, id, { limit: 2, cursor: first.next })
    const listed = [...first.deliveries, ...rest.deliveries]
    expect(listed.map(({ event }) => event)).toEqual(
      there.received.map(({ headers }) => headers['webhook-id']).toReversed(),
    )
    expect(rest.next).toBeNull()
    const event = listed[2]?.event ?? ''
    await deliveries.replay(ADMIN, id, { event })
    await sender.drain()
    expect(there.received.map(({ headers }) => headers['webhook-id']).slice(3)).toEqual([event])
    await expect(deliveries.replay(ADMIN, id, { event: 'none' })).rejects.toMatchObject({ code: 'delivery-not-found' })
    const since = new Date(START + 2 * HOUR).toISOString()
    expect(await deliveries.replay(ADMIN, id, { since })).toEqual({ replayed: 0, next: null })
    expect(await deliveries.replay(ADMIN, id, { since, only: 'all' })).toEqual({ replayed: 2, next: null })
    await sender.drain()
    expect(there.received).toHaveLength(6)
  })

  test('an event that the log has no more is not sent, and holds up nothing', async () => {
    const there = await receiver()
    const here = await scene(engine)
    const id = await created(here, there.url)
    await here.post('one')
    await here.queued()
    const all = here.ground.store.collection(webhookDeliveries)
    const { docs } = await all.find({ where: { endpoint: id }, sort: { at: -1, event: 1 }, limit: 1 })
    const [delivery] = docs
    if (delivery === undefined) throw new Error('nothing is planned')
    await all.insert({ ...delivery, _id: `${id}~gone`, event: 'gone', seq: 999_999 })
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(1)
    expect((await logOf(here, id)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
  })
})
