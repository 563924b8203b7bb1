import type { Handler, LoggedEvent } from '@palaver/store'
import type { Erasure, PersonalPlace, Whose } from './place.ts'

export const ERASING = 'erasing'

type Needs = {
  places: readonly PersonalPlace[]
  /** Whether somebody was erased: what they had begun may be told of after that. */
  isErased: (whose: Whose) => Promise<boolean>
}

/** Takes a person out of every place; once they were erased, also what came late. */
export const erasingHandler =
  ({ places, isErased }: Needs): Handler =>
  async (events) => {
    const areErased = onceEach(isErased)
    for (const event of events) {
      const erasure = erasureIn(event) ?? (await lateIn(event, areErased))
      if (erasure !== null) for (const place of places) await place.erase(erasure)
    }
  }

/** Who was not erased when the first of some events was handled was so by an event that is still to come. */
function onceEach(isErased: Needs['isErased']): Needs['isErased'] {
  const known = new Map<string, Promise<boolean>>()
  return (whose) => {
    const name = `${whose.org} ${whose.id}`
    const answer = known.get(name) ?? isErased(whose)
    known.set(name, answer)
    return answer
  }
}

function erasureIn({ type, op, org, subject, seq }: LoggedEvent): Erasure | null {
  return type === 'person' && op === 'erased' ? { org, id: subject, seq, late: false } : null
}

/** Something by a person who had been erased when it was told. */
async function lateIn(event: LoggedEvent, isErased: Needs['isErased']): Promise<Erasure | null> {
  const { org, seq } = event
  for (const id of new Set(authorsOf(event))) if (await isErased({ org, id })) return { org, id, seq, late: true }
  return null
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
