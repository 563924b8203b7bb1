import type { Collection, LoggedEvent, NewEvent } from '@palaver/store'
import type { PostCase } from './model.ts'

export type ClosingNeeds = { postCases: Collection<PostCase> }

/** What was reported has been looked at, or is gone. */
export async function closeCase(
  { postCases }: ClosingNeeds,
  post: string,
  told: NewEvent | null = null,
): Promise<void> {
  await postCases.change(post, (now, to) =>
    now === null || now.state === 'closed'
      ? null
      : to.change({ $set: { state: 'closed' } }, { events: told === null ? [] : [told] }),
  )
}

const CLOSING = new Set(['deleted', 'rejected', 'approved', 'restored'])

/** For who died in between, and for what its author has deleted. Who reported it later has done so in spite of that. */
export async function followCase(needs: ClosingNeeds, { type, op, subject, at }: LoggedEvent): Promise<void> {
  if (type !== 'post' || !CLOSING.has(op)) return
  const found = await needs.postCases.get(subject)
  const newest = found?.reports.reduce((last, report) => (report.at > last ? report.at : last), '') ?? ''
  if (op === 'deleted' || newest <= at) await closeCase(needs, subject)
}
