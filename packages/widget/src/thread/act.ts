import type { acts } from '../acts/acts.ts'
import type { Store } from './state/store.ts'

type Acts = typeof acts
type Rest<F> = F extends (store: Store, ...rest: infer R) => unknown ? R : never

/** Said where a part of the program cannot be had, as offline. */
export const UNREACHED = { code: 'network', detail: 'the rest of the program did not come through' } as const

/** Does something with the thread; what it takes comes when it is wanted for the first time. */
export async function act<N extends keyof Acts>(store: Store, name: N, ...rest: Rest<Acts[N]>): Promise<void> {
  const loaded = await import('../acts/acts.ts').catch(() => null)
  if (loaded === null) return store.set({ notice: UNREACHED })
  const does = loaded.acts[name] as (store: Store, ...args: unknown[]) => unknown
  await does(store, ...rest)
}
