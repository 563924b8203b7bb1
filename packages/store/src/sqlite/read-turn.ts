import type { Database, Statement } from 'better-sqlite3'

/** So that whoever reads on and on sees in between what another process has written. */
const MOST_READS = 1_000

/**
 * Outside of a transaction SQLite takes a lock for each statement and gives it back, which takes longer than most reads
 * themselves. So all that is read without a pause is read in one transaction. It ends before the event loop goes on:
 * nobody can have heard meanwhile of anything that it does not show, and nothing is written in between.
 */
export class ReadTurn {
  readonly #database: Database
  readonly #begin: Statement
  readonly #rollback: Statement
  #isOpen = false
  #reads = 0

  constructor(database: Database) {
    this.#database = database
    this.#begin = database.prepare('BEGIN')
    // It only reads: so it makes nothing permanent, not even what a writer could not undo.
    this.#rollback = database.prepare('ROLLBACK')
  }

  /** To be called before each read. */
  take(): void {
    if (this.#isOpen && ++this.#reads < MOST_READS) return
    this.end()
    // One that could not be ended goes on.
    if (!this.#database.inTransaction) this.#begin.run()
    this.#isOpen = true
    this.#reads = 0
    process.nextTick(this.end)
  }

  readonly end = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      // SQLite has ended it by itself after some errors.
      if (this.#database.open && this.#database.inTransaction) this.#rollback.run()
    } catch {
      // Nobody waits for this; whoever reads or writes next is told what is wrong.
    }
  }
}
