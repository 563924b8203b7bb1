import type { Actor } from '../api/actor.ts'
import type { Ref } from './discussions.ts'
import { attach } from './attaching.ts'
import { removeAgain, writtenBefore } from './earlier-try.ts'
import { endOfLog } from './events-since.ts'
import { insertComment } from './inserting.ts'
import { requireWelcome } from './company.ts'
import { type Candidate, demandFit, heldPost, type Holding, openlyHeld, type Reason, type Verdict } from './judging.ts'
import type { Reserved } from './keys-of-requests.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { newComment } from './new-comment.ts'
import { isOfPost } from './of-posts.ts'
import { requireMayPost, type Situation } from './policy.ts'
import { attachSecretly } from './secret.ts'
import { type Notice, onceUnderstood, type Spoken } from './speaking.ts'
import { venueOf } from './venue.ts'

export type Draft = {
  text: string
  parent?: string | null
  title?: string | null
  url?: string | null
  /** Where it is the first, and opens the discussion: the topic for that, by its id. */
  topic?: string | null
  tags?: readonly string[]
  /** A field that people do not see. */
  honeypot?: string
}
/** `address`: where it came from. */
export type Command = { actor: Actor; ref: Ref; key?: string | null; address?: string | null }

/** What was written, and the event that tells of it; `held` where it waits for a moderator, and why. */
export type Posted = {
  discussion: string
  comment: Comment
  event: string
  held: Reason[] | null
  /** What its author should know. */
  notices: Notice[]
}

/** One write carries the comment and its event. Under an Idempotency-Key a repeat ends in the same comment. */
export async function post(needs: Needs, command: Command, draft: Draft): Promise<Posted> {
  const { actor, ref, key = null } = command
  const venue = await venueOf(needs, command, draft)
  const said = onceUnderstood(needs, { actor, text: draft.text, maxLength: venue.maxLength })
  const reserved = await needs.keys.reserve({
    key,
    actor,
    request: ['post', ref, draft],
    since: () => endOfLog(needs, actor),
    verdict: async (request) => {
      await venue.admit()
      return judged(needs, command, { draft, request, discussion: venue.found, ...(await said()).spoken })
    },
  })
  if (reserved.answer !== null) return JSON.parse(reserved.answer) as Posted
  const situation = await venue.enter(reserved.verdict)
  const { discussion } = situation
  const written = reserved.resumed ? await writtenBefore(needs, discussion, reserved) : null
  // What was written stays written, even if its text would not be taken any more.
  const { spoken, notices } =
    written === null ? await said() : await said().catch(() => ({ spoken: written, notices: [] }))
  const comment = written ?? (await write(needs, situation, { draft, command, reserved, spoken }))
  const { names, verdict } = reserved
  const mine = { discussion: discussion._id, comment, event: names.event, held: openlyHeld(verdict), notices }
  needs.changed(discussion._id, names.event)
  const posted = await needs.keys.note(reserved, mine)
  if (reserved.resumed || posted !== mine)
    await removeAgain(needs, discussion, { slug: comment.slug, since: reserved.since })
  return posted
}

type Judged = Spoken & { draft: Draft; request: string | null; discussion: Discussion | null }

/** The first comment brings the title and the address of its page, which are looked at as well. */
async function judged(needs: Needs, command: Command, judged: Judged): Promise<Verdict> {
  const { draft, request, discussion, html } = judged
  const { opens, lines } = discussion === null ? broughtBy(command, draft) : { opens: null, lines: [] }
  const text = [...lines, judged.text].join('\n')
  const { actor, address = null } = command
  const { parent = null, honeypot = '' } = draft
  const said = { opens, text, html, parent, slug: null, honeypot }
  return demandFit(await needs.judge({ kind: 'post', request, actor, address, discussion, ...said }))
}

type Brought = { opens: NonNullable<Candidate['opens']> | null; lines: string[] }

/** What stands above what is said about a post, its author has brought already. */
function broughtBy({ ref }: Command, { title, url, tags = [] }: Draft): Brought {
  if (!('org' in ref)) return { opens: null, lines: [] }
  const { resource } = ref
  if (isOfPost(ref)) return { opens: { resource, url: null }, lines: [] }
  const lines = [title ?? '', url ?? '', tags.join(' ')].filter((line) => line !== '')
  return { opens: { resource, url: url ?? null }, lines }
}

type Writing = { draft: Draft; command: Command; reserved: Reserved; spoken: Spoken }

/** Gives the comment as it is, or as it will be once it is published. */
async function write(needs: Needs, situation: Situation, writing: Writing): Promise<Comment> {
  requireMayPost(situation)
  const { reserved, command, draft, spoken } = writing
  const { names, verdict } = reserved
  const { actor, discussion } = situation
  const parent = draft.parent ?? null
  const isSecret = verdict.is === 'hold' && verdict.secretly
  const attached = await (isSecret ? attachSecretly : attach)(needs, situation, parent)
  if (attached.author !== null) await requireWelcome(needs, situation, attached.author)
  const from = await needs.fromOf(discussion.org, command.address ?? null)
  const comment = newComment(actor, { names, attached, spoken, from })
  if (verdict.is === 'hold')
    await needs.hold(heldPost(discussion, { names, verdict, comment, parent, opens: opensWith(situation, draft) }))
  else await insertComment(needs, discussion, { comment, event: names.event })
  return comment
}

/** What the first comment brings is shown with it, once somebody has approved it. */
function opensWith({ discussion }: Situation, { title = null, url = null, tags = [] }: Draft): Holding['opens'] {
  const isEntitled = discussion.comments > 0 || discussion.title !== null || isOfPost(discussion)
  return isEntitled || title === null ? null : { title, url, tags: [...tags] }
}
