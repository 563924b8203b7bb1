import { DEEPEST, MOST_BYTES, MOST_PLACES } from '../layouts/embedded/writes.ts'
import type { Discussion } from '../model.ts'
import type { Target } from './mover.ts'

/** A discussion has more comments, or deeper ones, than the embedded layout holds. */
export class DoesNotFit extends Error {
  constructor() {
    const limits = `${MOST_PLACES} comments, ${MOST_BYTES} bytes and ${DEEPEST} levels`
    super(`The discussion does not fit into one document: the embedded layout holds at most ${limits}.`)
  }

  override get name(): string {
    return 'DoesNotFit'
  }
}

/** What is known beforehand; the rest shows as it is copied. */
export function requireFits({ comments }: Discussion, { layout }: Target): void {
  if (layout === 'embedded' && comments > MOST_PLACES) throw new DoesNotFit()
}
