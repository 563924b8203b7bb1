import { setImmediate } from 'node:timers/promises'
import type { EventLogApi, LoggedEvent } from '@palaver/store'
import type { Erasure, PersonalPlace } from './place.ts'

type Log = Pick<EventLogApi, 'read' | 'redact' | 'partitionOf'>
type Json = NonNullable<LoggedEvent['after']>

const BATCH = 500
/** What a person said, wherever it stands in an event beside who said it. */
const WORDS = new Set(['text', 'html', 'note', 'reason', 'mentions', 'history', 'from', 'title'])

/** The log: events tell what was said, and by whom. Ids stay, so that votes can be counted again. */
export const eventsPlace = (log: Log): PersonalPlace => ({
  name: 'events',
  erase: async ({ org, id, seq, late }) => {
    const partition = log.partitionOf(org)
    for (let after = late ? seq - 1 : 0; after < seq;) {
      const events = await log.read({ partition, after, limit: late ? 1 : BATCH })
      for (const event of events) if (event.org === org && event.seq <= seq) await redacted(log, event, id)
      const last = events.at(-1)
      if (last === undefined) return
      after = last.seq
      // The log may be long: others have their turn in between.
      await setImmediate()
    }
  },
})

async function redacted(log: Log, event: LoggedEvent, id: Erasure['id']): Promise<void> {
  const said = { before: event.before, after: event.after, actor: event.actor }
  const json = JSON.stringify(said)
  if (!json.includes(JSON.stringify(id))) return
  const cleaned = without(JSON.parse(json) as Json, id)
  if (JSON.stringify(cleaned) !== json) await log.redact(event, cleaned as Partial<typeof said> & object)
}

/** The same without the person's name, and without the words beside it where they are the author. */
function without(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((member) => without(member, id))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const isAuthor = members.some(([name, member]) => name === 'author' && isWho(member, id))
  const isWhoItself = isWho(value, id)
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (isAuthor && WORDS.has(name)) return [name, blankOf(member)]
      return [name, isWhoItself && name === 'name' ? '' : without(member, id)]
    }),
  )
}

const isWho = (value: unknown, id: string): boolean =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'id') === id

const blankOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return []
  return typeof value === 'string' ? '' : value
}
