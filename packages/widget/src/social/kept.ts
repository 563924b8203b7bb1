import type { Store } from '../thread/state/store.ts'

/** What one person has begun or chosen here; whoever sits at the same browser next does not find it. */
const nameOf = ({ options: { org }, state: { me } }: Store, what: readonly string[]): string =>
  `palaver:${what[0] ?? ''}:${JSON.stringify([org, me?.id ?? null, ...what.slice(1)])}`

/** Pages may forbid it, and it may be full: then nothing is kept. */
export function keep(store: Store, what: readonly string[], value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(store, what))
    else localStorage.setItem(nameOf(store, what), JSON.stringify(value))
  } catch {
    // Nothing else is lost by it.
  }
}

export function kept<T extends object>(store: Store, what: readonly string[]): Partial<T> | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(nameOf(store, what)) ?? 'null')
    return typeof found === 'object' ? found : null
  } catch {
    return null
  }
}
