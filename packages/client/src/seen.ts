import type { Palaver } from './connect.ts'

/** Longer than any node of the service takes to hear of a write. */
const SENT_MS = 10_000
/** One more than the service looks at: then it answers from its store, whatever it has seen. */
const MOST_SENT = 21

/** Keeps the event of an own write. */
export function remember(palaver: Palaver, event: string | null): void {
  if (event) palaver.seen = [...palaver.seen, [event, palaver.now()] as const].slice(-MOST_SENT)
}

/** Tells the service what this client wrote a moment ago, so that it is in what it reads, on whichever node. */
export function recentEvents(palaver: Palaver): Record<string, string> {
  palaver.seen = palaver.seen.filter(([, at]) => palaver.now() < at + SENT_MS)
  return palaver.seen.length === 0 ? {} : { 'palaver-seen': palaver.seen.map(([event]) => event).join() }
}
