import { useEffect, useState } from 'preact/hooks'
import { keep, kept } from '../../social/kept.ts'
import { type Audience, AUDIENCES } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'

const EVERYONE: Audience = { to: 'public', circles: [], people: [] }

/** For whom somebody writes: as they chose the last time, in this browser. */
export function useAudience(): [Audience, (to: Audience) => void] {
  const { store } = useThread()
  const [audience, set] = useState<Audience>(EVERYONE)
  useEffect(() => {
    const { to, circles = [], people = [] } = kept<Audience>(store, ['audience']) ?? {}
    const known = AUDIENCES.find((one) => one === to)
    if (known !== undefined) set({ to: known, circles, people })
  }, [store])
  return [
    audience,
    (to) => {
      set(to)
      keep(store, ['audience'], to)
    },
  ]
}
