import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { EndReason as ServersEndReason } from '../../server/src/live/stream.ts'
import type { Row } from '../../server/src/notifications/centre/row.ts'
import { discussion } from './discussion.ts'
import { type DiscussionFrame, type EndReason, listen, listenToMine, type NotificationRow } from './live.ts'
import { type Ground, ground, PAGE } from './testing/ground.ts'
import { edit, post } from './writing.ts'

async function posted({ as }: Ground, who: string, text: string): Promise<string> {
  const answer = await post(discussion(await as(who), PAGE), { text })
  if ('held' in answer) throw new Error('It is held.')
  return answer.comment.slug
}

/** The next frame of a kind; those before it are passed over. */
async function next<F extends { event: string }, Name extends F['event']>(
  stream: AsyncGenerator<F>,
  event: Name,
): Promise<Extract<F, { event: Name }>> {
  for (;;) {
    const { value, done } = await stream.next()
    if (done === true) throw new Error(`It ended before ${event}.`)
    if (value.event === event) return value as Extract<F, { event: Name }>
  }
}

const streamsHeard = ({ proxy }: Ground) => proxy.heard.filter(({ url }) => url.includes('/stream'))

test('the frames are those of the service', () => {
  expectTypeOf<EndReason>().toEqualTypeOf<ServersEndReason>()
  expectTypeOf<NotificationRow>().toExtend<Row>()
  expectTypeOf<Row>().toExtend<NotificationRow>()
})

test('a discussion is followed, also by nobody in particular', async () => {
  const here = await ground()
  const slug = await posted(here, 'ada', 'one')
  const stream = listen(discussion(await here.as(null), PAGE))
  await next(stream, 'ready')
  const second = await posted(here, 'bob', 'two')
  expect((await next(stream, 'created')).data.comment).toMatchObject({ slug: second, html: '<p>two</p>\n' })
  await edit(discussion(await here.as('ada'), PAGE), { slug, text: 'mended' })
  expect((await next(stream, 'edited')).data.comment).toMatchObject({ slug, rev: 2 })
  await stream.return(undefined)
})

test('a discussion that nobody has begun is waited for, over connections that are cut', async () => {
  const here = await ground()
  const where = discussion(await here.as(null), { type: 'page', id: 'nobody wrote here' })
  const stream = listen(where, { waits: true })
  await next(stream, 'ready')
  here.proxy.cut()
  await post(discussion(await here.as('ada'), { type: 'page', id: 'nobody wrote here' }), { text: 'one' })
  expect((await next(stream, 'created')).data.comment.html).toBe('<p>one</p>\n')
  await stream.return(undefined)
  const late = listen(where, { waits: true })
  await next(late, 'reset')
  await late.return(undefined)
})

test('a stream that is cut goes on where it was: nothing is missed, nothing comes twice', async () => {
  const here = await ground()
  await posted(here, 'ada', 'before')
  const stream = listen(discussion(await here.as('ada'), PAGE))
  await next(stream, 'ready')
  const seen: string[] = []
  const sent: string[] = []
  for (let round = 0; round < 4; round += 1) {
    sent.push(await posted(here, 'bob', `live ${round}`))
    const { id, data } = await next(stream, 'created')
    seen.push(data.comment.slug)
    here.proxy.cut()
    sent.push(await posted(here, 'bob', `missed ${round}`))
    seen.push((await next(stream, 'created')).data.comment.slug)
    await next(stream, 'ready')
    expect(streamsHeard(here).at(-1)?.headers['last-event-id']).toBe(id)
  }
  expect(seen).toEqual(sent)
  expect(streamsHeard(here)).toHaveLength(5)
  await stream.return(undefined)
})

test('what the caller is told comes with its numbers', async () => {
  const here = await ground()
  const slug = await posted(here, 'ada', 'a question')
  const stream = listenToMine(await here.as('ada'))
  expect((await next(stream, 'counts')).data.unread.count).toBe(0)
  await post(discussion(await here.as('bob'), PAGE), { text: 'an answer', parent: slug })
  expect((await next(stream, 'told')).data.row).toMatchObject({
    reason: 'reply',
    actor: { name: 'bob' },
    isRead: false,
  })
  expect((await next(stream, 'counts')).data.unread.count).toBe(1)
  await stream.return(undefined)
})

test('a place that the service does not know is told, and the stream goes on', async () => {
  const here = await ground()
  await posted(here, 'ada', 'one')
  const stream = listen(discussion(await here.as(null), PAGE), { lastEventId: '7.abcdef' })
  expect((await next(stream, 'reset')).data).toEqual({})
  const slug = await posted(here, 'bob', 'two')
  expect((await next(stream, 'created')).data.comment.slug).toBe(slug)
  await stream.return(undefined)
})

const SSE = { 'content-type': 'text/event-stream' }
const ended = (reason: string, retry = 1500) => ({
  status: 200,
  headers: SSE,
  body: `retry: ${retry}\n\n:\n\nevent: end\ndata: {"reason":"${reason}"}\n\n`,
})

describe('it comes again', () => {
  test('after pauses as the service says, longer each time that nothing comes', async () => {
    const here = await ground()
    await posted(here, 'ada', 'one')
    here.proxy.meet(ended('restart'), 'drop before', 'drop before', { status: 503, headers: { 'retry-after': '20' } })
    const stream = listen(discussion(await here.as('ada'), PAGE))
    expect((await next(stream, 'end')).data.reason).toBe('restart')
    await next(stream, 'ready')
    expect(here.waits).toEqual([1500, 3000, 6000, 20_000])
    await stream.return(undefined)
  })

  test('after a silence', async () => {
    const here = await ground()
    await posted(here, 'ada', 'one')
    here.proxy.meet('hang')
    const stream = listen(discussion(await here.as('ada'), PAGE), { silenceMs: 300 })
    await next(stream, 'ready')
    await stream.return(undefined)
    expect(here.waits.length).toBeGreaterThan(0)
  })

  test('with a new token, where the one before has expired', async () => {
    const here = await ground()
    await posted(here, 'ada', 'one')
    const token = vi.fn<() => Promise<string>>(() => here.token('ada'))
    here.proxy.meet(ended('token-expired'))
    const stream = listen(discussion(await here.as(null, { token }), PAGE))
    await next(stream, 'end')
    await next(stream, 'ready')
    expect(token).toHaveBeenCalledTimes(2)
    await stream.return(undefined)
  })
})

describe('it is over', () => {
  const all = async (stream: AsyncGenerator<DiscussionFrame>): Promise<string[]> => {
    const events: string[] = []
    for await (const { event } of stream) events.push(event)
    return events
  }

  test.each(['banned', 'erased', 'no-access', 'unauthenticated', 'token-expired'])('after %s', async (reason) => {
    const here = await ground()
    here.proxy.meet(ended(reason))
    expect(await all(listen(discussion(await here.as('ada'), PAGE)))).toEqual(['end'])
    expect(here.waits).toEqual([])
  })

  test('when it is refused, with the reason', async () => {
    const here = await ground()
    const stream = listen(discussion(await here.as('ada'), { type: 'page', id: 'nobody wrote here' }))
    await expect(stream.next()).rejects.toMatchObject({ problem: { code: 'discussion-not-found' } })
    await expect(listenToMine(await here.as(null)).next()).rejects.toMatchObject({
      problem: { code: 'unauthenticated' },
    })
  })

  test('when its signal fires, without an error: while it listens, pauses, waits for a token', async () => {
    const here = await ground()
    await posted(here, 'ada', 'one')
    const listening = new AbortController()
    for await (const { event } of listen(discussion(await here.as('ada'), PAGE), listening))
      if (event === 'ready') setTimeout(() => listening.abort())
    const pausing = new AbortController()
    const sleep = async (): Promise<void> => pausing.abort()
    here.proxy.meet('drop before')
    expect(await all(listen(discussion(await here.as('ada', { sleep }), PAGE), pausing))).toEqual([])
    const waiting = new AbortController()
    const token = (): Promise<string> => {
      setTimeout(() => waiting.abort())
      return new Promise(() => {})
    }
    expect(await all(listen(discussion(await here.as(null, { token }), PAGE), waiting))).toEqual([])
  })

  test('when the caller leaves, and the service is let go', async () => {
    const here = await ground()
    await posted(here, 'ada', 'one')
    for await (const { event } of listen(discussion(await here.as('ada'), PAGE))) if (event === 'ready') break
    await expect.poll(() => here.context.live.size).toBe(0)
  })
})
