import type { LoggedEvent } from '@palaver/store'
import { BLANK } from '../deleting.ts'
import { changesWith } from '../editing.ts'
import type { CommentOp } from '../events.ts'
import { atHome, type AtHome, writeAtHome } from '../home.ts'
import type { CommentDecision } from '../layouts/layout.ts'
import type { Comment } from '../model.ts'
import type { Needs } from '../needs.ts'

const CHANGES = new Set<string>(['edited', 'deleted', 'rejected', 'restored', 'erased'] satisfies CommentOp[])

type CarryNeeds = Pick<Needs, 'homes' | 'log'>

/**
 * Does a write again that went to a home which the discussion had left: its writer may have died before it looked.
 * What is there already stays as it is. Its event is in the log, so nothing is told with it.
 */
export async function carryOver(needs: CarryNeeds, event: LoggedEvent): Promise<void> {
  if (event.op === 'created') await carryComment(needs, event)
  if (CHANGES.has(event.op)) await carryChange(needs, event)
  if (event.op === 'removed') await carryRemoval(needs, event)
}

async function carryComment(needs: CarryNeeds, event: LoggedEvent): Promise<void> {
  const comment = event.after as unknown as Comment
  if (await isSettled(needs, event, comment)) return
  await writeAtHome(needs.homes, event.subject, async ({ layout, place }) => ({
    written: await layout.insert(place, comment, []),
  }))
}

/** There, or removed since: then it must not come back. */
async function isSettled(
  needs: CarryNeeds,
  { subject, seq, partition }: LoggedEvent,
  { slug }: Comment,
): Promise<boolean> {
  const discussion = await needs.homes.discussions.get(subject)
  if (discussion === null) return true
  const { layout, place } = atHome(needs.homes, discussion)
  if ((await layout.get(place, [slug]))[0] !== null) return true
  await needs.log.settle()
  for (let after = seq; ;) {
    const events = await needs.log.read({ partition, subject, after, limit: 500 })
    if (events.some(({ op, before }) => op === 'removed' && (before as unknown as Comment).slug === slug)) return true
    const last = events.at(-1)
    if (last === undefined) return false
    after = last.seq
  }
}

async function carryChange({ homes }: CarryNeeds, event: LoggedEvent): Promise<void> {
  const after = event.after as unknown as Comment
  await writeAtHome(homes, event.subject, ({ layout, place }) =>
    layout.change(place, after.slug, (comment) => {
      if (comment.changes.includes(event._id) || comment.rev >= after.rev) return null
      const { author, text, html, renderer, mentions, edited, status, history, rev } = after
      const set = { author, text, html, renderer, mentions, edited, status, history, rev }
      return { set: { ...set, changes: changesWith(comment, event._id) }, events: [] }
    }),
  )
}

/** A comment that was replied to meanwhile keeps its place, so that nothing stands under nothing. */
async function carryRemoval({ homes }: CarryNeeds, event: LoggedEvent): Promise<void> {
  const removed = event.before as unknown as Comment
  await writeAtHome(homes, event.subject, async (home) => {
    const isReplied = await hasReplies(home, removed)
    return home.layout.change(home.place, removed.slug, (comment): CommentDecision | null => {
      if (!isReplied) return { remove: true, events: [] }
      if (comment.status === 'deleted') return null
      return { set: { ...BLANK, rev: comment.rev + 1, changes: changesWith(comment, event._id) }, events: [] }
    })
  })
}

const hasReplies = async ({ layout, place }: AtHome, comment: Comment): Promise<boolean> =>
  (await layout.children(place, comment, { limit: 1 })).length > 0
