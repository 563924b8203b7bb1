import type { Collection, WithEvents } from './collection-api.ts'
import { Conflict, Duplicate, Misfit, UnsupportedOperator } from './errors.ts'
import type { Surroundings } from './store.ts'
import type { Change } from './typed/index.ts'

/** Made by the verbs below, and by nothing else: so what they are given is checked by its type. */
declare const made: unique symbol
export type Decision<T> = { readonly [made]: T }

/** What can be done with the document that was read. */
export type Verbs<T> = {
  change(change: Change<T>, options?: WithEvents): Decision<T>
  insert(doc: T, options?: WithEvents): Decision<T>
  remove(options?: WithEvents): Decision<T>
}

/** Decides on the document as it was read (null where there is none); null leaves it as it is. */
export type Decide<T> = (doc: T | null, to: Verbs<T>) => Decision<T> | null | Promise<Decision<T> | null>

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
    const decision = await decide(seen?.doc ?? null, verbs<T>())
    if (decision === null) return { changed: false, doc: seen?.doc ?? null }
    const written = await write(collection, { id, version: seen?.version ?? null, plan: planOf(decision) })
    if (written !== null) return written
    await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
  }
  throw new Conflict(`The document "${id}" changed ${MOST_ATTEMPTS} times while it was being changed: try again.`)
}

type Plan<T> = { events: NonNullable<WithEvents['events']> } & (
  | { verb: 'change'; change: Change<T> }
  | { verb: 'insert'; doc: T }
  | { verb: 'remove' }
)

const VERBS = {
  change: (change: unknown, { events = [] }: WithEvents = {}) => ({ verb: 'change', change, events }),
  insert: (doc: unknown, { events = [] }: WithEvents = {}) => ({ verb: 'insert', doc, events }),
  remove: ({ events = [] }: WithEvents = {}) => ({ verb: 'remove', events }),
}

const verbs = <T>(): Verbs<T> => VERBS as unknown as Verbs<T>

function planOf<T>(decision: Decision<T> | undefined): Plan<T> {
  if (decision === undefined)
    throw new UnsupportedOperator('A decision is null, or made by one of the verbs it is given.')
  return decision as unknown as Plan<T>
}

type Writing<T> = { id: string; version: number | null; plan: Plan<T> }

/** Null when the document is no longer the one that was read. */
async function write<T extends { _id: string }>(
  collection: Primitives<T>,
  { id, version, plan }: Writing<T>,
): Promise<Decided<T> | null> {
  const { events } = plan
  if (plan.verb === 'insert') return insert(collection, plan.doc, { id, version, events })
  if (version === null) throw new UnsupportedOperator(`There is no document "${id}" to ${plan.verb}: insert it.`)
  const where = { _id: id } as Parameters<typeof collection.update>[0]
  if (plan.verb === 'remove')
    return (await collection.remove(where, { version, events })) ? { changed: true, doc: null } : null
  const { outcome, doc } = await collection.update(where, plan.change, { version, events, returning: 'after' })
  return outcome === 'updated' ? { changed: true, doc } : null
}

type Inserting = { id: string; version: number | null } & Required<WithEvents>

async function insert<T extends { _id: string }>(
  collection: Primitives<T>,
  doc: T,
  { id, version, events }: Inserting,
): Promise<Decided<T> | null> {
  if (version !== null) throw new UnsupportedOperator(`There is a document "${id}" already: change it.`)
  if (doc._id !== id) throw new Misfit('_id', `The document to insert must have the _id "${id}".`)
  try {
    await collection.insert(doc, { events })
    return { changed: true, doc }
  } catch (error) {
    if (error instanceof Duplicate && error.index === '_id') return null
    throw error
  }
}
