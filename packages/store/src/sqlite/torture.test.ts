import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { check } from '../testing/torture/check.ts'
import { collectionsOf } from '../testing/torture/collections.ts'
import { Journal } from '../testing/torture/journal.ts'
import { type Torture, torture } from '../testing/torture/run.ts'
import { WritingChild } from '../testing/torture/writing-child.ts'

const KILLS = 20
const SEED = 20_260_101

describe('a process that is killed while 16 writers write', () => {
  test(`${KILLS} kills lose nothing, double nothing and leave nothing half-written`, async () => {
    const found = await torture({ kills: KILLS, seed: SEED })
    const clean: Omit<Torture, 'acknowledged' | 'retried'> = {
      kills: KILLS,
      seed: SEED,
      failed: 0,
      lost: 0,
      doubled: 0,
      unasked: 0,
      halfWritten: 0,
      misordered: 0,
      gaps: 0,
      problems: 0,
      examples: [],
    }
    expect(found).toMatchObject(clean)
    expect(found.acknowledged).toBeGreaterThan(KILLS)
    expect(found.retried).toBeGreaterThan(0)
  })
})

describe('the check finds what it is there to find', () => {
  let folder: string
  let file: string
  const journal = new Journal()

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palaver-check-'))
    file = join(folder, 'palaver.db')
    const child = new WritingChild({ file, incarnation: 0, seed: 1, writers: 16, again: [] }, { journal })
    const known = journal.acknowledged
    await child.until(({ acknowledged }) => acknowledged > known + 200)
    await child.kill()
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  const tampered = [
    ['a document that is gone', 'DELETE FROM c_posts WHERE n = (SELECT max(n) FROM c_posts)', 'halfWritten'],
    ['events that are gone', 'DELETE FROM events WHERE n IN (SELECT max(n) FROM events GROUP BY partition)', 'lost'],
    ['a gap in the log', 'DELETE FROM events WHERE n IN (SELECT min(n) FROM events GROUP BY partition)', 'gaps'],
    ['a count that is off', "UPDATE c_tallies SET doc = json_set(doc, '$.count', 0)", 'halfWritten'],
    ['a doubled operation', "UPDATE c_tallies SET doc = json_insert(doc, '$.ops[#]', doc ->> '$.ops[0]')", 'doubled'],
    ['another order', "UPDATE c_turns SET doc = json_insert(json_remove(doc, '$.ops[0]'), '$.ops[#]', doc ->> '$.ops[0]')", 'misordered'],
    ['a missing key', 'DELETE FROM c_posts_tags WHERE k = (SELECT max(k) FROM c_posts_tags)', 'problems'],
  ] as const

  test.each(tampered)('%s', async (_name, sql, fault) => {
    expect(await check(file, collectionsOf(0), journal)).toMatchObject({ lost: 0, halfWritten: 0, problems: 0, examples: [] })
    const database = new Database(file)
    database.exec(sql)
    database.close()
    const found = await check(file, collectionsOf(0), journal)
    expect(found[fault], found.examples.join('\n')).toBeGreaterThan(0)
  })
})
