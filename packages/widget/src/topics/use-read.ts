import { useEffect, useState } from 'preact/hooks'
import { problemIn } from '../acts/problem-in.ts'
import { tellProblem, useAround } from './around.ts'
import type { Read } from './model.ts'

/** Reads something, and again when what it depends on is another; what was there stays until the new has come. */
export function useRead<T>(read: () => Promise<T>, on: readonly unknown[]): [Read<T>, () => void] {
  const { desk } = useAround()
  const [state, setState] = useState<Read<T>>({ phase: 'loading' })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isWanted = true
    const set = (to: Read<T>): void => {
      if (isWanted) setState(to)
    }
    setState((before) => (before.phase === 'ready' ? before : { phase: 'loading' }))
    read().then(
      (value) => set({ phase: 'ready', value }),
      (error: unknown) => {
        const problem = problemIn(error)
        set({ phase: 'failed', problem })
        if (isWanted) tellProblem(desk, problem)
      },
    )
    return () => {
      isWanted = false
    }
  }, [desk, times, ...on])
  return [state, () => setTimes((before) => before + 1)]
}
