import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import { demandFit, openlyHeld, reasonsOf, type Verdict } from './judging.ts'
import type { Names } from './keys-of-requests.ts'
import type { Comment, Discussion, Revision } from './model.ts'
import type { Needs } from './needs.ts'
import { requireMayEdit, type Situation } from './policy.ts'
import type { Command, Posted } from './posting.ts'
import { onceDecided, type Secret, secretAt } from './secret.ts'
import { findComment, requireComment, requirePublished, situationAt } from './situation.ts'
import { onceUnderstood, type Spoken } from './speaking.ts'

/** `rev` is what the editor saw; another one means that somebody else was faster. */
export type Edit = { slug: string; text: string; rev?: number | null }

/** Earlier texts that are kept: as many, and as many characters in all. */
const MOST_REVISIONS = 10
const MOST_KEPT_LENGTH = 50_000
const MOST_CHANGES = 8

export const edit = (needs: Needs, command: Command, change: Edit): Promise<Posted> =>
  onceDecided(needs, () => editOnce(needs, command, change))

async function editOnce(needs: Needs, command: Command, change: Edit): Promise<Posted | null> {
  const { actor, ref, key = null } = command
  const { slug, text: raw, rev = null } = change
  const situation = await situationAt(needs, actor, ref)
  const { discussion, settings } = situation
  const secret = (await findComment(needs, discussion, slug)) === null ? await secretAt(needs, situation, slug) : null
  const current = async (): Promise<Comment> => secret?.comment ?? requireComment(needs, discussion, slug)
  const before = async (): Promise<Comment['mentions']> => (await current()).mentions
  const said = onceUnderstood(needs, { actor, text: raw, maxLength: settings.maxLength, before })
  const reserved = await needs.keys.reserve({
    key,
    actor,
    request: ['edit', ref, slug, raw, rev],
    since: async () => 0,
    verdict: async (request) => {
      // Whether it may be edited at all comes first: who may not learns nothing else.
      requireMayEdit(situation, await current())
      return judged(needs, command, { request, discussion, slug, ...(await said()).spoken })
    },
  })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Posted
  const { names, verdict } = reserved
  const seen = await current()
  if (!seen.changes.includes(names.event)) requireMayEdit(situation, seen)
  const { spoken, notices } = await said()
  const editing = { slug, rev, names, by: situation.actor, said: spoken }
  const comment =
    secret === null
      ? await editPublished(needs, command, { discussion, seen, verdict, editing })
      : await rewriteSecret(needs, situation, { secret, rev, verdict, said: spoken })
  if (comment === null) return null
  needs.changed(discussion._id, names.event)
  const posted = { discussion: discussion._id, comment, event: names.event, held: openlyHeld(verdict), notices }
  return needs.keys.note(reserved, posted)
}

type OfPublished = { discussion: Discussion; seen: Comment; verdict: Verdict; editing: Editing }

async function editPublished(needs: Needs, command: Command, of: OfPublished): Promise<Comment> {
  const { discussion, seen, verdict, editing } = of
  const { names, said } = editing
  if (verdict.is !== 'hold') return writeEdit(needs, discussion, editing)
  requireOfNow(seen, editing, verdict)
  await holdEdit(needs, command, { discussion, seen, names, verdict, said })
  return shownWhileHeld(seen, editing, verdict)
}

/** Who does not know that an edit was held was shown it as a revision, which is not there. */
function requireOfNow(seen: Comment, { rev }: Editing, { secretly }: Verdict & { is: 'hold' }): void {
  const isOfNow = rev === null || rev === seen.rev || (secretly && rev > seen.rev)
  if (!isOfNow) throw changedMeanwhile(seen)
}

type Rewrite = { secret: Secret; rev: number | null; verdict: Verdict; said: Spoken }

/** What waits without its author's knowing is given the new text where it waits; null where it does not any more. */
async function rewriteSecret(
  needs: Needs,
  situation: Situation,
  { secret, rev, verdict, said }: Rewrite,
): Promise<Comment | null> {
  const why = verdict.is === 'hold' ? verdict.why : null
  if (!(await needs.secrets.rewrite(situation.actor, secret.id, { ...said, why, rev }))) return null
  return (await secretAt(needs, situation, secret.comment.slug))?.comment ?? null
}

/** Who must not notice is shown what they wrote; others, what is still to be seen. */
function shownWhileHeld(seen: Comment, { said, names }: Editing, verdict: Verdict): Comment {
  const isSecret = verdict.is === 'hold' && verdict.secretly
  return isSecret ? { ...seen, ...said, edited: names.posted, rev: seen.rev + 1 } : seen
}

type Judged = Spoken & { request: string | null; discussion: Discussion; slug: string }

async function judged(needs: Needs, command: Command, judged: Judged): Promise<Verdict> {
  const { request, discussion, slug, text, html } = judged
  const { actor, address = null } = command
  const said = { text, html, parent: null, slug, honeypot: '' }
  return demandFit(await needs.judge({ kind: 'edit', request, actor, address, discussion, ...said }))
}

type Editing = { slug: string; rev: number | null; names: Names; by: Pick<Actor, 'id' | 'name'>; said: Spoken }

/** Gives a comment another text; a repeat under the same names changes nothing. */
export async function writeEdit(needs: Needs, { _id }: Discussion, editing: Editing): Promise<Comment> {
  const { slug, rev, names, by, said } = editing
  const { event, posted: at } = names
  const { id, name } = by
  const decide = (now: Discussion) => (comment: Comment) => {
    if (comment.changes.includes(event)) return null
    requirePublished(comment)
    if (rev !== null && rev !== comment.rev) throw changedMeanwhile(comment)
    if (comment.text === said.text) return null
    const set = { ...said, edited: at, rev: comment.rev + 1, ...remembering(comment, { event, at, by: id }) }
    const told = {
      id: event,
      op: 'edited',
      at,
      before: comment,
      after: { ...comment, ...set },
      actor: { id, name },
    } as const
    return { set, events: [commentEvent(now, told)] }
  }
  const { comment } = await writeAtHome(needs.homes, _id, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, decide(now)),
  )
  if (comment === null) throw new Refusal('comment-not-found', 'The comment was removed meanwhile.')
  return comment
}

type HeldEdit = { discussion: Discussion; seen: Comment; names: Names; verdict: Verdict; said: Spoken }

/** The old text stays until a moderator has looked at the new one. */
async function holdEdit(
  needs: Needs,
  command: Command,
  { discussion, seen, names, verdict, said }: HeldEdit,
): Promise<void> {
  const { _id, org } = discussion
  const { id, name } = command.actor
  const { text, html, mentions } = said
  const what = { kind: 'edit', parent: null, slug: seen.slug, onRev: seen.rev, text, html, mentions } as const
  const from = await needs.fromOf(org, command.address ?? null)
  await needs.hold({ names, org, discussion: _id, ...what, author: { id, name }, from, ...reasonsOf(verdict) })
}

export const changedMeanwhile = ({ rev }: Pick<Comment, 'rev'>): Refusal =>
  new Refusal('changed-meanwhile', `The comment has changed and is at revision ${rev} now: read it again first.`)

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
