import type { Collection, Updated, WithEvents } from './collection-api.ts'
import { Conflict, Duplicate } from './errors.ts'
import type { Surroundings } from './store.ts'
import type { Change } from './typed/index.ts'

/** What to do with the document as it was read; null to leave it as it is. */
export type Decision<T> = WithEvents & ({ change: Change<T> } | { insert: T } | { remove: true })
export type Decide<T> = (doc: T | null) => Decision<T> | null | Promise<Decision<T> | null>

/** `changed` is false when `decide` left it; `doc` is the document afterwards, null when there is none. */
export type Decided<T> = { changed: boolean; doc: T | null }

const MOST_ATTEMPTS = 64
const LONGEST_PAUSE_MS = 100

type Changing<T> = { id: string; decide: Decide<T>; world: Pick<Surroundings, 'sleep' | 'random'> }
type Primitives<T extends { _id: string }> = Pick<Collection<T>, 'getVersioned' | 'insert' | 'update' | 'remove'>

export async function changeDocument<T extends { _id: string }>(
  collection: Primitives<T>,
  { id, decide, world }: Changing<T>,
): Promise<Decided<T>> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const seen = await collection.getVersioned(id)
    const decision = await decide(seen?.doc ?? null)
    if (decision === null) return { changed: false, doc: seen?.doc ?? null }
    const written = await writeDecision(collection, { id, version: seen?.version ?? null, decision })
    if (written !== null) return written
    await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
  }
  throw new Conflict(`The document "${id}" changed ${MOST_ATTEMPTS} times while it was being changed: try again.`)
}

type Writing<T> = { id: string; version: number | null; decision: Decision<T> }

/** Null when the document is no longer the one that was read. */
async function writeDecision<T extends { _id: string }>(
  collection: Primitives<T>,
  { id, version, decision }: Writing<T>,
): Promise<Decided<T> | null> {
  const events = decision.events ?? []
  if ('insert' in decision)
    return (await inserted(collection, decision.insert, events)) ? { changed: true, doc: decision.insert } : null
  if (version === null) throw new Conflict(`There is no document "${id}" to change: decide on an insert instead.`)
  const where = { _id: id } as Parameters<typeof collection.update>[0]
  if ('remove' in decision)
    return (await collection.remove(where, { version, events })) ? { changed: true, doc: null } : null
  const { outcome, doc }: Updated<T> = await collection.update(where, decision.change, {
    version,
    events,
    returning: 'after',
  })
  return outcome === 'updated' ? { changed: true, doc } : null
}

async function inserted<T extends { _id: string }>(
  collection: Primitives<T>,
  doc: T,
  events: WithEvents['events'] = [],
): Promise<boolean> {
  try {
    await collection.insert(doc, { events })
    return true
  } catch (error) {
    if (error instanceof Duplicate && error.index === '_id') return false
    throw error
  }
}
