import type { Store } from './state/store.ts'

/** Whether somebody is here who can act; where nobody is, the page around is asked to sign them in. */
export function requirePerson(store: Store): boolean {
  // Until it is known who reads, the service itself refuses those who may not.
  if (store.state.me !== null || !store.state.isKnown) return true
  store.emit('palaver:login-required', { reason: 'act' })
  store.set({ asksWho: true })
  return false
}
