import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { check } from '../testing/torture/check.ts'
import { collectionsOf } from '../testing/torture/collections.ts'
import { nothingFound } from '../testing/torture/findings.ts'
import { folderForEachTest } from '../testing/torture/folder.ts'
import { Journal } from '../testing/torture/journal.ts'
import { torture } from '../testing/torture/run.ts'
import { WritingChild } from '../testing/torture/writing-child.ts'

const KILLS = 20
const SEED = 20_260_101

describe('a process that is killed while 16 writers write', () => {
  test(`${KILLS} kills lose nothing, double nothing and leave nothing half-written`, async () => {
    const found = await torture({ kills: KILLS, seed: SEED })
    expect(found).toMatchObject({ kills: KILLS, failed: 0, ...nothingFound() })
    expect(found.acknowledged).toBeGreaterThan(KILLS)
    expect(found.retried).toBeGreaterThan(0)
  })
})

describe('the check finds what it is there to find', () => {
  const inFolder = folderForEachTest()

  const tampered = [
    ['a document that is gone', 'DELETE FROM c_posts WHERE n = (SELECT max(n) FROM c_posts)', 'halfWritten'],
    ['events that are gone', 'DELETE FROM events', 'lost'],
    ['a gap in the log', 'DELETE FROM events WHERE n IN (SELECT min(n) FROM events GROUP BY partition)', 'gaps'],
    ['a count that is off', "UPDATE c_tallies SET doc = json_set(doc, '$.count', 0)", 'halfWritten'],
    ['a doubled operation', "UPDATE c_tallies SET doc = json_insert(doc, '$.ops[#]', doc ->> '$.ops[0]')", 'doubled'],
    [
      'another order',
      "UPDATE c_turns SET doc = json_insert(json_remove(doc, '$.ops[0]'), '$.ops[#]', doc ->> '$.ops[0]')",
      'misordered',
    ],
    ['a missing key', 'DELETE FROM c_posts_tags WHERE k = (SELECT max(k) FROM c_posts_tags)', 'problems'],
  ] as const

  test.each(tampered)('%s', async (_name, sql, fault) => {
    const file = inFolder('palaver.db')
    const journal = new Journal()
    const child = new WritingChild({ file, incarnation: 0, seed: 1, writers: 16, again: [] }, { journal })
    await child.until(({ acknowledged }) => acknowledged > 200)
    await child.kill()
    expect(await check(file, collectionsOf(0), journal)).toEqual(nothingFound())
    const database = new Database(file)
    database.exec(sql)
    database.close()
    const found = await check(file, collectionsOf(0), journal)
    expect(found[fault], found.examples.join('\n')).toBeGreaterThan(0)
  })
})
