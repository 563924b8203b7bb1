import { defineCollection } from '../../collection.ts'
import type { NewEvent } from '../../events/event.ts'
import { openSqlite } from '../../sqlite/engine.ts'
import { createStore, type Store } from '../../store.ts'

export type Note = { _id: string; slug: string; tags: string[]; text: string }

/** A small collection with an index of each kind, for tests that do something to its file. */
export const notes = defineCollection<Note>({
  name: 'notes',
  indexes: [
    { name: 'slug', on: ['slug'], unique: true },
    { name: 'tags', on: ['tags'], arrays: ['tags'] },
    { name: 'text', on: ['-text'] },
  ],
})

export const noteAt = (at: number): Note => ({
  _id: `note-${at}`,
  slug: `slug-${at}`,
  tags: [`tag-${at % 7}`, 'all'],
  text: `text ${at} `.repeat(1 + (at % 40)),
})

export function told(id: string, org = 'org'): NewEvent {
  return { _id: id, org, subject: `subject of ${id}`, type: 'note', op: 'created', at: '2026-01-01T00:00:00.000Z' }
}

/** Writes notes `from` … `until`, each with an event, and leaves the store open. */
export async function writeSample(file: string, until = 200, from = 0): Promise<Store> {
  const store = createStore(await openSqlite({ file, collections: [notes] }))
  const write = (at: number): Promise<void> =>
    store.collection(notes).insert(noteAt(at), { events: [told(`event-${at}`, `org-${at % 5}`)] })
  await Promise.all(Array.from({ length: until - from }, (_, at) => write(from + at)))
  return store
}

export async function makeSample(file: string, count?: number): Promise<void> {
  const store = await writeSample(file, count)
  await store.close()
}
