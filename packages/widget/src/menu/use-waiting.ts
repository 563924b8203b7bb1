import { useEffect, useRef, useState } from 'preact/hooks'
import { noticing } from '../acts/at-once.ts'
import { type Decision, decide, type HeldItem, loadWaiting } from '../acts/waiting.ts'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'

type Waiting = {
  items: readonly HeldItem[]
  /** Says whether it was taken. */
  judge: (item: HeldItem, decision: Decision) => Promise<boolean>
}

/** What waits for a moderator here. No stream tells of it: it is looked at again every minute while it can be seen. */
export function useWaiting(): Waiting {
  const { store, now } = useThread()
  const isThere = usePiece(({ discussion }) => discussion !== null)
  const [items, setItems] = useState<readonly HeldItem[]>([])
  const deciding = useRef(new Set<string>())
  const look = async (): Promise<void> => {
    const found = await loadWaiting(store)
    setItems(found.filter(({ id }) => !deciding.current.has(id)))
  }
  useEffect(() => {
    // What cannot be read now is read a minute later: nobody has asked for it.
    if (document.visibilityState === 'visible') look().catch(() => {})
  }, [now, isThere])
  const judge: Waiting['judge'] = async (item, decision) => {
    deciding.current.add(item.id)
    setItems((all) => all.filter(({ id }) => id !== item.id))
    const isTaken = await noticing(store, () => decide(store, item, decision))
    deciding.current.delete(item.id)
    // Another moderator may have been faster, or the author has changed it: what waits now is what the service says.
    if (!isTaken || items.length <= 1) await noticing(store, look)
    return isTaken
  }
  return { items, judge }
}
