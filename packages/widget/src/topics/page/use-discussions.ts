import type { Problem } from '@palaver/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import { discussionsIn } from '../api.ts'
import { useAround } from '../around.ts'
import type { Listed, ListedPage, Sort, Within } from '../model.ts'

export type Listing = {
  phase: 'loading' | 'ready' | 'failed'
  entries: readonly Listed[]
  next: string | null
  problem: Problem | null
}

const NOTHING_YET: Listing = { phase: 'loading', entries: [], next: null, problem: null }

/** What came twice, as lists move while they are read, is there once. */
export function withPage({ entries }: Listing, page: ListedPage): Listing {
  const known = new Set(entries.map(({ id }) => id))
  const fresh = page.discussions.filter(({ id }) => !known.has(id))
  return { phase: 'ready', entries: [...entries, ...fresh], next: page.next, problem: null }
}

/** A list of discussions, page by page; another order begins another list. */
export function useDiscussions(topic: string, { sort, within }: { sort: Sort; within: Within }) {
  const { desk } = useAround()
  const [state, setState] = useState<Listing>(NOTHING_YET)
  const turn = useRef(0)
  const read = async (cursor: string | null): Promise<void> => {
    const mine = cursor === null ? ++turn.current : turn.current
    const show = (change: (before: Listing) => Listing): void => {
      if (mine === turn.current) setState(change)
    }
    show((before) => ({ ...before, phase: 'loading', problem: null }))
    try {
      const page = await discussionsIn(desk, topic, { sort, within, cursor: cursor ?? undefined })
      show((before) => withPage(cursor === null ? NOTHING_YET : before, page))
    } catch (error) {
      show((before) => ({ ...before, phase: 'failed', problem: problemIn(error) }))
    }
  }
  useEffect(() => void read(null), [desk, topic, sort, within])
  return { state, more: () => void read(state.next), again: () => void read(state.next) }
}
