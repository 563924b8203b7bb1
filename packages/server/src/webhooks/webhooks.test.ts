import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { eventsPlace } from '../personal/events-place.ts'
import { webhookDeliveries, webhookEndpoints } from './collections.ts'
import {
  ADMIN,
  DAY,
  HOUR,
  PAGE,
  person,
  type Received,
  receiver,
  type Scene,
  scene,
  SECOND,
  START,
} from './webhooks.fixtures.ts'

const PAGING = { limit: 50, cursor: null }

const messageOf = (received: Received | undefined): ReturnType<typeof JSON.parse> =>
  JSON.parse(received?.body ?? 'null')

/** By the definition of the standard alone. */
const signedBy = (secret: string, { headers, body }: Received): string =>
  createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')

const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}

const logOf = async ({ webhooks }: Scene, id: string) => (await webhooks.deliveries.list(ADMIN, id, PAGING)).deliveries

describeEngines('webhooks', (engine) => {
  test('a comment is told, signed, and only as everyone sees it', async () => {
    const there = await receiver()
    const here = await scene(engine)
    const { secret, id } = await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const slug = await here.post('hello *you*')
    await here.sent()
    const received = only(there.received)
    expect(received.headers['webhook-signature']).toBe(`v1,${signedBy(secret, received)}`)
    expect(received.headers['webhook-timestamp']).toBe(String(START / 1000))
    const { type, timestamp, data } = messageOf(received)
    expect({ type, timestamp }).toEqual({ type: 'comment.created', timestamp: new Date(START).toISOString() })
    expect(data).toMatchObject({
      operation: 'create',
      discussion: { resource: PAGE.resource, title: null, url: null },
      before: null,
      after: { slug, text: 'hello *you*', author: { id: 'ada', name: 'ada' }, status: 'published', rev: 1 },
    })
    for (const hidden of ['from', 'history', 'changes', 'counted', 'writes', 'deleting', 'renderer'])
      expect(data.after).not.toHaveProperty(hidden)
    const logged = only(await logOf(here, id))
    expect(logged).toMatchObject({ event: received.headers['webhook-id'], state: 'delivered', attempts: 1, next: null })
    expect(logged.log).toEqual([{ at: timestamp, status: 204, ms: 0, error: null }])
  })

  test('the example in the documentation verifies it, and nothing else', async () => {
    const page = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
    const code = /```js verify\n(.*?)```/s.exec(page)?.[1] ?? ''
    const { isFromPalaver } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isFromPalaver: (asked: object) => boolean
    }
    const there = await receiver()
    const here = await scene(engine)
    const { secret } = await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    await here.post('hello')
    await here.sent()
    const { headers, body } = only(there.received)
    const asked = { headers, body, secret, now: START }
    expect(isFromPalaver(asked)).toBe(true)
    expect(isFromPalaver({ ...asked, body: `${body} ` })).toBe(false)
    expect(isFromPalaver({ ...asked, secret: `whsec_${Buffer.alloc(32).toString('base64')}` })).toBe(false)
    expect(isFromPalaver({ ...asked, now: START + 301 * SECOND })).toBe(false)
    expect(isFromPalaver({ ...asked, headers: {} })).toBe(false)
    expect(isFromPalaver({ ...asked, headers: { ...headers, 'webhook-id': 'other' } })).toBe(false)
  })

  test('both secrets sign during a rotation, for a day', async () => {
    const there = await receiver()
    const here = await scene(engine)
    const { endpoints } = here.webhooks
    const { id, secret: first } = await endpoints.create(ADMIN, { url: there.url })
    const { secret: second, rotating } = await endpoints.rotate(ADMIN, id)
    expect(rotating).toBe(new Date(START + DAY).toISOString())
    const signaturesOf = async (): Promise<[Received, unknown]> => {
      there.received.length = 0
      await here.post('hello')
      await here.sent()
      const received = only(there.received)
      return [received, received.headers['webhook-signature']]
    }
    const [during, both] = await signaturesOf()
    expect(both).toBe(`v1,${signedBy(second, during)} v1,${signedBy(first, during)}`)
    here.clock.now += DAY
    const [behind, one] = await signaturesOf()
    expect(one).toBe(`v1,${signedBy(second, behind)}`)
    const { secret: third } = await endpoints.rotate(ADMIN, id)
    const { secret: fourth } = await endpoints.rotate(ADMIN, id)
    const [later, last] = await signaturesOf()
    expect(last).toBe(`v1,${signedBy(fourth, later)} v1,${signedBy(third, later)}`)
  })

  test('each kind of change is told to who wants it, without the text of what is gone', async () => {
    const [all, some] = [await receiver(), await receiver()]
    const here = await scene(engine)
    const { comments } = here.ground
    await here.webhooks.endpoints.create(ADMIN, { url: all.url })
    await here.webhooks.endpoints.create(ADMIN, { url: some.url, types: ['comment.deleted'] })
    const ada = { actor: person('ada'), ref: PAGE }
    const slug = await here.post('first words')
    await here.sent()
    await comments.edit(ada, { slug, text: 'second words' })
    await here.sent()
    const { _id: discussion } = await comments.discussion(PAGE)
    const by = { id: 'mod', name: 'mod' }
    await comments.decide({ discussion, slug, status: 'rejected', by, event: 'taken-down' })
    await here.sent()
    await comments.decide({ discussion, slug, status: 'published', by, event: 'put-up' })
    await here.sent()
    await comments.delete(ada, slug)
    await here.sent()
    const told = all.received.map((received) => {
      const { type, data } = messageOf(received)
      return [type, data.operation, data.before?.text, data.after?.text]
    })
    expect(told).toEqual([
      ['comment.created', 'create', undefined, 'first words'],
      ['comment.edited', 'edit', 'first words', 'second words'],
      ['comment.rejected', 'reject', '', ''],
      ['comment.restored', 'restore', '', 'second words'],
      ['comment.deleted', 'delete', '', ''],
    ])
    expect(messageOf(only(some.received)).type).toBe('comment.deleted')
    expect(all.received.map(({ body }) => body).slice(-1)[0]).not.toContain('ada')
  })

  test.each(['rejected', 'deleted'] as const)(
    'a comment that was %s meanwhile is told without its text',
    async (fate) => {
      const there = await receiver({ status: 500 })
      const here = await scene(engine)
      const { comments } = here.ground
      await here.webhooks.endpoints.create(ADMIN, { url: there.url })
      const slug = await here.post('a secret word')
      await here.sent()
      const { _id: discussion } = await comments.discussion(PAGE)
      if (fate === 'deleted') await comments.delete({ actor: person('ada'), ref: PAGE }, slug)
      else await comments.decide({ discussion, slug, status: fate, by: { id: 'mod', name: 'mod' }, event: 'e' })
      there.answer = { status: 200 }
      here.clock.now += 10 * SECOND
      await here.webhooks.sender.drain()
      const [first, again] = there.received
      expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
      expect(messageOf(again).data.after).toMatchObject({ slug, status: fate, text: '', html: '', author: null })
      expect(again?.body).not.toContain('secret word')
    },
  )

  test('what is kept of a delivery says nothing of what was said, or by whom', async () => {
    const there = await receiver({ status: 500 })
    const here = await scene(engine)
    await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    await here.post('a secret word')
    await here.sent()
    const stored: unknown[] = []
    for (const collection of [webhookDeliveries, webhookEndpoints])
      for await (const { doc } of here.ground.store.collection(collection as typeof webhookDeliveries).scan())
        stored.push(doc)
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toMatch(/secret word|"ada"|"admin"/)
  })

  test('F13: what an erased person said is not sent any more, not even again', async () => {
    const there = await receiver({ status: 500 })
    const here = await scene(engine)
    const { id } = await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    await here.post('a secret word')
    await here.sent()
    const { events } = here.ground.store
    const seq = await events.lastSeq(events.partitionOf(ADMIN.org))
    await eventsPlace(events).erase({ org: ADMIN.org, id: 'ada', seq, late: false })
    there.answer = { status: 200 }
    await here.webhooks.deliveries.replay(ADMIN, id, { event: String(there.received[0]?.headers['webhook-id']) })
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(2)
    expect(there.received[0]?.body).toContain('secret word')
    expect(there.received[1]?.body).not.toMatch(/secret word|"name":"ada"/)
  })

  test('while it is paused nothing is sent, and then everything', async () => {
    const there = await receiver()
    let isPaused = true
    const tried: unknown[] = []
    const here = await scene(engine, { isPaused: () => isPaused, onTried: (one) => tried.push(one) })
    await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    await here.post('hello')
    await here.sent()
    expect(there.received).toHaveLength(0)
    isPaused = false
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(1)
    expect(tried).toEqual([{ taken: true, ms: 0 }])
  })

  test('L7: what is from before a restore is not sent again, and says so, unless somebody asks', async () => {
    const there = await receiver({ status: 500 })
    const state = { restored: null as string | null }
    const here = await scene(engine, { restoredAt: async () => state.restored })
    const { id } = await here.webhooks.endpoints.create(ADMIN, { url: there.url })
    await here.post('it failed before the backup')
    await here.sent()
    await here.post('the queue had not come to it')
    here.clock.now += HOUR
    state.restored = new Date(here.clock.now).toISOString()
    there.answer = { status: 204 }
    here.clock.now += SECOND
    await here.post('after it')
    await here.sent()
    expect(there.received.slice(1).map(({ body }) => body.includes('after it'))).toEqual([true])
    const { deliveries } = await here.webhooks.deliveries.list(ADMIN, id, { limit: 10, cursor: null })
    expect(deliveries.map(({ state: is, next }) => `${is} ${next}`).toSorted()).toEqual([
      'delivered null',
      'skipped null',
      'skipped null',
    ])
    const old = deliveries.filter(({ state: is }) => is === 'skipped')
    for (const { log } of old) expect(log.at(-1)?.error).toContain('before the database was restored')
    await here.webhooks.deliveries.replay(ADMIN, id, { event: old[0]?.event ?? '' })
    await here.webhooks.sender.drain()
    expect(there.received).toHaveLength(3)
  })

  test('another org has none of it, and members may not', async () => {
    const here = await scene(engine)
    const { endpoints, deliveries } = here.webhooks
    const { id } = await endpoints.create(ADMIN, { url: 'https://example.org/in' })
    const stranger = { ...ADMIN, org: 'org2' }
    const signal = new AbortController().signal
    const tries = (actor: typeof ADMIN) => [
      () => endpoints.get(actor, id),
      () => endpoints.change(actor, id, { disabled: true }),
      () => endpoints.rotate(actor, id),
      () => endpoints.remove(actor, id),
      () => endpoints.ping(actor, id, signal),
      () => deliveries.list(actor, id, PAGING),
      () => deliveries.replay(actor, id, { event: 'e' }),
    ]
    for (const asked of tries(stranger)) await expect(asked()).rejects.toMatchObject({ code: 'webhook-not-found' })
    for (const asked of tries(person('bob'))) await expect(asked()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(endpoints.list(person('bob'), PAGING)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await endpoints.list(stranger, PAGING)).webhooks).toEqual([])
    expect(only((await endpoints.list(ADMIN, PAGING)).webhooks)).toMatchObject({ id, disabled: null })
    expect(JSON.stringify(await endpoints.list(ADMIN, PAGING))).not.toContain('whsec_')
    await endpoints.remove(ADMIN, id)
    await expect(endpoints.get(ADMIN, id)).rejects.toMatchObject({ code: 'webhook-not-found' })
  })

  test('a ping is sent at once and its answer is told', async () => {
    const there = await receiver({ status: 418 })
    const here = await scene(engine)
    const { endpoints } = here.webhooks
    const { id, secret } = await endpoints.create(ADMIN, { url: there.url })
    const signal = new AbortController().signal
    expect(await endpoints.ping(ADMIN, id, signal)).toMatchObject({
      status: 418,
      error: 'It answered with status 418.',
    })
    const received = only(there.received)
    expect(messageOf(received)).toMatchObject({ type: 'ping', data: { webhook: id } })
    expect(received.headers['webhook-signature']).toBe(`v1,${signedBy(secret, received)}`)
    await endpoints.change(ADMIN, id, { url: 'http://127.0.0.1:1/' })
    expect(await endpoints.ping(ADMIN, id, signal)).toMatchObject({
      status: null,
      error: expect.stringContaining('ECONN'),
    })
  })
})
