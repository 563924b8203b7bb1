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
    const known = additions.get(key)
    if (known === undefined) additions.set(key, { org, all: [{ seq, by }] })
    else known.all.push({ seq, by })
  }
  const before = await countsOf(authors, [...additions.keys()])
  await Promise.all([...additions].map(([_id, { org, all }]) => count(authors, { _id, org, all }, before.get(_id))))
}

/** Asked for in one query. */
const AT_ONCE = 100

async function countsOf(authors: Needs['authors'], ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const found = new Map<string, Counts>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const { docs } = await authors.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
    for (const { _id, published, counted } of docs) found.set(_id, { published, counted })
  }
  return found
}

type Counts = Pick<Author, 'published' | 'counted'>
type Counting = { _id: string; org: string; all: readonly Addition[] }

/** Nobody else counts them: what was read a moment ago still holds, unless another node has taken over. */
async function count(authors: Needs['authors'], { _id, org, all }: Counting, before?: Counts): Promise<void> {
  if (before !== undefined) {
    const $set = counted(before, all)
    if ($set === null) return
    if ((await authors.update({ _id, counted: before.counted }, { $set })).outcome === 'updated') return
  }
  await authors.change(_id, (now, to) => {
    const next = counted(now ?? { published: 0, counted: 0 }, all)
    if (next === null) return null
    return now === null ? to.insert({ _id, org, ...next }) : to.change({ $set: next })
  })
}

/** With what is new to it; null where nothing is. */
function counted({ published, counted: last }: Counts, all: readonly Addition[]): Counts | null {
  const fresh = all.filter(({ seq }) => seq > last)
  const newest = fresh.at(-1)
  if (newest === undefined) return null
  return { published: published + fresh.reduce((sum, { by }) => sum + by, 0), counted: newest.seq }
}
