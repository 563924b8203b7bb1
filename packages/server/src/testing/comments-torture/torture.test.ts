import { describe, expect, test } from 'vitest'
import { check, nothingFound } from './check.ts'
import { Journal } from './journal.ts'
import { tortureComments } from './run.ts'
import { openContext, prepare } from './prepare.ts'
import { tempFolder } from '../temp-folder.ts'

const KILLS = 20
const SEED = 20_260_102

describe('a service that is killed under 16 posting clients', () => {
  test(`${KILLS} kills lose no comment, double none, and leave every count exact`, async () => {
    const found = await tortureComments({ kills: KILLS, seed: SEED })
    expect(found).toMatchObject({ kills: KILLS, ...nothingFound() })
    expect(found.acknowledged).toBeGreaterThan(KILLS)
    expect(found.retried).toBeGreaterThan(0)
  })
})

describe('the check finds what it is there to find', () => {
  const actor = { org: 'main', id: 'ann', name: 'Ann', role: 'member', kind: 'person' } as const
  const ref = { org: 'main', resource: { type: 'torture', id: 'per-comment' } }

  async function posted(): Promise<{ folder: string; journal: Journal }> {
    const folder = await tempFolder()
    await prepare(folder, 1)
    const { comments, store } = await openContext(folder)
    const journal = new Journal()
    for (const key of ['a', 'b']) {
      const { comment } = await comments.post({ actor, ref }, { text: `said ${key}` })
      const request = { key, kind: 'post', resource: 'per-comment', slug: null, user: 0, value: 0 } as const
      journal.requests.push({ ...request, answered: comment.slug, refused: false, tries: 1 })
    }
    await store.close()
    return { folder, journal }
  }

  test('nothing, where all is well', async () => {
    const { folder, journal } = await posted()
    expect(await check(folder, journal)).toEqual(nothingFound())
  })

  test('a comment that is gone, one that is there twice, and a count that is off', async () => {
    const { folder, journal } = await posted()
    const [first] = journal.requests
    if (first !== undefined) first.answered = 'another'
    const { comments, store } = await openContext(folder)
    await comments.post({ actor, ref }, { text: 'said b' })
    const { _id } = await comments.discussion(ref)
    await comments.needs.homes.discussions.update({ _id }, { $inc: { comments: 5 } })
    await store.close()
    const found = await check(folder, journal)
    expect([found.lost.length, found.doubled.length, found.counts.length]).toEqual([1, 1, 1])
  })
})
