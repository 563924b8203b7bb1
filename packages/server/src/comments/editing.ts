import { Refusal } from '../api/refusal.ts'
import { checkedText } from './checked-text.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import type { Comment, Revision } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayEdit } from './policy.ts'
import type { Command, Posted } from './posting.ts'
import { requireComment, requirePublished, situationAt } from './situation.ts'
import { renderText } from './text/render.ts'

/** `rev` is what the editor saw; another one means that somebody else was faster. */
export type Edit = { slug: string; text: string; rev?: number | null }

/** Earlier texts that are kept: as many, and as many characters in all. */
const MOST_REVISIONS = 10
const MOST_KEPT_LENGTH = 50_000
const MOST_CHANGES = 8

export async function edit(needs: Needs, command: Command, { slug, text: raw, rev = null }: Edit): Promise<Posted> {
  const { actor, ref, key = null } = command
  const situation = await situationAt(needs, actor, ref)
  const { discussion, settings } = situation
  const request = ['edit', ref, slug, raw, rev]
  const reserved = await needs.keys.reserve({ key, actor, request, since: async () => 0 })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Posted
  const { event, posted: at } = reserved.names
  const seen = await requireComment(needs, discussion, slug)
  if (!seen.changes.includes(event)) requireMayEdit(situation, seen)
  const text = checkedText(raw, settings.maxLength)
  const rendered = renderText(text)

  const decide = (now: typeof discussion) => (comment: Comment) => {
    if (comment.changes.includes(event)) return null
    requirePublished(comment)
    if (rev !== null && rev !== comment.rev) throw changedMeanwhile(comment)
    if (comment.text === text) return null
    const set = {
      text,
      ...rendered,
      edited: at,
      rev: comment.rev + 1,
      ...remembering(comment, { event, at, by: actor.id }),
    }
    const after = { ...comment, ...set }
    const { id, name } = actor
    return {
      set,
      events: [commentEvent(now, { id: event, op: 'edited', at, before: comment, after, actor: { id, name } })],
    }
  }
  const { comment } = await writeAtHome(needs.homes, discussion._id, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, decide(now)),
  )
  if (comment === null) throw new Refusal('comment-not-found', 'The comment was removed meanwhile.')
  needs.changed(discussion._id, event)
  return needs.keys.note(reserved, { discussion: discussion._id, comment, event })
}

const changedMeanwhile = ({ rev }: Comment): Refusal =>
  new Refusal('changed-meanwhile', `The comment has changed and is at revision ${rev} now: read it again, then edit.`)

type Change = { event: string; at: string; by: string }

/** The text it had, as long as there is room for it, and the id of this change. */
function remembering(comment: Comment, { event, at, by }: Change): Pick<Comment, 'history' | 'changes'> {
  const history: Revision[] = []
  let room = MOST_KEPT_LENGTH
  for (const revision of [...comment.history, { text: comment.text, at, by }].toReversed()) {
    room -= revision.text.length
    if (room < 0 || history.length === MOST_REVISIONS) break
    history.unshift(revision)
  }
  return { history, changes: changesWith(comment, event) }
}

export const changesWith = ({ changes }: Comment, event: string): string[] => [...changes, event].slice(-MOST_CHANGES)
