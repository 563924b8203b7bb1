import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '@palaver/client'
import { problemIn } from '../../acts/problem-in.ts'
import { found } from '../api.ts'
import { useAround } from '../around.ts'
import type { Topic } from '../model.ts'

const PAUSE_MS = 150

export type Found = { topics: readonly Topic[]; problem: Problem | null; isKnown: boolean }
const NOTHING: Found = { topics: [], problem: null, isKnown: false }

/** Topics by what was typed. One question at a time: while somebody types on, the one before is dropped. */
export function useFound(typed: string | null): Found {
  const { desk, options } = useAround()
  const [result, setResult] = useState<Found>(NOTHING)
  const q = typed?.trim() ?? ''
  useEffect(() => {
    if (q === '') {
      setResult(NOTHING)
      return undefined
    }
    const leaving = new AbortController()
    const { signal } = leaving
    const show = (to: Found): void => {
      if (!signal.aborted) setResult(to)
    }
    const timer = setTimeout(() => {
      found(desk, options, { q, signal }).then(
        (topics) => show({ topics, problem: null, isKnown: true }),
        (error: unknown) => show({ topics: [], problem: problemIn(error), isKnown: false }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [desk, options.tree, q])
  return q === '' ? NOTHING : result
}
