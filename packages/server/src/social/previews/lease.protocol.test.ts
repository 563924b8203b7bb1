import { type Collection, createStore, type Engine, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { previewCollections, previews as declared } from './collections.ts'
import { LEASE_MS } from './limits.ts'
import type { KeptPreview } from './model.ts'
import { type Needs, timeOf } from './needs.ts'
import { Previews } from './service.ts'
import { workOn } from './working.ts'

type Kept = Collection<KeptPreview>
type As = (kept: Kept) => Kept
type World = { engine: Engine; fetched: string[] }
type Acting = World & { sleep: (ms?: number) => Promise<void> }
type Process = { name: string; now: number; as?: As }

const NOON = Date.UTC(2026, 0, 1, 12)
const LATER = NOON + LEASE_MS
const ORG = 'magazine'
const URL = 'https://site.example/'
const never = new AbortController().signal
const atOnce = (): Promise<void> => Promise.resolve()

/** What one process has. The page that it finds bears its name. */
function needsOn({ engine, sleep, fetched }: Acting, { name, now, as = (kept) => kept }: Process): Needs {
  let ids = 0
  const store = createStore(engine, { sleep, now: () => now, random: () => 0 })
  return {
    previews: as(store.collection(declared)),
    now: () => now,
    random: () => 0,
    newId: () => `${name}${++ids}`,
    allowPrivate: false,
    keepPicture: async () => null,
    ask: async (_url, _request, read) => {
      fetched.push(name)
      return read({ status: 200, headers: { 'content-type': 'text/html' } }, pageOf(name))
    },
  }
}

async function* pageOf(name: string): AsyncIterable<Buffer> {
  yield Buffer.from(`<title>${name}</title>`)
}

const setUp = async (): Promise<World> => {
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections: previewCollections, partitions: 1, firstVersion })
  return { engine, fetched: [] }
}

const want = async ({ engine, sleep }: Acting): Promise<null> => {
  const store = createStore(engine, { sleep, now: () => NOON, random: () => 0 })
  const unused = { keepPicture: async () => null, newId: () => '', onError: () => {} }
  await new Previews({ store, now: () => NOON, random: () => 0, allowPrivate: false, ...unused }).want(ORG, URL)
  return null
}

const works =
  (process: Process) =>
  async (acting: Acting): Promise<null> => {
    const needs = needsOn(acting, process)
    const where = { due: { $lte: timeOf(needs) } }
    const { docs } = await needs.previews.find({ where, sort: { due: 1 }, limit: 10, next: false })
    for (const due of docs) await workOn(needs, due, never)
    return null
  }

const shared = {
  setUp,
  tearDown: ({ engine }: World) => engine.close(),
  steps: ['engine'],
  unstepped: ['onAppend'],
  fingerprint: async ({ engine, fetched }: World) => [(await contentsOf(engine)).documents, fetched],
} as const

const keptIn = async ({ engine }: World): Promise<KeptPreview[]> =>
  (
    await createStore(engine, { now: () => NOON })
      .collection(declared)
      .find({ limit: 10 })
  ).docs

/** Two who want the same, and two who look for work. */
const atTheSameTime = (title: string, as?: As) =>
  defineProtocol<World, { asker: null; another: null; one: null; other: null }>({
    ...shared,
    title,
    actors: {
      asker: want,
      another: want,
      one: works({ name: 'one', now: NOON, ...(as && { as }) }),
      other: works({ name: 'other', now: NOON, ...(as && { as }) }),
    },
    exhaustiveUpTo: 3000,
    random: 500,
    check: async (world) => {
      expect(world.fetched.length, 'fetched twice').toBeLessThan(2)
      const acting = { ...world, sleep: atOnce }
      // Whoever died before it was noted comes again.
      await want(acting)
      await works({ name: 'late', now: LATER })(acting)
      const docs = await keptIn(world)
      expect(docs, 'noted once').toHaveLength(1)
      expect(docs[0], 'never fetched').toMatchObject({ state: 'ready', holder: '', title: world.fetched.at(-1) })
    },
  })

/** One who is so slow that its lease is over before it comes back. */
const tooLate = (title: string, as?: As) =>
  defineProtocol<World, { slow: null; next: null }>({
    ...shared,
    title,
    setUp: async () => {
      const world = await setUp()
      await want({ ...world, sleep: atOnce })
      return world
    },
    actors: {
      slow: works({ name: 'slow', now: NOON, ...(as && { as }) }),
      next: works({ name: 'next', now: LATER, ...(as && { as }) }),
    },
    check: async (world) => {
      await works({ name: 'late', now: LATER + LEASE_MS })({ ...world, sleep: atOnce })
      const [kept] = await keptIn(world)
      expect(kept, 'never fetched').toMatchObject({ state: 'ready', holder: '' })
      expect(kept?.title, 'who lost the lease noted something').toBe(world.fetched.at(-1))
      expect(kept?.attempts, 'tries are counted').toBeGreaterThanOrEqual(world.fetched.length)
    },
  })

/** Updates that do not look at these fields. */
const blindTo =
  (...fields: (keyof KeptPreview)[]): As =>
  (kept) =>
    new Proxy(kept, {
      get: (target, name) => {
        if (name !== 'update') return (Reflect.get(target, name) as () => unknown).bind(target)
        const update: Kept['update'] = (where, ...rest) => {
          const seen = Object.entries(where).filter(([field]) => !fields.includes(field as keyof KeptPreview))
          return target.update(Object.fromEntries(seen) as typeof where, ...rest)
        }
        return update
      },
    })

describe('wanting and fetching, in every order of the calls and with a crash at each', () => {
  it('fetches a page once, and always in the end', async ({ annotate }) => {
    const { report } = await exploreProtocol(atTheSameTime('two want, two fetch'))
    await annotate(report)
  })

  it('would fetch it twice, if who takes it did not look whether it still is to be had', async () => {
    await expectBroken(atTheSameTime('blind when taking', blindTo('due', 'attempts')), /fetched twice/)
  })

  it('keeps what the last who took it has found', async ({ annotate }) => {
    const { report } = await exploreProtocol(tooLate('one is too late'))
    await annotate(report)
  })

  it('would not, if who notes something did not look whether it still has the lease', async () => {
    await expectBroken(tooLate('blind when noting', blindTo('holder')), /who lost the lease/)
  })
})
