import type { Store } from '../thread/state/store.ts'

const NO_BREAK_SPACE = '\u00a0'

/** For whoever cannot see what happened. The same again is another text, or it would not be read out. */
export function tell(store: Store, text: string): void {
  store.set({ said: store.state.said === text ? text + NO_BREAK_SPACE : text })
}
