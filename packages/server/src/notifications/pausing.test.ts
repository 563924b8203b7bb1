import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { collections } from '../collections.ts'
import { readSettings } from '../config/read-settings.ts'
import { createContext } from '../context.ts'
import { GROUND_RULES } from '../testing/api/ground.ts'

const ORG = 'main'
const REF = { org: ORG, resource: { type: 'page', id: 'a' } }

/** All that sends mails, as the service has it, by a clock that the test moves. */
async function service(engine: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { config, problems } = readSettings({ PALAVER_LOG_LEVEL: 'silent', PALAVER_DATA: folder })
  if (config === null) throw new Error(problems.join('\n'))
  const clock = { now: Date.now() }
  const context = await createContext(config, { engine: await engine.open(collections), now: () => clock.now })
  onTestFinished(() => context.store.close())
  const { accounts, comments, moderation, notifications, people, queues, store } = context
  await accounts.ensureFirst()
  const operator = { org: ORG, id: 'operator', name: 'Operator', role: 'admin', kind: 'person' } as const
  await moderation.putRules(operator, [...GROUND_RULES], null)
  queues.start(notifications.queues)
  const sending = notifications.startSending({
    onError: (error) => expect.unreachable(String(error)),
    isPaused: (queue) => queues.isPaused(queue),
  })
  store.beforeClose(async () => {
    await Promise.all([queues.stop(), ...sending.map((one) => one.stop())])
  })
  const post = async (user: string, parent: string | null = null): Promise<string> => {
    const email = `${user}@x.example`
    await people.tell({ org: ORG, hostId: user, name: user, role: 'member', email }, clock.now)
    const token = await accounts.issue(ORG, { id: user, username: user, role: 'member' }, 1)
    const actor = await accounts.identify(token)
    return (await comments.post({ actor, ref: REF }, { text: `by ${user}`, parent })).comment.slug
  }
  const sent = async (): Promise<number> => {
    await Promise.all(sending.map((one) => one.drained()))
    return (await readdir(join(folder, 'outbox')).catch(() => [])).length
  }
  return { clock, queues, post, sent }
}

describeEngines('pausing e-mail', (engine) => {
  it('L5: stops mails that were planned already; resumed, they go out', async () => {
    const { clock, queues, post, sent } = await service(engine)
    await post('bob', await post('ada'))
    await queues.drained()
    await queues.pause('email', 'operator')
    await expect.poll(() => queues.isPaused('email'), { timeout: 10_000 }).toBe(true)
    clock.now += 120_000
    expect(await sent()).toBe(0)
    await queues.resume('email', 'operator')
    await expect.poll(() => queues.isPaused('email'), { timeout: 10_000 }).toBe(false)
    expect(await sent()).toBe(1)
  })
})
