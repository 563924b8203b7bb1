import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { Store } from './state/store.ts'

type Keeping = { keep: (store: Store, root: ShadowRoot) => void; goBack: (store: Store, root: ShadowRoot) => void }

/** How that is done comes with all that takes the comments away: before, nobody can come back. */
export const keeping: Partial<Keeping> = {}

/** Whoever comes back from one conversation to all of them finds the page as it was left. */
export function useKeptPlace(store: Store, list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = list.current?.getRootNode() as ShadowRoot
    keeping.goBack?.(store, root)
    return () => keeping.keep?.(store, root)
  }, [])
}
