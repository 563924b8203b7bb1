import { afterEach } from 'vitest'
import {
  type Collection,
  type CollectionOf,
  createStore,
  defineCollection,
  type NewEvent,
  type Store,
  type Surroundings,
} from '../index.ts'
import type { TestEngine } from '../testing/engines.ts'

/** The documents that the suite works on: something of everything the product stores. */
export type Note = {
  _id: string
  home: string
  slug: string
  posted: string
  title?: string | null
  votes?: number
  tags?: string[]
  author?: { id: string; name: string }
  replies?: { slug: string; votes: number }[]
  until?: string
  any?: string | number | boolean | null
}

const notes: CollectionOf<Note> = defineCollection<Note>({
  name: 'notes',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'newest', on: ['home', '-votes', 'posted', 'slug'] },
    { name: 'tagged', on: ['home', 'tags', 'posted'], arrays: ['tags'] },
    { name: 'reply', on: ['home', 'replies.slug'], arrays: ['replies.slug'] },
    { name: 'any', on: ['any'] },
  ],
  expires: 'until',
})

export type Account = { _id: string; email: string; name?: string; aliases?: string[] }

const accounts: CollectionOf<Account> = defineCollection<Account>({
  name: 'accounts',
  indexes: [
    { name: 'email', on: ['email'], unique: true },
    { name: 'aliases', on: ['aliases'], unique: true, arrays: ['aliases'] },
  ],
})

export type World = { store: Store; notes: Collection<Note>; accounts: Collection<Account> }

/** A store of its own for each test, closed when the test ends. */
export function worlds(engine: TestEngine): (surroundings?: Partial<Surroundings>) => Promise<World> {
  const opened: Store[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  return async (surroundings = {}) => {
    const store = createStore(await engine.open([notes, accounts]), surroundings)
    opened.push(store)
    return { store, notes: store.collection(notes), accounts: store.collection(accounts) }
  }
}

const BEGIN = Date.UTC(2026, 0, 1)
export const instant = (second: number): string => new Date(BEGIN + second * 1000).toISOString()

export function note(slug: string, fields: Partial<Note> = {}): Note {
  const home = fields.home ?? 'h'
  return { posted: instant(0), ...fields, _id: `${home}~${slug}`, home, slug }
}

let events = 0
export function event(subject: string, fields: Partial<NewEvent> = {}): NewEvent {
  return { _id: `event${events++}`, org: 'org', subject, type: 'note', op: 'created', at: instant(0), ...fields }
}

export const slugsOf = ({ docs }: { docs: readonly { slug: string }[] }): string[] => docs.map(({ slug }) => slug)

export async function versionOf<T extends { _id: string }>(collection: Collection<T>, id: string): Promise<number> {
  return (await collection.getVersioned(id))?.version ?? 0
}

/** For consumers whose failures a test sees by what they leave undone. */
export const quiet = { onError: () => {} }
