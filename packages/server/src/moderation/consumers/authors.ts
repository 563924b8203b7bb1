import type { LoggedEvent } from '@palaver/store'
import type { Author } from '../model.ts'
import type { Needs } from '../needs.ts'

type Told = { author: { id: string }; status: string } | null

export const authorId = (org: string, person: string): string => `${org}~${person}`

const shows = (comment: Told): number => (comment?.status === 'published' ? 1 : 0)

type Addition = { seq: number; by: number }

/** Counts how many comments of each author are published; one write an author, whatever of it was counted before. */
export async function countAuthors({ authors }: Pick<Needs, 'authors'>, events: readonly LoggedEvent[]): Promise<void> {
  const additions = new Map<string, { org: string; all: Addition[] }>()
  for (const { type, org, seq, before, after } of events) {
    const [was, is] = [(before ?? null) as Told, (after ?? null) as Told]
    const author = (is ?? was)?.author?.id
    const by = shows(is) - shows(was)
    if (type !== 'comment' || author === undefined || by === 0) continue
    const key = authorId(org, author)
    const known = additions.get(key) ?? { org, all: [] }
    additions.set(key, { org, all: [...known.all, { seq, by }] })
  }
  await Promise.all([...additions].map(([_id, { org, all }]) => count(authors, { _id, org, all })))
}

type Counting = { _id: string; org: string; all: readonly Addition[] }

async function count(authors: Needs['authors'], { _id, org, all }: Counting): Promise<void> {
  await authors.change(_id, (now, to) => {
    const { published, counted }: Pick<Author, 'published' | 'counted'> = now ?? { published: 0, counted: 0 }
    const fresh = all.filter(({ seq }) => seq > counted)
    const last = fresh.at(-1)
    if (last === undefined) return null
    const next = { published: published + fresh.reduce((sum, { by }) => sum + by, 0), counted: last.seq }
    return now === null ? to.insert({ _id, org, ...next }) : to.change({ $set: next })
  })
}
