import Database from 'better-sqlite3'

/**
 * The floor: better-sqlite3 by hand, in the file that the store itself made, so that tables, indexes, page
 * cache and sync are the same. Statements are prepared, rows are made beforehand.
 */
export type CommentRow = { id: string; doc: string; chronological: Buffer; threaded: Buffer; children: Buffer }
export type EventRow = { n: number; partition: number; id: string; subject: string; at: string; body: string }

export type Raw = {
  database: Database.Database
  insertComment: Database.Statement
  insertEvent: Database.Statement
  begin: Database.Statement
  commit: Database.Statement
}

export function openRaw(file: string): Raw {
  const database = new Database(file)
  database.pragma('synchronous = FULL')
  database.pragma('cache_size = -32768')
  database.pragma('wal_autocheckpoint = 4000')
  return {
    database,
    insertComment: database.prepare(
      'INSERT INTO c_comments (id, version, doc, k_chronological, k_threaded, k_children) VALUES (?, 1, ?, ?, ?, ?)',
    ),
    insertEvent: database.prepare('INSERT INTO events (n, partition, id, subject, at, body) VALUES (?, ?, ?, ?, ?, ?)'),
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
  }
}

/** All rows of a file that the store has written: what the floor inserts again. */
export function rowsOf(file: string): { comments: CommentRow[]; events: EventRow[] } {
  const database = new Database(file, { readonly: true })
  const comments = database
    .prepare(
      'SELECT id, doc, k_chronological AS chronological, k_threaded AS threaded, k_children AS children FROM c_comments ORDER BY n',
    )
    .all() as CommentRow[]
  const events = database
    .prepare('SELECT n, partition, id, subject, at, body FROM events ORDER BY n')
    .all() as EventRow[]
  database.close()
  return { comments, events }
}
