import type { TestProject } from 'vitest/node'
import { startMongo } from './packages/store/src/testing/mongo-server.ts'

/** One MongoDB server for all suites of a run, or why there is none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mongo = await startMongo()
  if ('missing' in mongo) {
    project.provide('mongo', mongo)
    return async () => {}
  }
  project.provide('mongo', { url: mongo.url, flavour: mongo.flavour })
  return () => mongo.stop()
}
