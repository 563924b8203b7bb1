import { type BodyOf, call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import { commentAt, type Thread } from './discussion.ts'
import type {
  Act,
  AuditEntry,
  AuditLog,
  Bulk,
  HeldItem,
  HeldPage,
  History,
  ModerationRules,
  Queue,
  QueueCounts,
  QueueItem,
  Report,
  Reports,
} from './generated/types.ts'
import { list, type ReadOptions, type Wanted } from './list.ts'
import type { Listing } from './listing.ts'
import type { At } from './reading.ts'
import { ifStill } from './request.ts'

const COMMENT = '/v1/discussions/{discussion}/comments/{slug}'
const HELD = 'GET /v1/discussions/{discussion}/held'

/** Puts a comment in front of the others; with `on: false` back among them. */
export function pin(
  thread: Thread,
  { slug, on = true }: At & { on?: boolean },
  options?: CallOptions,
): Promise<undefined> {
  const operation = `${on ? 'PUT' : 'DELETE'} ${COMMENT}/pin` as const
  return call(thread.palaver, operation, { ...commentAt(thread, slug), options })
}

/** Earlier texts of a comment, for its author and for staff. */
export async function history(thread: Thread, { slug }: At, options?: ReadOptions): Promise<History['revisions']> {
  return (await call(thread.palaver, `GET ${COMMENT}/history`, { ...commentAt(thread, slug), options })).revisions
}

/** Tells moderators that something is wrong with a comment; a second report takes the place of the first. */
export function report(
  thread: Thread,
  { slug, ...body }: At & BodyOf<`POST ${typeof COMMENT}/reports`>,
  options?: CallOptions,
): Promise<undefined> {
  return call(thread.palaver, `POST ${COMMENT}/reports`, { ...commentAt(thread, slug), body, options })
}

/** What people have against a comment. */
export function reports(
  thread: Thread,
  { slug, limit, cursor }: At & Wanted<`GET ${typeof COMMENT}/reports`>,
  options?: ReadOptions,
): Listing<Report, Reports> {
  const { path, query } = commentAt(thread, slug)
  const itemsOf = (page: Reports): readonly Report[] => page.reports
  const source = { operation: `GET ${COMMENT}/reports`, path, query: { ...query, limit, cursor }, itemsOf } as const
  return list(thread.palaver, source, options)
}

/** What waits for a moderator in a discussion: the caller's own, or all for moderators. */
export function held(
  { palaver, path, query }: Thread,
  wanted?: Wanted<typeof HELD>,
  options?: ReadOptions,
): Listing<HeldItem, HeldPage> {
  const itemsOf = (page: HeldPage): readonly HeldItem[] => page.held
  return list(palaver, { operation: HELD, path, query: { ...query, ...wanted }, itemsOf }, options)
}

/** Takes back what waits for a moderator; for its author. */
export function withdraw(palaver: Palaver, id: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/held/{held}', { path: { held: id }, options })
}

/** What waits for a moderator, or was reported; the oldest first. */
export function queue(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/moderation/queue'> = {},
  options?: ReadOptions,
): Listing<QueueItem, Queue> {
  const itemsOf = ({ items }: Queue): readonly QueueItem[] => items
  return list(palaver, { operation: 'GET /v1/moderation/queue', query: wanted, itemsOf }, options)
}

/** How much waits for a moderator, and how many reported comments are open. */
export function queueCounts(palaver: Palaver, options?: ReadOptions): Promise<QueueCounts> {
  return call(palaver, 'GET /v1/moderation/counts', { options })
}

/** Approves or rejects what waits; of several moderators the first decides. */
export function decide(
  palaver: Palaver,
  { id, ...body }: { id: string } & BodyOf<'POST /v1/moderation/held/{held}'>,
  options?: CallOptions,
): Promise<HeldItem> {
  return call(palaver, 'POST /v1/moderation/held/{held}', { path: { held: id }, body, options })
}

/** Takes a comment down, puts it up again, or closes its case. */
export function act(palaver: Palaver, body: BodyOf<'POST /v1/moderation/acts'>, options?: CallOptions): Promise<Act> {
  return call(palaver, 'POST /v1/moderation/acts', { body, options })
}

/** The same act on all comments of a user, with a word, from an address or of a time; done step by step. */
export function actInBulk(
  palaver: Palaver,
  body: BodyOf<'POST /v1/moderation/bulk'>,
  options?: CallOptions,
): Promise<Bulk> {
  return call(palaver, 'POST /v1/moderation/bulk', { body, options })
}

/** How far a bulk act has come. */
export function bulk(palaver: Palaver, id: string, options?: ReadOptions): Promise<Bulk> {
  return call(palaver, 'GET /v1/moderation/bulk/{bulk}', { path: { bulk: id }, options })
}

type Sanction = { person: string } & BodyOf<'PUT /v1/moderation/bans/{person}'>

/** They may not write until a time, and are told why. */
export function ban(palaver: Palaver, { person, ...body }: Sanction, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'PUT /v1/moderation/bans/{person}', { path: { person }, body, options })
}

export function liftBan(palaver: Palaver, person: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/moderation/bans/{person}', { path: { person }, options })
}

/** What they write is held, and they do not notice. */
export function shadowBan(palaver: Palaver, { person, ...body }: Sanction, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'PUT /v1/moderation/shadow/{person}', { path: { person }, body, options })
}

export function liftShadowBan(palaver: Palaver, person: string, options?: CallOptions): Promise<undefined> {
  return call(palaver, 'DELETE /v1/moderation/shadow/{person}', { path: { person }, options })
}

/** The phases that decide on a new or edited comment; for admins. */
export function rules(palaver: Palaver, options?: ReadOptions): Promise<ModerationRules> {
  return call(palaver, 'GET /v1/moderation/rules', { options })
}

/** Sets the phases; with `rev` only while they are still that revision. */
export function setRules(
  palaver: Palaver,
  { phases, rev }: BodyOf<'PUT /v1/moderation/rules'> & { rev?: number },
  options?: CallOptions,
): Promise<ModerationRules> {
  return call(palaver, 'PUT /v1/moderation/rules', { headers: ifStill(rev), body: { phases }, options })
}

/** What moderators did, the newest first; it cannot be edited. */
export function audit(
  palaver: Palaver,
  wanted: Wanted<'GET /v1/moderation/audit'> = {},
  options?: ReadOptions,
): Listing<AuditEntry, AuditLog> {
  const itemsOf = ({ entries }: AuditLog): readonly AuditEntry[] => entries
  return list(palaver, { operation: 'GET /v1/moderation/audit', query: wanted, itemsOf }, options)
}
