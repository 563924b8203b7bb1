import type { JSX } from 'preact'
import { usePiece } from '../../thread/parts/use-thread.ts'

/** What was done, for whoever cannot see it. */
export const Said = (): JSX.Element => (
  <p class="unseen" role="status" aria-live="polite">
    {usePiece(({ said }) => said)}
  </p>
)
