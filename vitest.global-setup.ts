import type { TestProject } from 'vitest/node'
import { buildWidget } from './packages/widget/scripts/build.mjs'
import { startNats } from './packages/server/src/testing/nats/server.ts'
import { startMongo } from './packages/store/src/testing/mongo-server.ts'

/** One MongoDB and one NATS server for all suites of a run, or why there is none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [mongo, nats] = await Promise.all([startMongo(), startNats(), buildWidget()])
  project.provide('mongo', 'missing' in mongo ? mongo : { url: mongo.url, flavour: mongo.flavour })
  project.provide('nats', 'missing' in nats ? nats : { url: nats.url, program: nats.program })
  return async () => {
    for (const server of [mongo, nats]) if ('stop' in server) await server.stop()
  }
}
