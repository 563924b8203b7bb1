import { expect, test } from 'vitest'
import { conversation, service } from '../routes/service.fixtures.ts'

test('a walk through many threads ends when nobody waits for it any more', async () => {
  const ours = await service()
  const { discussion } = await conversation(ours, ['a', 'b', 'c', 'd', 'e', 'f'])
  const { comments } = ours.context
  const found = await comments.discussion({ discussion })
  const layout = comments.needs.homes.layouts[found.layout]
  const gone = new AbortController()
  let reads = 0
  const { shown } = layout
  layout.shown = async (...query) => {
    reads += 1
    if (reads === 3) gone.abort(new Error('gone'))
    return (await shown?.apply(layout, query)) ?? []
  }
  const walk = comments.views.threaded(found, 'newest', { limit: 100, signal: () => gone.signal })
  await expect(walk).rejects.toThrow('gone')
  expect(reads).toBe(3)
  const whole = await comments.views.threaded(found, 'newest', { limit: 100 })
  expect(whole.comments).toHaveLength(6)
})
