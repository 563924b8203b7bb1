import type { Unfetched } from './fetching.ts'
import { TIME_MS } from './limits.ts'
import { giveBack, isSpent, noteFailed, noteNone, noteReady, take } from './lease.ts'
import type { KeptPreview, Said } from './model.ts'
import type { Needs } from './needs.ts'
import { fetchPage } from './page.ts'
import { fetchPicture } from './picture.ts'

/** Fetches one that is due and notes what was found; false where another was faster. */
export async function workOn(needs: Needs, due: KeptPreview, stopping: AbortSignal): Promise<boolean> {
  const taken = await take(needs, due)
  if (taken === null) return false
  // Those before came to no end at all.
  if (isSpent(taken)) return noteNone(needs, taken)
  const limit = AbortSignal.timeout(needs.timeMs ?? TIME_MS)
  const seen = await look(needs, taken, AbortSignal.any([stopping, limit]))
  // Who was stopped on the way knows nothing of the page.
  if (stopping.aborted) return giveBack(needs, taken)
  if (seen.kind === 'later') return noteFailed(needs, taken, seen.pauseMs)
  return seen.kind === 'nothing' ? noteNone(needs, taken) : noteReady(needs, taken, seen.said)
}

async function look(
  needs: Needs,
  { _id, org, url }: KeptPreview,
  signal: AbortSignal,
): Promise<{ kind: 'said'; said: Said } | Unfetched> {
  const page = await fetchPage(needs, url, signal)
  if (page.kind !== 'found') return page
  const { image, title, ...said } = page.value
  if (title === null) return { kind: 'nothing' }
  const bytes = image === null ? null : await fetchPicture(needs, { image, base: page.url, signal })
  // A copy of our own, kept for the preview.
  const picture = bytes === null ? null : await needs.keepPicture(bytes, { org, id: _id })
  return { kind: 'said', said: { ...said, title, picture } }
}
