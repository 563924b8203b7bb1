import type { Palaver } from '@palaver/client'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Desk } from '../acts.ts'
import { type Ended, listenFor } from '../listening.ts'
import { type BellState, NOTHING_YET } from '../state.ts'

/** What the bell shows, kept up to date while it is there; `ended` is told where nobody is to be heard any more. */
export function useBell(palaver: Palaver, ended: (why: Ended) => void): { desk: Desk; state: BellState } {
  const [state, set] = useState<BellState>(NOTHING_YET)
  const desk = useMemo((): Desk => ({ palaver, set }), [palaver])
  useEffect(() => {
    const leaving = new AbortController()
    void listenFor(desk, leaving.signal).then(ended)
    return () => leaving.abort()
  }, [desk])
  return { desk, state }
}

/** For whoever cannot see it: said when there are more than before, and not when there are fewer. */
export function useNews(count: number, said: string): string {
  const [news, setNews] = useState('')
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) setNews(said)
    before.current = count
  }, [count])
  return news
}
