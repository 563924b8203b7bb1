import { type Collection, createStore, openSqlite, type Store } from '@palaver/store'
import { comment, type Comment, comments, created } from './comments.ts'

export async function openStore(file: string): Promise<{ store: Store; collection: Collection<Comment> }> {
  const store = createStore(await openSqlite({ file, collections: [comments] }))
  return { store, collection: store.collection(comments) }
}

/** `work(0)` to `work(count - 1)`, from 64 writers at once. */
export async function from64Writers(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const writer = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 64 }, writer))
}

export async function fill(file: string, count: number, onProgress: (done: number) => void = () => {}): Promise<void> {
  const { store, collection } = await openStore(file)
  let done = 0
  await from64Writers(count, async (number) => {
    const doc = comment(number, 'home')
    await collection.insert(doc, { events: [created(doc)] })
    if (++done % 50_000 === 0) onProgress(done)
  })
  await store.close()
}
