import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startConsumers } from '../../comments/consumers/run.ts'
import { writeAtHome } from '../../comments/home.ts'
import { RENDERER } from '../../comments/text/render.ts'
import { openContext } from '../../testing/comments-torture/prepare.ts'
import { runPalaver } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const actor = { org: 'main', id: 'ann', name: 'Ann', role: 'admin', kind: 'person' } as const

test('renders again what an older renderer has made, in every layout, and nothing else', async () => {
  const folder = join(await tempFolder(), 'data')
  const before = await openContext(folder)
  await before.accounts.ensureFirst()
  const consumers = startConsumers({ ...before, needs: before.comments.needs })
  const posted: { id: string; slug: string }[] = []
  for (const layout of ['per-comment', 'embedded', 'hybrid'] as const) {
    const resource = { type: 'test', id: layout }
    const { _id } = await before.comments.open(actor, { org: 'main', resource, settings: { layout } })
    for (const text of ['*one*', '*two*']) {
      const { comment } = await before.comments.post({ actor, ref: { discussion: _id } }, { text })
      posted.push({ id: _id, slug: comment.slug })
    }
  }
  const old = posted.filter((_, at) => at % 2 === 0)
  for (const { id, slug } of old)
    await writeAtHome(before.comments.needs.homes, id, ({ layout, place }) =>
      layout.change(place, slug, () => ({ set: { renderer: RENDERER - 1, html: 'old' }, events: [] })),
    )
  for (const consumer of consumers) await consumer.drained()
  await before.store.close()

  const settings = { PALAVER_DATA: folder }
  expect(await runPalaver(['render'], settings)).toMatchObject({
    exitCode: 0,
    stdout: '6 comments in 3 discussions, 3 rendered again.\n',
  })
  const again = await runPalaver(['render', '--json'], settings)
  expect(JSON.parse(again.stdout)).toEqual({ discussions: 3, comments: 6, rendered: 0 })

  const after = await openContext(folder)
  for (const { id, slug } of old) {
    const discussion = await after.comments.discussion({ discussion: id })
    const { comment } = await after.comments.views.permalink(discussion, slug)
    expect(comment).toMatchObject({ html: '<p><em>one</em></p>\n', renderer: RENDERER, rev: 1 })
  }
  await after.store.close()
})
