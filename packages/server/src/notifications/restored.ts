import { defineCollection, type Store } from '@palaver/store'

type Mark = { _id: string; at: string }

/** One document: when the database was put back to an earlier state. What happened before then was told already. */
export const marks = defineCollection<Mark>({ name: 'marks' })

const RESTORED = 'restored'
const CACHED_MS = 10_000

export async function markRestored(store: Pick<Store, 'collection'>, now: number): Promise<string> {
  const at = new Date(now).toISOString()
  await store.collection(marks).update({ _id: RESTORED }, { $set: { at } }, { upsert: true })
  return at
}

/** Asked for everything that is sent, and seldom another than before. */
export function restoredIn(store: Pick<Store, 'collection'>, now: () => number): () => Promise<string | null> {
  let known: { at: string | null; until: number } = { at: null, until: 0 }
  return async () => {
    if (now() >= known.until)
      known = { at: (await store.collection(marks).get(RESTORED))?.at ?? null, until: now() + CACHED_MS }
    return known.at
  }
}
