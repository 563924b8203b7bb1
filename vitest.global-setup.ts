import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWidget } from './packages/widget/scripts/build.mjs'
import { startNats } from './packages/server/src/testing/nats/server.ts'
import { startMongo } from './packages/store/src/testing/mongo-server.ts'
import { findChromium } from './packages/widget/src/testing/chromium.ts'

/** Tests start the CLI hundreds of times: only the first one compiles its sources, which is half of a short command. */
const COMPILED = join(import.meta.dirname, 'node_modules/.cache/palaver-compiled')

/** One MongoDB and one NATS server for all suites of a run, or why there is none; and a browser, unpacked once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  const [mongo, nats] = await Promise.all([startMongo(), startNats(), buildWidget(), findChromium()])
  project.provide('mongo', 'missing' in mongo ? mongo : { url: mongo.url, flavour: mongo.flavour })
  project.provide('nats', 'missing' in nats ? nats : { url: nats.url, program: nats.program })
  return async () => {
    for (const server of [mongo, nats]) if ('stop' in server) await server.stop()
  }
}
