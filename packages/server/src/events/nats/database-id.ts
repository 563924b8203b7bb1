import { type CollectionOf, defineCollection, Duplicate, type Store } from '@palaver/store'

type Database = { _id: string; name: string }

/** What a database is called among others that use the same NATS. */
export const databases: CollectionOf<Database> = defineCollection<Database>({ name: 'databases' })

const ID = 'this'

/** Chosen once, by whichever node comes first. */
export async function databaseId(store: Store, newId: () => string): Promise<string> {
  const all = store.collection(databases)
  const known = await all.get(ID)
  if (known !== null) return known.name
  const name = newId().replaceAll(/[^\w-]/g, '')
  try {
    await all.insert({ _id: ID, name })
    return name
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await all.get(ID))?.name ?? name
  }
}
