import { requirePerson } from '../thread/require-person.ts'
import type { Store } from '../thread/state/store.ts'

/** Whether somebody has signed in who can act here; who only gave a name can comment, and nothing else. */
export function requireMember(store: Store): boolean {
  if (store.state.me?.kind !== 'guest') return requirePerson(store)
  store.emit('palaver:login-required', { reason: 'act' })
  return false
}
