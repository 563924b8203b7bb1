import type { Store } from '../thread/state/store.ts'
import { problemIn } from './problem-in.ts'

/** One at a time for each; others who ask meanwhile are not needed. What fails is noted, and can be tried again. */
export async function whileLoading(store: Store, what: string, work: () => Promise<void>): Promise<void> {
  if (store.state.loading.has(what)) return
  store.set({ loading: new Set(store.state.loading).add(what), failures: without(store.state.failures, what) })
  try {
    await work()
  } catch (error) {
    store.set({ failures: new Map(store.state.failures).set(what, problemIn(error)) })
  } finally {
    store.set({ loading: new Set([...store.state.loading].filter((one) => one !== what)) })
  }
}

function without<T>(all: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  if (!all.has(name)) return all
  const left = new Map(all)
  left.delete(name)
  return left
}
