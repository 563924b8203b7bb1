/** Everything the store throws on purpose. The message says how to mend it; the fields are for programs. */
export abstract class StoreError extends Error {
  abstract readonly code: string
  override get name(): string {
    return this.constructor.name
  }
}

/** A unique index (or the id) already holds this key. */
export class Duplicate extends StoreError {
  readonly code = 'duplicate'
  readonly collection: string
  readonly index: string
  constructor(collection: string, index: string) {
    super(`${collection}: another document has the same key in the index "${index}".`)
    this.collection = collection
    this.index = index
  }
}

/** A document kept changing under a compare-and-set. */
export class Conflict extends StoreError {
  readonly code = 'conflict'
}

/** A query that no declared index serves. */
export class NoIndex extends StoreError {
  readonly code = 'no-index'
}

/** An operator or a value outside the dialect, or one on which two engines could differ. */
export class UnsupportedOperator extends StoreError {
  readonly code = 'unsupported-operator'
}

/** A change that does not fit the document it meets, such as `$inc` of a string. */
export class Misfit extends StoreError {
  readonly code = 'misfit'
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** A document past 16 MB or 100 levels, as MongoDB counts. */
export class TooLarge extends StoreError {
  readonly code = 'too-large'
}

/** The database did not answer. `none`: surely nothing was written; `unknown`: it may have been. */
export class Unavailable extends StoreError {
  readonly code = 'unavailable'
  readonly outcome: 'none' | 'unknown'
  constructor(outcome: 'none' | 'unknown', message: string, options?: ErrorOptions) {
    super(message, options)
    this.outcome = outcome
  }
}

export type StorageKind = 'foreign' | 'newer' | 'damaged' | 'locked' | 'unwritable' | 'full' | 'exists' | 'missing'

/** Something is wrong with the database file or the folder it lies in: one sentence for whoever runs Palaver. */
export class StorageProblem extends StoreError {
  readonly code = 'storage'
  readonly kind: StorageKind
  constructor(kind: StorageKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
