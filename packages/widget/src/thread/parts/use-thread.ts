import { createContext } from 'preact'
import { useContext, useEffect, useReducer } from 'preact/hooks'
import type { Words } from '../../i18n/words.ts'
import type { ThreadState } from '../state/model.ts'
import type { Store } from '../state/store.ts'

export type Surroundings = { store: Store; words: Words; now: number }

export const Around = createContext<Surroundings | null>(null)

/** The thread that a part is in. */
export function useThread(): Surroundings {
  const around = useContext(Around)
  if (around === null) throw new Error('This part is not in a thread.')
  return around
}

/** A piece of the state; the part is drawn again when that piece is another one. */
export function usePiece<T>(pick: (state: ThreadState) => T): T {
  const { store } = useThread()
  const [, draw] = useReducer((times: number, _: void) => times + 1, 0)
  const picked = pick(store.state)
  useEffect(() => {
    let last = picked
    const look = (): void => {
      const now = pick(store.state)
      if (Object.is(now, last)) return
      last = now
      draw()
    }
    look()
    return store.subscribe(look)
  })
  return picked
}
