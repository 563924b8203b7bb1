import type { Collection, LoggedEvent } from '@palaver/store'
import type { Filing } from '../../comments/service.ts'
import { partsOf } from '../ids.ts'
import type { TopicCount } from './model.ts'

type Addition = { seq: number; discussions: number; comments: number }

/** What some events add to the numbers of topics; each tells how its discussion was filed before and afterwards. */
export function additionsIn(events: readonly LoggedEvent[]): Map<string, Addition[]> {
  const additions = new Map<string, Addition[]>()
  const add = (filing: Filing | null, seq: number, sign: 1 | -1): void => {
    if (filing === null || filing.topic === null || !filing.isListed) return
    const others = additions.get(filing.topic) ?? []
    others.push({ seq, discussions: sign, comments: sign * filing.comments })
    additions.set(filing.topic, others)
  }
  for (const { type, before, after, seq } of events) {
    if (type !== 'discussion') continue
    add(filingIn(before), seq, -1)
    add(filingIn(after), seq, 1)
  }
  return additions
}

export function filingIn(told: LoggedEvent['after']): Filing | null {
  const { filing = null } = (told ?? {}) as { filing?: Filing | null }
  return filing
}

type Adding = { topic: string; additions: readonly Addition[]; stamp: number }

/** Each event is added once, however often it comes: the document knows the last that is in it. */
export async function addTo(counts: Collection<TopicCount>, { topic, additions, stamp }: Adding): Promise<void> {
  const parts = partsOf(topic)
  if (parts === null) return
  await counts.change(topic, (now, to) => {
    const { counted, discussions, comments } = now ?? { counted: 0, discussions: 0, comments: 0 }
    const fresh = additions.filter(({ seq }) => seq > counted)
    const last = fresh.at(-1)
    if (last === undefined) return null
    const sum = (name: 'discussions' | 'comments', start: number): number =>
      Math.max(
        0,
        fresh.reduce((total, one) => total + one[name], start),
      )
    const set = {
      discussions: sum('discussions', discussions),
      comments: sum('comments', comments),
      counted: last.seq,
      stamp,
    }
    return now === null ? to.insert({ _id: topic, ...parts, ...set }) : to.change({ $set: set })
  })
}
