import { expect, test } from 'vitest'
import { discussion } from './discussion.ts'
import { comments } from './reading.ts'
import { ground, PAGE } from './testing/ground.ts'
import { post } from './writing.ts'

const ABORTED = { name: 'PalaverError', problem: { code: 'aborted' } }

test('a signal that has fired sends nothing', async () => {
  const { as, proxy } = await ground()
  const thread = discussion(await as('ada'), PAGE)
  const signal = AbortSignal.abort(new Error('no more'))
  await expect(post(thread, { text: 'one' }, { signal })).rejects.toMatchObject({
    ...ABORTED,
    cause: { message: 'no more' },
  })
  expect(proxy.heard).toEqual([])
})

test('a signal ends the wait for an answer', async () => {
  const { as, proxy, waits } = await ground()
  const thread = discussion(await as('ada'), PAGE)
  const controller = new AbortController()
  proxy.meet('hang')
  const posting = post(thread, { text: 'one' }, controller)
  await expect.poll(() => proxy.heard.length).toBe(1)
  controller.abort()
  await expect(posting).rejects.toMatchObject(ABORTED)
  expect(waits).toEqual([])
})

test('a signal ends the pause before another try, and there is none', async () => {
  const { as, proxy } = await ground()
  const controller = new AbortController()
  const sleep = (): Promise<void> => {
    controller.abort()
    return new Promise(() => {})
  }
  const thread = discussion(await as('ada', { sleep }), PAGE)
  proxy.meet('drop before')
  await expect(post(thread, { text: 'one' }, controller)).rejects.toMatchObject(ABORTED)
  expect(proxy.heard).toHaveLength(1)
})

test('a signal ends the wait for a token', async () => {
  const { as, proxy } = await ground()
  const controller = new AbortController()
  const token = (): Promise<string> => {
    controller.abort()
    return new Promise(() => {})
  }
  const thread = discussion(await as(null, { token }), PAGE)
  await expect(post(thread, { text: 'one' }, controller)).rejects.toMatchObject(ABORTED)
  expect(proxy.heard).toEqual([])
})

test('a signal ends a walk over pages', async () => {
  const { as } = await ground()
  const thread = discussion(await as('ada'), PAGE)
  for (const text of ['one', 'two', 'three']) await post(thread, { text })
  const controller = new AbortController()
  const walk = async (): Promise<void> => {
    for await (const { slug } of comments(thread, { limit: 1 }, controller)) controller.abort(slug)
  }
  await expect(walk()).rejects.toMatchObject(ABORTED)
})
