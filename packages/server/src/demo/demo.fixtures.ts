import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Context } from '../context.ts'
import { startFollowing } from '../following.ts'
import { createApp } from '../http/app.ts'
import { listen } from '../http/listen.ts'
import { testContext } from '../testing/test-context.ts'
import { demoPages } from './demo-pages.ts'
import { Demo } from './service.ts'

export type Site = { app: FastifyInstance; demo: Demo; context: Context }

/** The demo as it is when it was first started. */
export async function openDemo(size = 40): Promise<Site> {
  const context = await testContext()
  const demo = new Demo(context, size)
  await demo.prepare()
  const app = await createApp(context, undefined, { pages: (one) => demoPages(one, demo) })
  onTestFinished(() => app.close())
  return { app, demo, context }
}

export const HOST = { host: '127.0.0.1:8080' }
export const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...HOST, ...headers } })

/** However busy the machine is, a decision is not too late: that it may be is tested where ads are. */
const PATIENT = { PALAVER_ADS_LIMIT_MS: '10000' }

/** The demo on a port, as `npm start` runs it. */
export async function serveDemo(): Promise<{ address: string; settled: () => Promise<void>; demo: Demo }> {
  const context = await testContext({}, { PALAVER_PORT: '0', ...PATIENT })
  const demo = new Demo(context, 40)
  await demo.prepare()
  const { drained } = startFollowing(context)
  const app = await createApp(context, undefined, { pages: (one) => demoPages(one, demo) })
  const address = await listen(app, context.config)
  context.notifications.reached.at = address
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  await demo.settle(address)
  await drained()
  return { address, settled: drained, demo }
}
