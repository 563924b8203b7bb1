import type { LoggedEvent, NewEvent } from '@palaver/store'

/** The type of all events that tell of queues. */
export const QUEUE = 'queue'

/** `again` by itself, `redriven` by somebody: both bring an event back. */
const BRINGS_BACK = new Set(['again', 'redriven'])

/** What concerns every org is told under a name that none of them can have. */
export const EVERY_ORG = '*'

type Telling = {
  id: string
  op: 'again' | 'redriven' | 'discarded' | 'paused' | 'resumed'
  queue: string
  org: string
  at: string
  item?: string
  by?: string
}

export function queueEvent({ id, op, queue, org, at, item, by }: Telling): NewEvent {
  const after = item === undefined ? { queue } : { queue, item }
  const told = { _id: id, org, subject: `${org}.queue.${queue}`, type: QUEUE, op, at, after }
  return by === undefined ? told : { ...told, actor: { id: by } }
}

/** The id of what an event brings back to this queue; null where it is about something else. */
export function broughtBack({ type, op, after }: LoggedEvent, queue: string): string | null {
  if (type !== QUEUE || !BRINGS_BACK.has(op)) return null
  const told = (after ?? {}) as { queue?: string; item?: string }
  return told.queue === queue ? (told.item ?? null) : null
}
