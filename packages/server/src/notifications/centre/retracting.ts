import { idOf, type LoggedEvent } from '@palaver/store'
import type { Comment } from '../../comments/service.ts'
import type { Delivery } from '../../events/queue-model.ts'
import { notifications as spec } from '../collections.ts'
import type { Notification, Skip } from '../model.ts'
import { type HandlerNeeds, readToOf } from './needs.ts'
import { isRead } from './row.ts'
import { sideBySide } from '../side-by-side.ts'
import { toldOf } from './told-of.ts'

const NOT_THERE: ReadonlySet<string> = new Set(['deleted', 'removed', 'rejected', 'erased', 'cut'])
const DECIDED: ReadonlySet<string> = new Set(['approved', 'rejected', 'spam', 'withdrawn'])

export const takesBack = ({ type, op }: LoggedEvent): boolean =>
  type === 'comment' && (NOT_THERE.has(op) || op === 'edited')

export const settles = ({ type, op }: LoggedEvent): boolean => type === 'moderation' && DECIDED.has(op)

/**
 * Takes back what was told of a comment, where that is so no more. The comment as it is now decides, not the event: one
 * that comes again may be about a state that is long past.
 */
export async function retractOfComment(needs: HandlerNeeds, delivery: Delivery): Promise<void> {
  const { event } = delivery
  if (event.op === 'edited' && !losesMention(event)) return
  const { slug } = (event.after ?? event.before) as unknown as Pick<Comment, 'slug'>
  const comment = await needs.published(event.subject, slug)
  await retractAll(needs, delivery, { discussion: event.subject, slug, whyOf: whyGone(comment) })
}

/** What a moderator was to look at is settled: nobody else need be told of it. */
export async function retractHeld(needs: HandlerNeeds, delivery: Delivery): Promise<void> {
  const { discussion, slug = null, held } = (delivery.event.after ?? {}) as Partial<Record<string, string>>
  if (discussion === undefined || held === undefined) return
  const whyOf: WhyOf = ({ event }) => (event === `${held}.held` ? 'superseded' : null)
  await retractAll(needs, delivery, { discussion, slug, whyOf })
}

function losesMention({ before, after }: LoggedEvent): boolean {
  const now = new Set(mentionsIn(after))
  return mentionsIn(before).some((id) => !now.has(id))
}

const mentionsIn = (comment: LoggedEvent['after']): string[] =>
  ((comment ?? {}) as unknown as Partial<Comment>).mentions?.map(({ id }) => id) ?? []

/** Why somebody is no more to be told; null for those for whom all is as it was. */
type WhyOf = (told: Pick<Notification, 'person' | 'reason' | 'event'>) => Skip | null

function whyGone(comment: Comment | null): WhyOf {
  if (comment === null) return () => 'not-there'
  const mentioned = new Set(comment.mentions.map(({ id }) => id))
  return ({ reason, person }) => (reason === 'mention' && !mentioned.has(person) ? 'no-longer-mentioned' : null)
}

type Gone = { discussion: string; slug: string | null; whyOf: WhyOf }

async function retractAll(needs: HandlerNeeds, { position, signal }: Delivery, gone: Gone): Promise<void> {
  for await (const { event, candidates } of toldOf(needs.audiences, gone)) {
    signal.throwIfAborted()
    await sideBySide(candidates, async ({ person, reason, skip }) => {
      const why = skip === null ? gone.whyOf({ person, reason, event }) : null
      if (why !== null) await retract(needs, { person, event }, { position, why })
    })
  }
}

type Named = { person: string; event: string }
type Retracting = { position: number; why: Skip }

/** What was read or put away stays in the list, marked; what was not is as if it had never been told. */
async function retract(needs: HandlerNeeds, named: Named, { position, why }: Retracting): Promise<void> {
  const readTo = await readToOf(needs, named.person)
  await needs.notifications.change(idOf(spec, named), (row, to) => {
    if (row === null || row.skip !== null || row.retracted !== null) return null
    const isShown = isRead(row, readTo) || row.archived !== null
    return to.change({ $set: { isShown, isUnread: false, retracted: position, retractedFor: why } })
  })
}
