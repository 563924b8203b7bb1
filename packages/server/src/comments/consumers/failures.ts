import { Conflict, StorageProblem, StoreError, Unavailable } from '@palaver/store'

/** What an event says, or what it would be added to, cannot be true. */
export class Uncountable extends Error {
  override get name(): string {
    return 'Uncountable'
  }
}

/** It would go wrong again the same way, however often it is tried: not an outage, a rival or a full disk. */
export function failsForGood(error: unknown): boolean {
  if (error instanceof Unavailable || error instanceof Conflict || error instanceof StorageProblem) return false
  // A document that lacks what every one has shows itself as a TypeError.
  return error instanceof StoreError || error instanceof Uncountable || error instanceof TypeError
}
