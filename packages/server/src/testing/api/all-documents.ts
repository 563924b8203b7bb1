import type { Store } from '@palaver/store'
import { collections } from '../../collections.ts'

/** What a mere look may change. */
const NOTED = ['lastUsed']

/** Every document of the service as JSON, by its collection and id. */
export async function allDocuments(store: Store): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const spec of collections)
    for await (const { doc } of store.collection(spec).scan())
      all.set(
        `${spec.name} ${doc._id}`,
        JSON.stringify(doc, (name, value) => (NOTED.includes(name) ? null : value)),
      )
  return all
}

/** Resolves when everything that follows from what was written has been done. */
export async function allFollowed({ events }: Pick<Store, 'events'>): Promise<void> {
  for (;;) {
    await events.settle()
    const behind = await events.behind()
    if ([...behind.values()].every((count) => count === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
