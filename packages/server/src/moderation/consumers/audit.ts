import { Duplicate, type Handler, type LoggedEvent } from '@palaver/store'
import { QUEUE } from '../../events/queue-events.ts'
import { BEGINNING, hashOf } from '../audit-chain.ts'
import { MODERATION } from '../events.ts'
import type { AuditEntry } from '../model.ts'
import type { Needs } from '../needs.ts'

export const AUDIT = 'audit'

type AuditNeeds = Pick<Needs, 'audit' | 'acts'>

/** What an event says of an act. */
type Line = Pick<AuditEntry, 'act' | 'by' | 'person' | 'discussion' | 'slug' | 'held' | 'reason' | 'detail'>

const BLANK = { person: null, discussion: null, slug: null, held: null, reason: null, detail: null }

/** Writes the audit log from what was told with each change: so nothing that was done can be missing from it. */
export const auditHandler =
  (needs: AuditNeeds): Handler =>
  async (events) => {
    for (const event of events) {
      const line = await lineOf(needs, event)
      if (line !== null) await append(needs, event, line)
    }
  }

/** Lines are only ever added. Events come in order, so whoever adds the same line has the same line before it. */
async function append({ audit }: AuditNeeds, { _id, org, at }: LoggedEvent, line: Line): Promise<void> {
  if ((await audit.get(_id)) !== null) return
  const { docs } = await audit.find({ where: { org }, sort: { n: -1, _id: -1 }, limit: 1, next: false })
  const { n, hash } = docs[0] ?? { n: 0, hash: BEGINNING }
  const entry = { org, n: n + 1, at, ...line, prev: hash }
  try {
    await audit.insert({ _id, ...entry, hash: hashOf({ event: _id, ...entry }) })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}

async function lineOf(needs: AuditNeeds, event: LoggedEvent): Promise<Line | null> {
  const by = ((event.actor ?? null) as { id: string } | null)?.id ?? null
  if (event.type === MODERATION) return ofModeration(event, by)
  if (event.type === 'person') return ofPerson(event, by)
  if (event.type === QUEUE) return ofQueue(event, by)
  if (event.type === 'post') return ofPost(event, by)
  if (event.type === 'discussion' && OF_DISCUSSION.has(event.op))
    return { ...BLANK, act: event.op, by, discussion: event.subject, detail: detailOf(event) }
  return event.type === 'comment' && by !== null ? ofComment(needs, event, by) : null
}

const OF_DISCUSSION = new Set(['pinned', 'changed', 'renamed'])

/** Without what people wrote: a title is none of the log's. */
function detailOf({ op, after }: LoggedEvent): string | null {
  if (op === 'renamed') return null
  const { pinned, settings } = (after ?? {}) as { pinned?: unknown; settings?: unknown }
  return JSON.stringify(pinned === undefined ? { settings } : { pinned })
}

/** Reports are not acts of moderators, and an act is told of when it is done. */
const UNTOLD = new Set(['reported', 'post-reported', 'act-begun', 'bulk-step'])

function ofModeration({ op, after }: LoggedEvent, by: string | null): Line | null {
  if (UNTOLD.has(op)) return null
  const { person, discussion, slug, held, reason, detail } = (after ?? {}) as Partial<Line>
  const told = { person, discussion, slug, held, reason, detail }
  const known = Object.entries(told).filter(([, value]) => typeof value === 'string')
  return { ...BLANK, act: op, by, ...Object.fromEntries(known) }
}

const OF_PERSON = new Set(['banned', 'unbanned', 'shadowed', 'unshadowed', 'held', 'released', 'erased'])

function ofPerson({ op, subject, after }: LoggedEvent, by: string | null): Line | null {
  // Who has themselves erased is nobody's act.
  if (!OF_PERSON.has(op) || (op === 'erased' && by === null)) return null
  const { reason = null, until = null } = (after ?? {}) as { reason?: string | null; until?: string | null }
  return { ...BLANK, act: op, by, person: subject, reason, detail: until === null ? null : `until ${until}` }
}

/** What was decided on a dead letter; what a queue does by itself is nobody's act. */
function ofQueue({ op, after }: LoggedEvent, by: string | null): Line | null {
  const { item } = (after ?? {}) as { item?: string }
  return by === null || item === undefined ? null : { ...BLANK, act: op, by, detail: `dead letter ${item}` }
}

/** Who deletes what another posted is a moderator; their other acts tell of themselves, with their reasons. */
function ofPost({ op, subject, before }: LoggedEvent, by: string | null): Line | null {
  const { author } = (before ?? {}) as { author?: string }
  if (op !== 'deleted' || by === null || author === undefined || author === by) return null
  return { ...BLANK, act: 'post-deleted', by, person: author, detail: `post ${subject}` }
}

type Told = { slug: string; author?: { id: string } } | null
const OF_COMMENT: Readonly<Record<string, string>> = {
  edited: 'edited',
  deleted: 'deleted',
  removed: 'deleted',
  cut: 'deleted',
  rejected: 'rejected',
  restored: 'published',
}

/** What a moderator did to a comment other than by an act, which tells of itself, with its reason. */
async function ofComment(needs: AuditNeeds, event: LoggedEvent, by: string): Promise<Line | null> {
  const act = OF_COMMENT[event.op]
  const comment = (event.before ?? event.after ?? null) as Told
  if (act === undefined || comment === null || comment.author?.id === by) return null
  const { slug, author } = comment
  if (await isByAct(needs, event, { slug, act, by })) return null
  const subject = { person: author?.id ?? null, discussion: event.subject, slug, detail: bulkIn(event) }
  return { ...BLANK, act: isSpam(event) ? 'spam' : act, by, ...subject }
}

const isSpam = ({ after }: LoggedEvent): boolean => ((after ?? null) as { status?: string } | null)?.status === 'spam'

/** The bulk act that it was part of. */
function bulkIn({ _id }: LoggedEvent): string | null {
  const [bulk = '', ...rest] = _id.split('.')
  return rest.at(-1) === 'bulk' ? `bulk ${bulk}` : null
}

type Deed = { slug: string; act: string; by: string }

/** A deletion has no id of the act's choosing: there the act is looked for. */
async function isByAct({ acts }: AuditNeeds, { _id, subject }: LoggedEvent, { slug, act, by }: Deed): Promise<boolean> {
  if (act !== 'deleted') return _id.endsWith('.done')
  const { docs } = await acts.find({ where: { discussion: subject, slug }, limit: 100, next: false })
  return docs.some((one) => one.act === 'delete' && one.by.id === by && one.state !== 'failed')
}
