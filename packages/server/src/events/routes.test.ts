import type * as z from 'zod'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import type { Actor } from '../api/actor.ts'
import type { Answer, Asked } from '../api/route.ts'
import { audit as auditLines } from '../moderation/collections.ts'
import { auditHandler } from '../moderation/consumers/audit.ts'
import { queueRoutes } from './routes.ts'
import type { Queues } from './service.ts'
import { grounds, noting, ORG } from './testing/world.ts'

const ADMIN: Actor = { org: ORG, id: 'root', name: 'Root', role: 'admin', kind: 'person' }

/** Calls a route as the edge does, and holds its answer against its schema. */
const calling =
  (queues: Queues) =>
  async (name: string, params: object = {}, { actor = ADMIN, query = {} }: { actor?: Actor; query?: object } = {}) => {
    const route = queueRoutes(queues).find((one) => one.name === name)
    if (route === undefined) throw new Error(`There is no route ${name}.`)
    const asked = { params, query, body: undefined, actor } as Asked<unknown, unknown, unknown, Actor>
    const answer: Answer = await route.handle(asked)
    const schema = route.answers[answer.body === undefined ? 204 : 200]
    if (typeof schema !== 'string') expect((schema as z.ZodType).parse(answer.body)).toEqual(answer.body)
    return answer.body as ReturnType<typeof JSON.parse>
  }

describeEngines('the routes of queues', (engine) => {
  const ground = grounds(engine)

  it('B10: show an admin the dead letters of their org without its words, and let them decide, which is audited', async () => {
    const { node, tell, store } = await ground()
    const queues = node()
    const fails = noting('email', () => Promise.reject(new Error('no')), { retryMs: [] })
    queues.start([fails])
    await tell({ _id: 'a', after: { text: 'quixotic' } }, 'b', 'c', { _id: 'x', org: 'globex' })
    await queues.drained()
    const call = calling(queues)
    expect(await call('listQueues')).toMatchObject({
      queues: [{ name: 'email', state: 'running', dead: 3, waiting: 0 }],
    })
    const first = await call('listDeadLetters', { queue: 'email' }, { query: { limit: 2 } })
    const rest = await call('listDeadLetters', { queue: 'email' }, { query: { limit: 2, cursor: first.next } })
    expect([first.letters.length, rest.letters.length, rest.next]).toEqual([2, 1, null])
    expect(JSON.stringify([first, rest])).not.toMatch(/quixotic|globex/)
    const letter = { queue: 'email', event: 'a' }
    expect(await call('getDeadLetter', letter)).toMatchObject({ event: { id: 'a', type: 'thing' }, attempts: 1 })
    await call('discardDeadLetter', { queue: 'email', event: 'b' })
    await call('redriveDeadLetter', letter)
    await queues.drained()
    expect(fails.seen.filter((id) => id === 'a')).toHaveLength(2)
    expect(await call('redriveDeadLetters', { queue: 'email' })).toEqual({ count: 2, more: false })
    await queues.drained()
    expect(await call('discardDeadLetters', { queue: 'email' })).toEqual({ count: 2, more: false })
    for (const name of ['getDeadLetter', 'redriveDeadLetter', 'discardDeadLetter'])
      await expect(call(name, { queue: 'email', event: 'x' })).rejects.toMatchObject({ code: 'dead-letter-not-found' })
    for (const { name } of queueRoutes(queues))
      await expect(call(name, letter, { actor: { ...ADMIN, role: 'moderator' } })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await store.events.settle()
    const lines = store.collection(auditLines)
    const events = await store.events.read({ partition: store.events.partitionOf(ORG), after: 0, limit: 100 })
    await auditHandler({ audit: lines } as Parameters<typeof auditHandler>[0])(events, 0)
    const { docs } = await lines.find({ where: { org: ORG }, sort: { n: 1, _id: 1 }, limit: 10 })
    expect(docs.map(({ act, by, detail }) => `${act} by ${by}: ${detail}`).toSorted()).toEqual([
      'discarded by root: dead letter email~a',
      'discarded by root: dead letter email~b',
      'discarded by root: dead letter email~c',
      'redriven by root: dead letter email~a',
      'redriven by root: dead letter email~a',
      'redriven by root: dead letter email~c',
    ])
  })
})
