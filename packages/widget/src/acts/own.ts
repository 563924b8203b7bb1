import { call, mine, PalaverError } from '@palaver/client'
import { requirePerson } from '../thread/require-person.ts'
import type { Store } from '../thread/state/store.ts'
import { isSomebody, palaverOf, threadOf } from './client.ts'
import { loadHeld } from './held.ts'

/** Who reads, and what of the comments here is theirs; nothing where nobody has signed in. */
export async function lookAtOwn(store: Store): Promise<void> {
  try {
    if (!(await isSomebody(store))) return isNobody(store)
    const { org, resource } = store.options
    const me = await call(palaverOf(store), 'GET /v1/me', { query: { org, ...resource } })
    store.set({ me, isKnown: true })
    await Promise.all([lookAt(store, [...store.state.entries.keys()]), loadHeld(store)])
  } catch (error) {
    if (!(error instanceof PalaverError)) throw error
    isNobody(store)
    if (error.problem.code === 'token-expired') store.emit('palaver:login-required', { reason: 'expired' })
  }
}

/** A box that was opened before this was known is closed, and who it is asked for. */
function isNobody(store: Store): void {
  const wasWriting = store.state.box !== null
  store.set({ me: null, own: new Map(), isKnown: true, box: null })
  if (wasWriting) requirePerson(store)
}

/** What the reader gave to these comments and may do with them. */
export async function lookAt(store: Store, slugs: readonly string[]): Promise<void> {
  if (store.state.me === null || store.state.discussion === null || slugs.length === 0) return
  const found = await mine(threadOf(store), slugs)
  const own = new Map(store.state.own)
  for (const one of found) own.set(one.slug, one)
  store.set({ own })
}
