import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useAround } from '../around.ts'
import { type Grove, readBranch, refresh, reveal } from './acts.ts'
import { NOTHING_YET, ROOT, type TreeState } from './state.ts'

/** The tree, from its top and down to the topic that is named; read again whenever somebody comes back to the page. */
export function useTree(): { grove: Grove; state: TreeState; current: string | null } {
  const { desk, options } = useAround()
  const [state, draw] = useState<TreeState>(NOTHING_YET)
  const [current, setCurrent] = useState<string | null>(null)
  const known = useRef(state)
  const said = useRef(options)
  said.current = options
  const grove = useMemo(
    (): Grove => ({
      desk,
      get options() {
        return said.current
      },
      state: () => known.current,
      set: (change) => {
        known.current = change(known.current)
        draw(known.current)
      },
    }),
    [desk],
  )
  useEffect(() => void readBranch(grove, ROOT), [grove])
  useEffect(() => {
    let isWanted = true
    void reveal(grove).then((id) => {
      if (isWanted) setCurrent(id)
    })
    return () => {
      isWanted = false
    }
  }, [grove, options.topic, options.path])
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void refresh(grove)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [grove])
  return { grove, state, current }
}
