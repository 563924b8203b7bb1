import { changeEvent } from './events.ts'
import { atHome, writeAtHome } from './home.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { RENDERER, renderText } from './text/render.ts'
import { justBehind } from './views/list.ts'
import { keyOf } from './keys.ts'

export type Rerendered = { discussions: number; comments: number; rendered: number }

const BATCH = 200

/**
 * Renders again what an older renderer made, in all discussions. What is up to date is passed over, so a run that was
 * interrupted goes on where it was.
 */
export async function renderAll(
  needs: Needs,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Rerendered> {
  const all = needs.homes.discussions
  const done: Rerendered = { discussions: 0, comments: 0, rendered: 0 }
  let total = 0
  for await (const { doc } of all.scan()) total += doc.comments
  for await (const { doc } of all.scan()) {
    await renderDiscussion(needs, doc, (rendered, looked) => {
      done.comments += looked
      done.rendered += rendered
      onProgress(Math.min(done.comments, total), total)
    })
    done.discussions += 1
  }
  onProgress(total, total)
  return done
}

type OnBatch = (rendered: number, looked: number) => void

async function renderDiscussion(needs: Needs, { _id }: Discussion, onBatch: OnBatch): Promise<void> {
  for (let from = ''; ;) {
    const discussion = await needs.discussions.require({ discussion: _id })
    const { layout, place } = atHome(needs.homes, discussion)
    const found = await layout.list(place, 'chronological', { from, limit: BATCH })
    const old = found.filter(isOld)
    await Promise.all(old.map(({ slug }) => renderOne(needs, _id, slug)))
    if (old.length > 0) needs.changed(_id, renderedId(_id, old[0]?.slug ?? ''))
    onBatch(old.length, found.length)
    const last = found.at(-1)
    if (found.length < BATCH || last === undefined) return
    from = justBehind(keyOf('chronological', last))
  }
}

const isOld = ({ renderer, status }: Comment): boolean => renderer < RENDERER && status !== 'deleted'

const renderedId = (discussion: string, slug: string): string => `${discussion}.${slug}.rendered.${RENDERER}`

async function renderOne(needs: Needs, id: string, slug: string): Promise<void> {
  const at = new Date(needs.world.now()).toISOString()
  await writeAtHome(needs.homes, id, ({ layout, place, discussion }) =>
    layout.change(place, slug, (comment) => {
      if (!isOld(comment)) return null
      const told = { id: renderedId(id, slug), type: 'comment', op: 'rendered', at, after: { slug } } as const
      // The first renderer noted names alone, which lead to nobody.
      const people = comment.mentions.filter((mentioned) => typeof mentioned === 'object')
      return { set: renderText(comment.text, people), events: [changeEvent(discussion, told)] }
    }),
  )
}
