import type { Handler, LoggedEvent } from '@palaver/store'
import type { Erasure, PersonalPlace, Whose } from './place.ts'

export const ERASING = 'erasing'

type Needs = {
  places: readonly PersonalPlace[]
  /** Those of these who were erased: what they had begun may be told of after that. */
  erasedAmong: (org: string, ids: readonly string[]) => Promise<readonly string[]>
}

/** Takes a person out of every place; once they were erased, also what came late. */
export const erasingHandler =
  ({ places, erasedAmong }: Needs): Handler =>
  async (events) => {
    const isErased = await erasedIn(events, erasedAmong)
    for (const event of events) {
      const erasure = erasureIn(event) ?? lateIn(event, isErased)
      if (erasure !== null) for (const place of places) await place.erase(erasure)
    }
  }

/** Asked once for all events: who was not erased when the first was handled was so by an event that is still to come. */
async function erasedIn(
  events: readonly LoggedEvent[],
  erasedAmong: Needs['erasedAmong'],
): Promise<(whose: Whose) => boolean> {
  const erased = new Map<string, ReadonlySet<string>>()
  for (const [org, some] of Map.groupBy(events, (event) => event.org))
    erased.set(org, new Set(await erasedAmong(org, [...new Set(some.flatMap(authorsOf))])))
  return ({ org, id }) => erased.get(org)?.has(id) === true
}

function erasureIn({ type, op, org, subject, seq }: LoggedEvent): Erasure | null {
  return type === 'person' && op === 'erased' ? { org, id: subject, seq, late: false } : null
}

/** Something by a person who had been erased when it was told. */
function lateIn(event: LoggedEvent, isErased: (whose: Whose) => boolean): Erasure | null {
  const { org, seq } = event
  const id = authorsOf(event).find((author) => isErased({ org, id: author }))
  return id === undefined ? null : { org, id, seq, late: true }
}

function authorsOf({ type, subject, actor, after }: LoggedEvent): string[] {
  if (type === 'vote') return []
  if (type === 'relation') return [subject]
  return [idIn(actor), idIn(memberOf(after, 'author'))].filter((id) => id !== null)
}

const idIn = (value: unknown): string | null => {
  const id = memberOf(value, 'id')
  return typeof id === 'string' && id !== '' ? id : null
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
