import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import type { AuditEntry } from './model.ts'
import { mayModerate, onlyModerated } from './moderated.ts'
import type { Needs } from './needs.ts'
import { requireModerator } from './policy.ts'

/** At most one of the filters. */
export type AuditQuery = { by?: string; person?: string; discussion?: string; cursor: string | null; limit: number }

/** What was done, the newest first. A page may be short: what they may not moderate is left out. */
export async function auditLog(
  needs: Pick<Needs, 'audit' | 'comments'>,
  actor: Actor,
  { by, person, discussion, cursor, limit }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  requireModerator(actor)
  // That there is a next page would tell what is hidden from what never was.
  if (discussion !== undefined && !(await mayModerate(needs, actor, discussion))) return { entries: [], next: null }
  const filter = {
    ...(by !== undefined && { by }),
    ...(person !== undefined && { person }),
    ...(discussion !== undefined && { discussion }),
  }
  const where = { org: actor.org, ...filter }
  const after = positionIn(cursor, ['number', 'text'])
  const { docs, next } = await needs.audit.find({ where, sort: { n: -1, _id: -1 }, limit, after })
  return { entries: await onlyModerated(needs, actor, docs), next: cursorOf(next) }
}
