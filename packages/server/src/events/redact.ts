import type { LoggedEvent } from '@palaver/store'

/** What a person said, wherever it stands in an event beside who said it. */
const WORDS = new Set(['text', 'html', 'note', 'reason', 'mentions', 'history', 'from', 'title', 'link'])

type Said = Pick<LoggedEvent, 'before' | 'after' | 'actor'>

/** What an event says, without a person's name and words; null where there is nothing of theirs in it. */
export function redacted({ before, after, actor }: LoggedEvent, id: string): Said | null {
  const json = JSON.stringify({ before, after, actor })
  if (!json.includes(JSON.stringify(id))) return null
  const cleaned = without(JSON.parse(json), id)
  return JSON.stringify(cleaned) === json ? null : (cleaned as Said)
}

/** The same without the person's name, and without the words beside it where they are the author. */
function without(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((member) => without(member, id))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const isAuthor = members.some(([name, member]) => name === 'author' && (member === id || isWho(member, id)))
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

/** Everybody whom an event may name. */
export function peopleIn({ before, after, actor }: LoggedEvent): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const id: unknown = Array.isArray(value) ? null : Reflect.get(value, 'id')
    if (typeof id === 'string' && id !== '') found.add(id)
    for (const member of Object.values(value)) look(member)
  }
  look([before, after, actor])
  return [...found]
}
