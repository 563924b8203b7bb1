import type { Store } from '../thread/state/store.ts'

/** Whoever sits at the same browser next does not find what somebody else has begun. */
const nameOf = ({ options: { org, resource }, state: { me } }: Store, parent: string | null): string =>
  `palaver:draft:${JSON.stringify([org, resource.type, resource.id, parent, me?.id ?? null])}`

/** What was begun before the page was left; empty where nothing was. */
export const draftOf = (store: Store, parent: string | null): string =>
  kept((all) => all.getItem(nameOf(store, parent))) ?? ''

export function keepDraft(store: Store, parent: string | null, text: string): void {
  if (text.trim() === '') forgetDraft(store, parent)
  else kept((all) => all.setItem(nameOf(store, parent), text))
}

export function forgetDraft(store: Store, parent: string | null): void {
  kept((all) => all.removeItem(nameOf(store, parent)))
}

/** Pages may forbid it, and it may be full: then nothing is kept. */
function kept<T>(use: (all: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
