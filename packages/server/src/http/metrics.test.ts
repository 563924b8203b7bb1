import { expect, test } from 'vitest'
import { startConsumers } from '../comments/consumers/run.ts'
import { testContext } from '../testing/test-context.ts'
import { createApp } from './app.ts'

test('/metrics says how far each consumer is behind, and answers while the database does not', async () => {
  const context = await testContext()
  await context.accounts.ensureFirst()
  const app = await createApp(context)
  const figures = async (): Promise<string> => (await app.inject('/metrics')).body
  expect(await figures()).toContain('palaver_http_requests_under_way 0')
  const admin = { org: 'main', id: 'eve', name: 'Eve', role: 'admin', kind: 'person' } as const
  await context.comments.open(admin, { org: 'main', resource: { type: 'page', id: 'a' } })
  const consumers = startConsumers({ ...context, needs: context.comments.needs })
  await Promise.all(consumers.map((consumer) => consumer.drained()))
  await expect.poll(figures).toContain('palaver_consumer_behind_events{consumer="counters"} 0')
  await Promise.all(consumers.map((consumer) => consumer.stop()))
  await context.comments.open(admin, { org: 'main', resource: { type: 'page', id: 'b' } })
  expect(await figures()).toContain('palaver_consumer_behind_events{consumer="counters"} 1')
  const silent = { ...context.store.events, behind: () => Promise.reject(new Error('gone')) }
  const dark = await createApp({ ...context, store: { ...context.store, events: silent } })
  expect((await dark.inject('/metrics')).body).toContain('palaver_http_requests_under_way 0')
})
