import { defineCollection } from '../../collection.ts'
import type { NewEvent } from '../../events/event.ts'

export type Thing = { _id: string; told: string[] }

export const things = defineCollection<Thing>({ name: 'things' })

/** What a writing process says when a write is acknowledged: in which document, and as which of its writes. */
export type Told = { doc: string; incarnation: number; n: number }

export const eventOf = ({ doc, incarnation, n }: Told): NewEvent => ({
  _id: `${doc}:${incarnation}:${n}`,
  org: `org-${doc.slice(0, 1)}`,
  subject: doc,
  type: 'thing',
  op: 'changed',
  at: '2026-01-01T00:00:00.000Z',
})

/** The told of an event's id. */
export function toldOf({ _id }: { _id: string }): Told {
  const [doc = '', incarnation, n] = _id.split(':')
  return { doc, incarnation: Number(incarnation), n: Number(n) }
}
