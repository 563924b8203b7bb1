import { describe, expect, test } from 'vitest'
import { nothingFound } from './check.ts'
import { tortureSocial } from './run.ts'

const KILLS = 3
const SEED = 20_261_116

describe('a service that is killed while it brings posts to followers', () => {
  test(`C8.6: ${KILLS} kills lose no post, double none, and bring none back that was deleted`, async () => {
    const found = await tortureSocial({ kills: KILLS, seed: SEED, followers: 120 })
    expect(found).toMatchObject({ kills: KILLS, ...nothingFound() })
    expect(found.acknowledged).toBeGreaterThanOrEqual(KILLS)
  })
})
