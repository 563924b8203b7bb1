import type { Problem } from '@palaver/client'
import { report as sendReport } from '@palaver/client/moderation'
import type { Store } from '../thread/state/store.ts'
import { problemOf } from './at-once.ts'
import { threadOf } from './client.ts'

export const REASONS = ['spam', 'abuse', 'off-topic', 'illegal', 'other'] as const
export type Reason = (typeof REASONS)[number]

type Report = { slug: string; reason: Reason; note: string }

/** Tells moderators of a comment; what speaks against it, or null. */
export function report(store: Store, { slug, reason, note }: Report): Promise<Problem | null> {
  return problemOf(store, () => sendReport(threadOf(store), { slug, reason, note: note.trim() || null }))
}
