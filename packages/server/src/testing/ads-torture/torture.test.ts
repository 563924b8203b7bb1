import { describe, expect, it } from 'vitest'
import { describeMongo } from '../../../../store/src/testing/mongo-suite.ts'
import { nothingFound } from './check.ts'
import type { Place } from './ground.ts'
import { tortureAds } from './run.ts'

const KILLS = 6
const SEED = 20_261_117

async function expectNothingOver(place?: Place): Promise<void> {
  const found = await tortureAds({ kills: KILLS, seed: SEED, ...(place && { place }) })
  expect(found).toMatchObject({ kills: KILLS, overspend: 0, ...nothingFound() })
  expect(found.acknowledged).toBeGreaterThan(KILLS)
  expect(found.spent).toBeGreaterThan(1_000_000)
}

describe('64 workers that spend at once, on one file', () => {
  it(`B8.1: ${KILLS} kills make or lose no micro-unit, and nothing is past a budget or a day`, () =>
    expectNothingOver())
})

describeMongo('64 workers that spend at once, on MongoDB', ({ url, database }) => {
  it(`B8.1: ${KILLS} kills make or lose no micro-unit, and nothing is past a budget or a day`, () =>
    expectNothingOver({ url, database }))
})
