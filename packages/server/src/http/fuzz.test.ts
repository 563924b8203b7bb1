import { expect, test } from 'vitest'
import { fuzz } from '../testing/api/fuzz/run.ts'

const REQUESTS = 10_000
const SEED = 20_260_301

test(`whatever is sent, ${REQUESTS} times: a refusal that says why or a right answer, never a failure`, async () => {
  const { findings, requests, statuses } = await fuzz({ requests: REQUESTS, seed: SEED })
  expect(findings.slice(0, 20), `again: npm run fuzz -- --requests ${REQUESTS} --seed ${SEED}`).toEqual([])
  expect(requests).toBe(REQUESTS)
  // It got past the edge, too.
  expect(statuses['200']).toBeGreaterThan(REQUESTS / 20)
  expect(statuses['201']).toBeGreaterThan(REQUESTS / 200)
})
