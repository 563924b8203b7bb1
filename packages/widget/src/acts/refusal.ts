import type { Problem } from '@palaver/client'
import type { Store } from '../thread/state/store.ts'
import { problemIn } from './problem-in.ts'

/** What somebody was refused with; the page around is asked for a new token where theirs has expired. */
export function refusal(store: Store, error: unknown): Problem {
  const problem = problemIn(error)
  if (problem.code === 'token-expired') store.emit('palaver:login-required', { reason: 'expired' })
  return problem
}
