import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../progress.ts'
import { createStore } from '../store.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { makeSample, noteAt, notes } from '../testing/torture/sample.ts'
import { openSqlite } from './engine.ts'
import { verifySqlite } from './verify.ts'

const inFolder = folderForEachTest()
const COUNT = 200
/** `n` of a note is one more than its number, because they are written in order. */
const FIVE = 'n = 6'
const SIX = 'n = 7'

function tamper(file: string, sql: string): void {
  const database = new Database(file)
  database.unsafeMode()
  database.exec(sql)
  database.close()
}

async function tampered(sql: string): Promise<string> {
  const file = inFolder('palaver.db')
  await makeSample(file, COUNT)
  tamper(file, sql)
  return file
}

test('a sound database has no problems, its files stay as they are, and the checks say how far they are', async () => {
  const file = await tampered('SELECT 1')
  const before = readFileSync(file)
  const progress: Progress[] = []
  const verified = await verifySqlite(file, [notes], { onProgress: (each) => progress.push(each) })
  expect(verified).toEqual({ documents: COUNT, events: COUNT, problems: [] })
  expect(readFileSync(file).equals(before)).toBe(true)
  const tasks = new Map(progress.map(({ task, done, total }) => [task, `${done}/${total}`]))
  expect(tasks.get('Checking notes')).toBe(`${COUNT}/${COUNT}`)
  expect(tasks.get('Checking events')).toBe(`${COUNT}/${COUNT}`)
})

test('a database that is in use can be verified', async () => {
  const file = await tampered('SELECT 1')
  const store = createStore(await openSqlite({ file, collections: [notes] }))
  await store.collection(notes).insert(noteAt(COUNT))
  expect(await verifySqlite(file, [notes])).toEqual({ documents: COUNT + 1, events: COUNT, problems: [] })
  await store.close()
})

const another = (index: string): string => `The index "${index}" has another key for it.`

/** Damage to what can be computed from the documents: found, and mended by `repair`. */
const mendable: [string, string, object[]][] = [
  ['a wrong key', `UPDATE c_notes SET k_slug = x'00ff' WHERE ${FIVE}`, [{ id: 'note-5', message: another('slug') }]],
  [
    'a key that is gone',
    `UPDATE c_notes SET k_text = NULL WHERE ${FIVE}`,
    [{ id: 'note-5', message: another('text') }],
  ],
  ['a key that is text', `UPDATE c_notes SET k_slug = 'x' WHERE ${FIVE}`, [{ id: 'note-5', message: another('slug') }]],
  [
    'two unique keys that changed places',
    `CREATE TEMP TABLE old AS SELECT n, k_slug FROM c_notes WHERE ${FIVE} OR ${SIX};
     UPDATE c_notes SET k_slug = NULL WHERE ${FIVE};
     UPDATE c_notes SET k_slug = (SELECT k_slug FROM old WHERE ${FIVE}) WHERE ${SIX};
     UPDATE c_notes SET k_slug = (SELECT k_slug FROM old WHERE ${SIX}) WHERE ${FIVE}`,
    [
      { id: 'note-5', message: another('slug') },
      { id: 'note-6', message: another('slug') },
    ],
  ],
  [
    'an array key that is gone',
    `DELETE FROM c_notes_tags WHERE k = (SELECT max(k) FROM c_notes_tags WHERE ${FIVE})`,
    [{ id: 'note-5', message: 'The index "tags" lacks 1 of its keys.' }],
  ],
  [
    'all its array keys gone',
    `DELETE FROM c_notes_tags WHERE ${FIVE}`,
    [{ id: 'note-5', message: 'The index "tags" lacks 2 of its keys.' }],
  ],
  [
    'a key that no document calls for',
    `INSERT INTO c_notes_tags VALUES (x'00', 6)`,
    [{ message: 'The index "tags" has 1 entries that no document calls for.' }],
  ],
  [
    'a key of a document that is gone',
    `INSERT INTO c_notes_tags VALUES (x'00', 100000)`,
    [{ message: 'The index "tags" has 1 entries that no document calls for.' }],
  ],
  [
    "another document's key",
    `UPDATE c_notes_tags SET n = 7 WHERE k = (SELECT max(k) FROM c_notes_tags WHERE ${FIVE})`,
    [
      { id: 'note-5', message: 'The index "tags" lacks 1 of its keys.' },
      { message: 'The index "tags" has 1 entries that no document calls for.' },
    ],
  ],
  [
    "an index of SQLite's that lacks a row",
    `PRAGMA writable_schema = ON;
     CREATE TEMP TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'i_notes_slug';
     DELETE FROM sqlite_schema WHERE name = 'i_notes_slug';
     PRAGMA writable_schema = RESET;
     UPDATE c_notes SET k_slug = x'77' || k_slug WHERE ${FIVE};
     PRAGMA writable_schema = ON;
     INSERT INTO sqlite_schema SELECT * FROM kept`,
    [
      { collection: 'file', message: expect.stringContaining('missing from index i_notes_slug') },
      { id: 'note-5', message: another('slug') },
    ],
  ],
]

describe('damage to an index is found and mended', () => {
  test.each(mendable)('%s', async (_name, sql, problems) => {
    const file = await tampered(sql)
    const found = (await verifySqlite(file, [notes])).problems
    expect(found.map(({ repaired, ...problem }) => (repaired ? 'repaired unasked' : problem))).toEqual(
      problems.map((problem) => ({ collection: 'notes', ...problem })),
    )
    const mended = (await verifySqlite(file, [notes], { repair: true })).problems
    expect(mended).toEqual(problems.map((problem) => ({ collection: 'notes', ...problem, repaired: true })))
    expect(await verifySqlite(file, [notes])).toEqual({ documents: COUNT, events: COUNT, problems: [] })
    await expectFindable(file)
  })

  async function expectFindable(file: string): Promise<void> {
    const store = createStore(await openSqlite({ file, collections: [notes] }))
    const found = store.collection(notes)
    for (const at of [5, 6]) {
      expect((await found.find({ where: { slug: `slug-${at}` }, limit: 2 })).docs).toEqual([noteAt(at)])
      const tagged = await found.find({ where: { tags: `tag-${at}` }, limit: COUNT })
      expect(tagged.docs.filter(({ _id }) => _id === `note-${at}`)).toHaveLength(1)
    }
    await store.close()
  }
})

/** Damage to what cannot be computed again: found, never touched. */
const lasting: [string, string, object[]][] = [
  [
    'a document that is not JSON',
    `UPDATE c_notes SET doc = substr(doc, 1, 20) WHERE ${FIVE}`,
    [{ collection: 'notes', id: 'note-5', message: 'The document is not JSON.' }],
  ],
  [
    'a document with another id',
    `UPDATE c_notes SET doc = json_set(doc, '$._id', 'other') WHERE ${FIVE}`,
    [
      { collection: 'notes', id: 'note-5', message: 'The document calls itself "other".' },
      { collection: 'notes', message: expect.stringContaining('that no document calls for') },
    ],
  ],
  [
    'a gap in the log',
    `DELETE FROM events WHERE id = 'event-50'`,
    [{ collection: 'events', id: 'event-55', message: '1 events are missing before this one.' }],
  ],
  [
    'an event in the wrong partition',
    `UPDATE events SET partition = (partition + 1) % 16 WHERE id = 'event-5'`,
    [{ collection: 'events', id: 'event-5', message: expect.stringMatching(/^It is in partition \d+, where its org/) }],
  ],
  [
    "an event with another's body",
    `UPDATE events SET body = (SELECT body FROM events WHERE id = 'event-10') WHERE id = 'event-5'`,
    [{ collection: 'events', id: 'event-5', message: 'Its columns say something else than its body.' }],
  ],
  [
    'an event that is not JSON',
    `UPDATE events SET body = '{' WHERE id = 'event-5'`,
    [{ collection: 'events', id: 'event-5', message: 'Its body is not JSON.' }],
  ],
]

describe('damage to documents and events is found and left alone', () => {
  test.each(lasting)('%s', async (_name, sql, problems) => {
    const file = await tampered(sql)
    expect((await verifySqlite(file, [notes])).problems).toMatchObject(problems)
    await verifySqlite(file, [notes], { repair: true })
    const left = (await verifySqlite(file, [notes])).problems
    expect(left).toMatchObject(problems.slice(0, 1))
    expect(left.every(({ repaired }) => repaired !== true)).toBe(true)
  })

  test('two documents with one unique key: the index cannot be mended, and that is said', async () => {
    const file = await tampered(`UPDATE c_notes SET doc = json_set(doc, '$.slug', 'slug-6') WHERE ${FIVE}`)
    const { problems } = await verifySqlite(file, [notes], { repair: true })
    expect(problems).toEqual([{ collection: 'notes', id: 'note-5', message: another('slug'), repaired: false }])
  })
})
