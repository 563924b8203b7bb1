import type { Collection, EventLogApi, LoggedEvent } from '@palaver/store'
import type { Inbox, Notification, Skip } from '../model.ts'
import type { CentrePosition } from './position.ts'
import { type Row, rowOf } from './row.ts'

/** What a person did with what they were told; `id` names a row, `to` a place in the log. */
export type Mark =
  | { op: 'read' | 'archived' | 'unarchived' | 'hidden'; id: string }
  | { op: 'readTo' | 'seenTo'; to: number }

/** A row that was taken back: one that had been read stays in the list, and shows nothing of what it told. */
export type Retraction = { id: string; why: Skip | null; stays: boolean }

/** Something that changed in a person's centre; `position` is its place in the log of their partition. */
export type Change = { position: number } & (
  | { kind: 'told'; row: Row }
  | { kind: 'retracted'; rows: Retraction[] }
  | ({ kind: 'marked' } & Mark)
)

/**
 * `position`: all up to there is in `changes`, so it is where to go on. `reset`: what lies behind the place that was
 * asked for is not all known any more, or too much; everything is to be read anew, from `position` on.
 */
export type Changes = { changes: Change[]; position: number; more: boolean; reset: boolean }

export type ChangesSince = (whose: { org: string; id: string }, since: number, limit: number) => Promise<Changes>

type Needs = {
  notifications: Collection<Notification>
  inboxes: Collection<Inbox>
  log: Pick<EventLogApi, 'read' | 'partitionOf'>
  position: CentrePosition
}

/** Rows that one event may take back before reading anew is less work. */
const MOST_RETRACTED = 1000

/** What changed for a person behind a place in the log, in order, and never beyond what the centre has written. */
export const changesSince =
  (needs: Needs): ChangesSince =>
  async ({ org, id }, since, limit) => {
    const upTo = await needs.position(org)
    if (since >= upTo) return { changes: [], position: upTo, more: false, reset: since > upTo }
    const partition = needs.log.partitionOf(org)
    const [first] = await needs.log.read({ partition, after: since, limit: 1 })
    const span = { person: id, since, upTo, limit }
    const parts = await Promise.all([told(needs, span), retracted(needs, span), marked(needs, span, partition)])
    const horizon = Math.min(upTo, ...parts.map((part) => part.horizon))
    if (first?.seq !== since + 1 || horizon <= since) return { changes: [], position: upTo, more: false, reset: true }
    const all = parts.flatMap(({ changes }) => changes).filter(({ position }) => position <= horizon)
    return {
      changes: all.toSorted((a, b) => a.position - b.position),
      position: horizon,
      more: horizon < upTo,
      reset: false,
    }
  }

type Span = { person: string; since: number; upTo: number; limit: number }
/** Changes of one kind; up to `horizon` there are no others. */
type Part = { changes: Change[]; horizon: number }

async function told({ notifications, inboxes }: Needs, { person, since, upTo, limit }: Span): Promise<Part> {
  const where = { person, isShown: true, position: { $gt: since, $lte: upTo } }
  const { docs } = await notifications.find({ where, sort: { position: 1 }, limit, next: false })
  const readTo = docs.length === 0 ? 0 : ((await inboxes.get(person))?.readTo ?? 0)
  const changes = docs.map((doc): Change => ({ kind: 'told', position: doc.position, row: rowOf(doc, readTo) }))
  return { changes, horizon: docs.length < limit ? upTo : (docs.at(-1)?.position ?? upTo) }
}

/** One event may take back many rows: they go together, because a stream goes on behind a place as a whole. */
async function retracted({ notifications }: Needs, { person, since, upTo }: Span): Promise<Part> {
  const where = { person, retracted: { $gt: since, $lte: upTo } }
  const { docs } = await notifications.find({ where, sort: { retracted: 1 }, limit: MOST_RETRACTED + 1, next: false })
  const byPlace = Map.groupBy(docs, (doc) => doc.retracted ?? 0)
  const changes = [...byPlace].map(([position, rows]): Change => ({
    kind: 'retracted',
    position,
    rows: rows.map(retractionOf),
  }))
  const isAll = docs.length <= MOST_RETRACTED
  return { changes, horizon: isAll ? upTo : (docs.at(-1)?.retracted ?? upTo) - 1 }
}

const retractionOf = ({ event, retractedFor, isShown }: Notification): Retraction => ({
  id: event,
  why: retractedFor,
  stays: isShown,
})

async function marked({ log }: Needs, { person, since, upTo, limit }: Span, partition: number): Promise<Part> {
  const events = await log.read({ partition, subject: person, after: since, limit })
  const changes = events.flatMap((event) => (event.type === 'inbox' ? [markIn(event)] : []))
  return { changes, horizon: events.length < limit ? upTo : (events.at(-1)?.seq ?? upTo) }
}

const markIn = ({ seq, after }: LoggedEvent): Change => ({
  kind: 'marked',
  position: seq,
  ...(after as unknown as Mark),
})
