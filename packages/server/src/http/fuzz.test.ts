import { openMongo } from '@palaver/store'
import { expect, test } from 'vitest'
import { describeMongo } from '../../../store/src/testing/mongo-suite.ts'
import { fuzz } from '../testing/api/fuzz/run.ts'

const REQUESTS = 10_000
const REQUESTS_ON_MONGODB = 500
const SEED = 20_260_301
const AGAIN = `again: npm run fuzz -- --requests ${REQUESTS} --seed ${SEED}`

test(`whatever is sent, ${REQUESTS} times: a refusal that says why or a right answer, never a failure`, async () => {
  const { findings, requests, statuses } = await fuzz({ requests: REQUESTS, seed: SEED })
  expect(findings.slice(0, 20), AGAIN).toEqual([])
  expect(requests).toBe(REQUESTS)
  // It got past the edge, too.
  expect(statuses['200']).toBeGreaterThan(REQUESTS / 20)
  expect(statuses['201']).toBeGreaterThan(REQUESTS / 1000)
})

describeMongo('on MongoDB', ({ url, database }) => {
  test(`the same, ${REQUESTS_ON_MONGODB} times`, async () => {
    const open = (collections: Parameters<typeof openMongo>[0]['collections']) =>
      openMongo({ url, database, collections })
    const { findings } = await fuzz({ requests: REQUESTS_ON_MONGODB, seed: SEED, open })
    expect(findings.slice(0, 20), AGAIN).toEqual([])
  })
})
