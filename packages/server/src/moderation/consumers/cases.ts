import type { LoggedEvent } from '@palaver/store'
import { MODERATION } from '../events.ts'
import type { Case, ReportReason } from '../model.ts'
import type { Needs } from '../needs.ts'
import { caseId } from '../reports.ts'

type Told = { discussion: string; slug: string; reason: ReportReason; before?: ReportReason | null }

/** Acts that say what is to become of a reported comment. */
const CLOSING = new Set(['rejected', 'spam', 'deleted', 'published', 'kept'])

/** Adds a report to the case of its comment, or closes the case. Only what is newer than the case has counted. */
export async function noteCase({ cases }: Pick<Needs, 'cases'>, event: LoggedEvent): Promise<void> {
  const about = subjectOf(event)
  if (about === null) return
  const { discussion, slug } = about
  const _id = caseId(discussion, slug)
  await cases.change(_id, (now, to) => {
    if (now !== null && now.counted >= event.seq) return null
    if (event.op !== 'reported')
      return now === null ? null : to.change({ $set: { state: 'closed', counted: event.seq } })
    const before = now ?? {
      _id,
      org: event.org,
      discussion,
      slug,
      reports: 0,
      reasons: {},
      state: 'closed',
      at: '',
      counted: 0,
    }
    const { reports, reasons, state, at, counted } = withReport(before, event)
    if (now === null) return to.insert({ ...before, reports, reasons, state, at, counted })
    return to.change({ $set: { reports, reasons, state, at, counted } })
  })
}

type Subject = { discussion: string; slug: string }

const subjectOf = (event: LoggedEvent): Subject | null =>
  event.type === 'comment' ? ofComment(event) : event.type === MODERATION ? ofModeration(event) : null

function ofComment({ op, subject, before }: LoggedEvent): Subject | null {
  const { slug } = (before ?? {}) as { slug?: string }
  const isOver = op === 'deleted' || op === 'removed'
  return isOver && slug !== undefined ? { discussion: subject, slug } : null
}

/** Decisions on what is held are about no comment that could have been reported. */
function ofModeration({ op, after }: LoggedEvent): Subject | null {
  const { discussion, slug, held } = (after ?? {}) as Partial<Told> & { held?: string }
  if (held !== undefined || (op !== 'reported' && !CLOSING.has(op))) return null
  return discussion !== undefined && typeof slug === 'string' ? { discussion, slug } : null
}

function withReport(before: Omit<Case, 'state'> & { state: string }, { seq, at, after }: LoggedEvent): Case {
  const { reason, before: other } = after as unknown as Told
  const reasons = { ...before.reasons, [reason]: (before.reasons[reason] ?? 0) + 1 }
  if (other !== null && other !== undefined) reasons[other] = (reasons[other] ?? 1) - 1
  const isNew = other === null || other === undefined
  const since = before.state === 'open' ? before.at : at
  return { ...before, reasons, reports: before.reports + (isNew ? 1 : 0), state: 'open', at: since, counted: seq }
}
