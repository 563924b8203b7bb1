import { afterEach, expect, it, vi } from 'vitest'
import { startMongo } from './mongo-server.ts'

afterEach(() => vi.unstubAllEnvs())

it('uses the server that is given', async () => {
  vi.stubEnv('PALAVER_TEST_MONGODB_URL', 'mongodb://db.example/')
  expect(await startMongo()).toMatchObject({ url: 'mongodb://db.example/', flavour: 'given' })
})

it('says what would enable it where there is nothing', async () => {
  vi.stubEnv('PALAVER_TEST_MONGODB_URL', '')
  vi.stubEnv('PATH', '')
  expect(await startMongo()).toEqual({ missing: expect.stringMatching(/PALAVER_TEST_MONGODB_URL.*mongod.*JDK.*Maven/) })
})
