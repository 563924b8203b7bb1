import type { Problem } from '@palaver/client'
import { useState } from 'preact/hooks'
import { problemOf } from '../acts/at-once.ts'
import { tell } from '../acts/saying.ts'
import { requireMember } from './require-member.ts'
import { useThread } from '../thread/parts/use-thread.ts'

export type Doing = {
  isBusy: boolean
  problem: Problem | null
  /** Does one thing at a time, as somebody; says whether it was done, and `said` to who cannot see that. */
  go: (what: () => Promise<unknown>, said?: string) => Promise<boolean>
}

/** Something that is sent, and what speaks against it. Only people do things; `isForAll` where it is only read. */
export function useDoing({ isForAll = false } = {}): Doing {
  const { store } = useThread()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const go: Doing['go'] = async (what, said) => {
    if (isBusy || !(isForAll || requireMember(store))) return false
    setBusy(true)
    setProblem(null)
    const found = await problemOf(store, what)
    setBusy(false)
    setProblem(found)
    if (found === null && said !== undefined) tell(store, said)
    return found === null
  }
  return { isBusy, problem, go }
}
