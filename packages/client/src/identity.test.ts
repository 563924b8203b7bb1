import { expect, test, vi } from 'vitest'
import { discussion } from './discussion.ts'
import { comments } from './reading.ts'
import { all, type Ground, ground, PAGE } from './testing/ground.ts'
import { post } from './writing.ts'

const expired = ({ context }: Ground): Promise<string> =>
  context.accounts.issue('main', { id: 'ada', username: 'Ada', role: 'member' }, -1)

test('a token that has expired is got anew once, by all who wait for it together', async () => {
  const here = await ground()
  const tokens = [await expired(here), await here.token('ada')]
  const token = vi.fn<() => Promise<string | null>>(async () => tokens.shift() ?? null)
  const thread = discussion(await here.as(null, { token }), PAGE)
  await Promise.all([post(thread, { text: 'one' }), post(thread, { text: 'two' })])
  expect(token).toHaveBeenCalledTimes(2)
  expect(await all(comments(thread))).toHaveLength(2)
  expect(token).toHaveBeenCalledTimes(2)
  expect(here.waits).toEqual([])
})

test('a new token that has expired too is told, and the next call asks again', async () => {
  const here = await ground()
  const tokens = [await expired(here), await expired(here), await here.token('ada')]
  const token = vi.fn<() => string | null>(() => tokens.shift() ?? null)
  const thread = discussion(await here.as(null, { token }), PAGE)
  await expect(post(thread, { text: 'one' })).rejects.toMatchObject({ problem: { code: 'token-expired' } })
  expect(token).toHaveBeenCalledTimes(2)
  await post(thread, { text: 'one' })
  expect(token).toHaveBeenCalledTimes(3)
})

test('a token that is text, or one that does not hold for another reason, is not asked for again', async () => {
  const here = await ground()
  const fixed = discussion(await here.as(null, { token: await expired(here) }), PAGE)
  await expect(post(fixed, { text: 'one' })).rejects.toMatchObject({ problem: { code: 'token-expired' } })
  expect(here.proxy.heard).toHaveLength(1)
  const token = vi.fn<() => string>(() => 'x')
  const wrong = discussion(await here.as(null, { token }), PAGE)
  await expect(post(wrong, { text: 'one' })).rejects.toMatchObject({ problem: { status: 401 } })
  expect(token).toHaveBeenCalledOnce()
})

test('what the function throws reaches the caller as it is, and the next call asks again', async () => {
  const here = await ground()
  const token = vi.fn<() => Promise<string>>(async () => {
    if (token.mock.calls.length === 1) throw new RangeError('signed out')
    return here.token('ada')
  })
  const thread = discussion(await here.as(null, { token }), PAGE)
  await expect(post(thread, { text: 'one' })).rejects.toThrow(RangeError)
  await post(thread, { text: 'one' })
})

test('without a token nobody in particular reads', async () => {
  const here = await ground()
  await post(discussion(await here.as('ada'), PAGE), { text: 'one' })
  const thread = discussion(await here.as(null, { token: () => null }), PAGE)
  await comments(thread).page()
  expect(here.proxy.heard.at(-1)?.headers).not.toHaveProperty('authorization')
  await expect(post(thread, { text: 'two' })).rejects.toMatchObject({ problem: { code: 'unauthenticated' } })
})
