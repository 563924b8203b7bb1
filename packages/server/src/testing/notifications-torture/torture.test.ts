import { describe, expect, test } from 'vitest'
import { nothingFound } from './check.ts'
import { tortureNotifications } from './run.ts'

const KILLS = 12
const SEED = 20_261_116

describe('a service that is killed while it tells people', () => {
  test(`A13: ${KILLS} kills lose no row and no mail, double none, and unread equals rows`, async () => {
    const found = await tortureNotifications({ kills: KILLS, seed: SEED })
    expect(found).toMatchObject({ kills: KILLS, ...nothingFound() })
    expect(found.mails).toBeGreaterThan(0)
    expect(found.acknowledged).toBeGreaterThan(KILLS)
  })
})
