import { call, type Comment } from '@palaver/client'
import type { Store } from '../thread/state/store.ts'
import { palaverOf } from './client.ts'
import { picturesAt } from '../thread/state/picture-addresses.ts'

/** Pictures of those who wrote these, as far as they are not known. */
export async function loadAvatars(store: Store, comments: readonly Comment[]): Promise<void> {
  const authors = comments.flatMap(({ author }) => (author === null ? [] : [author.id]))
  const id = [...new Set(authors)].filter((one) => !(one in store.state.avatars)).slice(0, 100)
  if (id.length === 0) return
  const { avatars } = await call(palaverOf(store), 'GET /v1/avatars', { query: { org: palaverOf(store).org, id } })
  const none = Object.fromEntries(id.map((one) => [one, '']))
  store.set({ avatars: { ...none, ...store.state.avatars, ...picturesAt(store.options.base, avatars) } })
}
