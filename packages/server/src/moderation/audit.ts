import type { Actor } from '../api/actor.ts'
import { cursorOf, positionIn } from '../api/list-cursor.ts'
import type { AuditEntry } from './model.ts'
import type { Needs } from './needs.ts'
import { requireModerator } from './policy.ts'

/** At most one of the filters. */
export type AuditQuery = { by?: string; person?: string; discussion?: string; cursor: string | null; limit: number }

/** What was done, the newest first. */
export async function auditLog(
  { audit }: Pick<Needs, 'audit'>,
  actor: Actor,
  { by, person, discussion, cursor, limit }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  requireModerator(actor)
  const filter = {
    ...(by !== undefined && { by }),
    ...(person !== undefined && { person }),
    ...(discussion !== undefined && { discussion }),
  }
  const where = { org: actor.org, ...filter }
  const after = positionIn(cursor, ['number', 'text'])
  const { docs, next } = await audit.find({ where, sort: { n: -1, _id: -1 }, limit, after })
  return { entries: docs, next: cursorOf(next) }
}
