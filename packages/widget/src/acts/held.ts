import { held, withdraw } from '@palaver/client/moderation'
import type { Store } from '../thread/state/store.ts'
import { palaverOf, threadOf } from './client.ts'
import { problemIn } from './problem-in.ts'

/** Takes a text back that waits for a moderator. */
export async function withdrawHeld(store: Store, id: string): Promise<void> {
  try {
    await withdraw(palaverOf(store), id)
    store.set({ held: store.state.held.filter((one) => one.id !== id) })
  } catch (error) {
    store.set({ notice: problemIn(error) })
  }
}

/** What of one's own still waits from earlier. */
export async function loadHeld(store: Store): Promise<void> {
  if (store.state.discussion === null) return
  const { held: all } = await held(threadOf(store), { limit: 20 }).page()
  const own = all.filter(({ author, state }) => author.id === store.state.me?.id && state === 'waiting')
  store.set({
    held: own.map(({ id, parent, slug, text }) => ({ id, parent: slug ?? parent, text, isEdit: slug !== null })),
  })
}
