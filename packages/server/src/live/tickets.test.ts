import { expect, test } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { liveService } from './live.fixtures.ts'
import { type StreamTicket, streamTickets } from './tickets.ts'

describeEngines('a ticket for a stream', (engine) => {
  test('opens it once, for whom and for what it was given, and says nothing where it is kept', async () => {
    const { post, call, listen, context } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const path = `/v1/discussions/${discussion}/stream`
    const ticketFor = async (body: object) => (await call('POST', '/v1/streams', { as: 'ada', body })).data.ticket
    const [ticket, other, own] = [
      await ticketFor({ discussion }),
      await ticketFor({ type: 'page', id: 'a' }),
      await ticketFor({}),
    ]
    const kept: StreamTicket[] = []
    for await (const { doc } of context.store.collection(streamTickets).scan()) kept.push(doc)
    expect(kept).toHaveLength(3)
    // Short pieces come about by chance in ids and in what is sealed: of these the whole must be hidden, …
    expect(JSON.stringify(kept)).not.toMatch(/eyJhbGci|\bada\b/)
    for (const { sealed } of kept) expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/eyJhbGci/)
    // … and nothing else says anything at all.
    for (const { _id, target, sealed, ...rest } of kept) {
      expect([_id, target, sealed].every((text) => text.length > 0)).toBe(true)
      expect(JSON.stringify(rest)).not.toMatch(/eyJ|ada/)
    }
    await (await listen(path, { query: `?ticket=${ticket}` })).has('ready')
    await (await listen('/v1/me/stream', { query: `?ticket=${own}` })).has('counts')
    const statusOf = async (at: string, given: string) =>
      (await (await listen(at, { query: `?ticket=${given}` })).answered()).statusCode
    expect(await statusOf(path, ticket)).toBe(401)
    expect(await statusOf('/v1/me/stream', other)).toBe(401)
    expect(await statusOf(path, 'made-up')).toBe(401)
  })

  test('is good for half a minute, and is not given for what the caller may not see', async () => {
    const clock = { ahead: 0 }
    const { post, call, listen } = await liveService(engine, { now: () => Date.now() + clock.ahead })
    const { discussion } = await post('ada', 'first')
    const { data } = await call('POST', '/v1/streams', { as: 'ada', body: { discussion } })
    clock.ahead = 31_000
    const late = await listen(`/v1/discussions/${discussion}/stream`, { query: `?ticket=${data.ticket}` })
    expect((await late.answered()).statusCode).toBe(401)
    expect((await call('POST', '/v1/streams', { as: 'ada', body: { discussion: 'none' } })).status).toBe(404)
    expect((await call('POST', '/v1/streams', { body: {} })).status).toBe(401)
  })

  test('of somebody who is erased meanwhile ends what it opened', async () => {
    const { post, call, listen } = await liveService(engine)
    const { discussion } = await post('ada', 'first')
    const { data } = await call('POST', '/v1/streams', { as: 'bob', body: { discussion } })
    const client = await listen(`/v1/discussions/${discussion}/stream`, { query: `?ticket=${data.ticket}` })
    await client.has('ready')
    await call('DELETE', '/v1/me', { as: 'bob' })
    await client.has('end')
    expect(client.of('end')).toEqual([{ reason: 'erased' }])
  })
})
