import type { Database, Statement } from 'better-sqlite3'
import { StoreError } from '../errors.ts'
import { translate } from './translate.ts'

/** What one call writes: it throws a `StoreError` and has written nothing, or leaves all of its work behind. */
type Work = {
  run: () => unknown
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  /** How it ended, to be told after the commit. */
  value: unknown
  failure: StoreError | null
}

/** What is to be done before a group is written, in it, where nothing of it is there after all, and when it is there. */
type Hooks = { beginning: () => void; begun: () => void; rolledBack: () => void; committed: () => void }

/** Bounds how long one commit keeps the event loop. */
const MOST_AT_ONCE = 256
/** Turns of the event loop, microseconds each: what is read in them joins the group, and so does what follows from it. */
const TURNS = 8

/**
 * Groups the writes that are asked for at the same time into one transaction with one fsync. Each is acknowledged
 * after that; a write that fails by itself (duplicate, misfit) fails alone.
 */
export class GroupWriter {
  readonly #file: string
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rollback: Statement
  readonly #database: Database
  readonly #hooks: Hooks
  #waiting: Work[] = []
  #scheduled = false

  constructor(database: Database, hooks: Hooks) {
    this.#database = database
    this.#file = database.name
    this.#hooks = hooks
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
    this.#rollback = database.prepare('ROLLBACK')
  }

  /** `prepare` runs at once, and what it returns in the group's transaction; either may throw. */
  write<T>(prepare: () => () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = prepare()
      this.#waiting.push({ run, resolve: resolve as (value: unknown) => void, reject, value: undefined, failure: null })
      this.#schedule()
    })
  }

  /** Writes what waits, now; used before closing. */
  flush(): void {
    while (this.#waiting.length > 0) this.#writeGroup()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#turn(TURNS))
  }

  #turn(left: number): void {
    if (left > 1 && this.#waiting.length < MOST_AT_ONCE) return void setImmediate(() => this.#turn(left - 1))
    this.#scheduled = false
    this.#writeGroup()
    if (this.#waiting.length > 0) this.#schedule()
  }

  #writeGroup(): void {
    const group = this.#waiting.splice(0, MOST_AT_ONCE)
    if (group.length === 0) return
    try {
      this.#hooks.beginning()
      this.#begin.run()
      this.#hooks.begun()
      for (const work of group) attempt(work)
      this.#commit.run()
    } catch (error) {
      for (const { reject } of group) reject(translate(error, this.#file))
      this.#undo()
      return
    }
    for (const { resolve, reject, value, failure } of group) {
      if (failure === null) resolve(value)
      else reject(failure)
    }
    this.#hooks.committed()
  }

  /** SQLite has rolled back by itself after some errors (disk full, I/O). */
  #undo(): void {
    this.#hooks.rolledBack()
    try {
      if (this.#database.inTransaction) this.#rollback.run()
    } catch {
      // The next group cannot begin inside this transaction, so it comes here again.
    }
  }
}

function attempt(work: Work): void {
  try {
    work.value = work.run()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    work.failure = error
  }
}
