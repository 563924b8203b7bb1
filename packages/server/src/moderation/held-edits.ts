import { Refusal } from '../api/refusal.ts'
import type { Discussion } from '../comments/service.ts'
import type { Held } from './model.ts'
import type { Needs } from './needs.ts'

/** An edit that is approved must not undo what was written since its author began it. */
export async function requireUnchanged(
  { comments }: Pick<Needs, 'comments'>,
  discussion: Discussion,
  { kind, slug, onRev, state }: Held,
): Promise<void> {
  if (kind !== 'edit' || slug === null || onRev === undefined || state !== 'waiting') return
  const rev = await comments.comment(discussion, slug).then((comment) => comment.rev, onRevIfGone(onRev))
  if (rev !== onRev)
    throw new Refusal(
      'changed-meanwhile',
      `The comment has changed since, and is at revision ${rev} now: reject this edit, and have it made again.`,
    )
}

/** That what it changes is gone is found, and said, where it is published. */
const onRevIfGone =
  (onRev: number) =>
  (error: unknown): number => {
    if (error instanceof Refusal && error.code === 'comment-not-found') return onRev
    throw error
  }

const MOST_LOOKED_AT = 100

/** What its author wrote after it, while the same text was to be seen, is to follow it, and can still be approved. */
export async function letFollow({ held }: Pick<Needs, 'held'>, published: Held, rev: number): Promise<void> {
  const { discussion, author, slug, onRev, at } = published
  if (onRev === undefined || rev !== onRev + 1) return
  const where = { discussion, 'author.id': author.id, state: 'waiting' as const, at: { $gt: at } }
  const { docs } = await held.find({ where, sort: { at: 1, _id: 1 }, limit: MOST_LOOKED_AT, next: false })
  const later = docs.filter((one) => one.slug === slug && one.onRev === onRev)
  await Promise.all(later.map(({ _id }) => held.update({ _id, onRev }, { $set: { onRev: rev } })))
}
