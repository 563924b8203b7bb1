import { type Collection, createStore, type Engine, type LoggedEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../store/src/testing/protocol.ts'
import { aliases, comments as stored, discussions } from '../comments/collections.ts'
import { type Acting, ANN, atOnce, NOON, serviceOn } from '../comments/conformance/stepped-service.ts'
import { requestKeys } from '../comments/keys-of-requests.ts'
import { presentWithText } from '../comments/present.ts'
import { ADMIN } from '../comments/testing/ground.ts'
import { webhookCollections, webhookDeliveries, webhookEndpoints } from './collections.ts'
import { Endpoints } from './endpoints.ts'
import { workOn } from './lane.ts'
import { LEASE_MS } from './limits.ts'
import type { Endpoint } from './model.ts'
import type { Needs } from './needs.ts'
import { planner } from './planning.ts'

type World = { engine: Engine; id: string; event: LoggedEvent }
type Results = { queue: null; sender: null; other: null }
type AsEndpoints = (endpoints: Collection<Endpoint>) => Collection<Endpoint>

const asItIs: AsEndpoints = (endpoints) => endpoints
const signal = new AbortController().signal

/** What one process has. Its address is refused before anything is sent, so a run depends on the store alone. */
function needsOn({ engine, sleep }: Acting, name: string, { now = NOON, as = asItIs } = {}): Needs {
  let ids = 0
  const newId = (): string => `${name}Id${++ids}`
  const store = createStore(engine, { sleep, now: () => now, random: () => 0 })
  return {
    endpoints: as(store.collection(webhookEndpoints)),
    deliveries: store.collection(webhookDeliveries),
    log: store.events,
    comments: serviceOn({ engine, sleep }, name, now),
    view: presentWithText,
    allowPrivate: false,
    timeoutMs: 1000,
    restoredAt: async () => null,
    now: () => now,
    random: () => 0,
    newId,
    newSecret: () => 'whsec_AAAA',
  }
}

const plan = (needs: Needs, event: LoggedEvent): Promise<void> =>
  planner({ ...needs, nudge: () => {} }).handle({ event, position: event.seq, attempt: 1, signal })

/** A comment, and an endpoint at which something has just been due. */
async function setUp(): Promise<World> {
  let version = 0
  const collections = [discussions, aliases, requestKeys, stored, ...webhookCollections]
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections, partitions: 1, firstVersion })
  const acting = { engine, sleep: atOnce }
  const comments = serviceOn(acting, 'seed', NOON - 1_000)
  const ref = { org: ANN.org, resource: { type: 'page', id: '1' } }
  await comments.post({ actor: ANN, ref }, { text: 'one' })
  const told = await engine.readEvents({ partition: 0, after: 0, limit: 100 })
  const event = told.find(({ type, op }) => type === 'comment' && op === 'created')
  if (event === undefined) throw new Error('nothing is told')
  const needs = needsOn(acting, 'seed', { now: NOON - 1_000 })
  const endpoints = new Endpoints({ ...needs, allowPrivate: true, nudge: () => {} })
  const { id } = await endpoints.create(ADMIN, { url: 'http://127.0.0.1/' })
  await endpoints.change(ADMIN, id, { disabled: false })
  return { engine, id, event }
}

const sends =
  (name: string, as: AsEndpoints) =>
  async (world: World & Acting): Promise<null> => {
    await workOn(needsOn(world, name, { as }), world.id, signal)
    return null
  }

const protocol = (title: string, as: AsEndpoints = asItIs) =>
  defineProtocol<World, Results>({
    title,
    setUp,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: {
      queue: async (world) => {
        await plan(needsOn(world, 'queue'), world.event)
        return null
      },
      sender: sends('sender', as),
      other: sends('other', as),
    },
    fingerprint: async ({ engine }) => (await contentsOf(engine)).documents,
    exhaustiveUpTo: 400,
    random: 100,
    check: async (world, { crashed }) => {
      const late = needsOn({ ...world, sleep: atOnce }, 'late', { now: NOON + 2 * LEASE_MS })
      // What the queue did not finish comes again.
      if (crashed.includes('queue')) await plan(late, world.event)
      await workOn(late, world.id, signal)
      const where = { endpoint: world.id }
      const { docs } = await late.deliveries.find({ where, sort: { at: -1, event: 1 }, limit: 10 })
      expect(docs, 'planned once').toHaveLength(1)
      expect(docs[0]?.attempts, 'never sent').toBeGreaterThan(0)
      expect(docs[0]?.log.length, 'tries are counted').toBe(docs[0]?.attempts)
    },
  })

/** Lets an endpoint go without looking whether something was planned meanwhile. */
const blind: AsEndpoints = (endpoints) =>
  new Proxy(endpoints, {
    get: (target, name) => {
      if (name !== 'update') return (Reflect.get(target, name) as () => unknown).bind(target)
      const update: typeof target.update = ({ planned: _planned, ...where }, ...rest) => target.update(where, ...rest)
      return update
    },
  })

describe('planning and sending, in every order of the calls and with a crash at each', () => {
  it('leaves nothing unsent', async ({ annotate }) => {
    const { report } = await exploreProtocol(protocol('one plans, two send'))
    await annotate(report)
  })

  it('would, if who lets go of an endpoint did not notice what was planned meanwhile', async () => {
    await expectBroken(protocol('blind', blind), /never sent/)
  })
})
