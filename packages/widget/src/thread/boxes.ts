import type { Box } from './state/model.ts'
import type { Store } from './state/store.ts'
import { requirePerson } from './require-person.ts'

/** Opens one box, and with that closes another; null closes all. */
export function openBox(store: Store, box: Box | null): void {
  if (box === null || requirePerson(store)) store.set({ box })
}
