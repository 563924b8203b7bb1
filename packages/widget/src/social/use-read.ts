import type { Problem } from '@palaver/client'
import { useEffect, useState } from 'preact/hooks'
import { problemIn } from '../acts/problem-in.ts'
import { useThread } from '../thread/parts/use-thread.ts'
import { reading } from './reading.ts'

export type Read<T> = { phase: 'loading' } | { phase: 'ready'; value: T } | { phase: 'failed'; problem: Problem }

export type Reading<T> = {
  read: Read<T>
  again: () => void
  /** Shows it as it is now, where that is known without asking. */
  set: (value: T) => void
}

/** Reads something, and again when what it depends on is another; what was there stays until the new has come. */
export function useRead<T>(ask: () => Promise<T>, on: readonly unknown[]): Reading<T> {
  const { store } = useThread()
  const [read, setRead] = useState<Read<T>>({ phase: 'loading' })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isWanted = true
    const show = (now: Read<T>): void => {
      if (isWanted) setRead(now)
    }
    setRead((before) => (before.phase === 'ready' ? before : { phase: 'loading' }))
    reading(store, ask).then(
      (value) => show({ phase: 'ready', value }),
      (error: unknown) => show({ phase: 'failed', problem: problemIn(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [store, times, ...on])
  return { read, again: () => setTimes((before) => before + 1), set: (value) => setRead({ phase: 'ready', value }) }
}
