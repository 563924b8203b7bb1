import type { NewEvent } from '../../events/event.ts'

/** One write, as data: so that a process that comes later can do it again under the same name. */
export type Operation = { op: string; id: string; org: string } & (
  | { kind: 'post'; slug: string; tags: string[]; size: number }
  | { kind: 'tag'; tag: string }
  | { kind: 'remove' }
  | { kind: 'tally' }
  | { kind: 'turn' }
)

export const kindOf = (op: string): string => op.slice(0, op.indexOf(':'))

/** The process that first began it. */
export const incarnationOf = (op: string): number => Number(op.slice(op.indexOf(':') + 1, op.indexOf('.')))

/** A tally tells two events, the others one. */
export const eventIds = (op: string): string[] => (kindOf(op) === 'tally' ? [op, `${op}/2`] : [op])

export const opOfEvent = (eventId: string): string => eventId.replace(/\/2$/, '')

const VERB = { post: 'created', tag: 'edited', remove: 'deleted', tally: 'counted', turn: 'counted' } as const

export function eventsOf({ op, id, org, kind }: Operation, rev?: number): NewEvent[] {
  const told = { org, subject: id, type: kind, op: VERB[kind], at: new Date().toISOString() }
  return eventIds(op).map((_id) => ({ _id, ...told, ...(rev === undefined ? {} : { rev }) }))
}
