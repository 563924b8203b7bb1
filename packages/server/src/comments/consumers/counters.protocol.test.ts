import { Conflict, type Engine, type NewEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { type Contents, contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { Refusal } from '../../api/refusal.ts'
import { aliases, comments, discussions, rankings, votes } from '../collections.ts'
import { atHome } from '../home.ts'
import type { CommentDecision, Layout } from '../layouts/layout.ts'
import type { Settings } from '../model.ts'
import type { Needs } from '../needs.ts'
import type { Comments } from '../service.ts'
import { expectExact, moduleOn, MODERATOR, openDiscussion, person } from './counters.fixtures.ts'
import { countersHandler } from './counters.ts'
import { requestRecount } from './recount-request.ts'

type Sleep = (ms?: number) => Promise<void>
type World = { engine: Engine; id: string; root: string; reply: string }
type Acting = World & { sleep: Sleep }
type Actor = (world: Acting) => Promise<void>
/** What the consumer is given, altered for a control. */
type Alter = (needs: Needs) => Needs

const NEEDED = [discussions, aliases, comments, votes, rankings] as const

const atOnce: Sleep = () => Promise.resolve()
const asItIs: Alter = (needs) => needs

/** Reads the whole log, some events at a time, as one does who has noted no position; again where it meets a rival. */
const consume =
  (name: string, { batch = 10, alter = asItIs }: { batch?: number; alter?: Alter } = {}): Actor =>
  async ({ engine, sleep }) => {
    const { comments: service } = moduleOn({ engine, sleep, name })
    const handle = countersHandler(alter(service.needs))
    for (let after = 0; ;) {
      const events = await engine.readEvents({ partition: 0, after, limit: batch })
      const last = events.at(-1)
      if (last === undefined) return
      try {
        await handle(events, 0)
        after = last.seq
      } catch (error) {
        if (!(error instanceof Conflict)) throw error
        await sleep()
      }
    }
  }

/** A person's command, which may be refused. */
const command =
  (name: string, run: (service: Comments, world: World) => Promise<unknown>): Actor =>
  async ({ engine, sleep, ...world }) => {
    const { comments: service } = moduleOn({ engine, sleep, name })
    await run(service, { engine, ...world }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

const voter = command('voter', (service, { id, root }) =>
  service.vote({ actor: person('cai'), ref: { discussion: id } }, { slug: root, value: -1 }),
)
const editor = command('editor', (service, { id, root }) =>
  service.edit({ actor: person('ann'), ref: { discussion: id } }, { slug: root, text: 'edited' }),
)
const replier = command('replier', (service, { id, root }) =>
  service.post({ actor: person('cai'), ref: { discussion: id } }, { text: 'another', parent: root }),
)
const remover = command('remover', (service, { id, reply }) =>
  service.delete({ actor: MODERATOR, ref: { discussion: id } }, reply),
)
const changer = command('changer', (service, { id, root }) =>
  service.vote({ actor: person('ben'), ref: { discussion: id } }, { slug: root, value: 0 }),
)

const counted = (): (() => number) => {
  let last = 0
  return () => (last += 1_000)
}

/** A database with these contents; every schedule begins with one of its own. */
async function engineWith({ documents, events }: Contents): Promise<Engine> {
  const firstVersion = counted()
  const engine = await openSqlite({ file: ':memory:', collections: NEEDED, partitions: 1, firstVersion })
  let told: readonly NewEvent[] = events
  for (const spec of NEEDED)
    for (const { doc } of documents[spec.name] ?? []) {
      await engine.insert(spec, doc, told)
      told = []
    }
  return engine
}

/** Makes the same world again and again, from what it holds when it is made the first time. */
function again(make: () => Promise<World>): () => Promise<World> {
  let made: Promise<Omit<World, 'engine'> & { contents: Contents }> | undefined
  const first = async () => {
    const { engine, ...names } = await make()
    const contents = await contentsOf(engine)
    await engine.close()
    return { ...names, contents }
  }
  return async () => {
    made ??= first()
    const { contents, ...names } = await made
    return { ...names, engine: await engineWith(contents) }
  }
}

/** A root with a reply and a vote. */
async function conversation(settings: Partial<Settings>): Promise<World> {
  const engine = await engineWith({ documents: {}, events: [] })
  const { comments: service } = moduleOn({ engine, name: 'seed' })
  const { _id: id } = await openDiscussion(service, settings)
  const asAnn = { actor: person('ann'), ref: { discussion: id } }
  const { slug: root } = (await service.post(asAnn, { text: 'root' })).comment
  const { slug: reply } = (await service.post(asAnn, { text: 'reply', parent: root })).comment
  await service.vote({ ...asAnn, actor: person('ben') }, { slug: root, value: 1 })
  return { engine, id, root, reply }
}

/** The same, counted, then spoiled, and to be counted again. */
async function spoiled(settings: Partial<Settings>): Promise<World> {
  const world = await conversation(settings)
  await consume('first')({ ...world, sleep: atOnce })
  const { comments: service } = moduleOn({ engine: world.engine, name: 'spoiler' })
  const { layout, place } = atHome(service.needs.homes, await service.discussion({ discussion: world.id }))
  const set = { replies: 5, votes: { up: 0, down: 5 } }
  await layout.change(place, world.root, () => ({ set, events: [] }))
  await requestRecount(service.needs, world.id)
  return world
}

type Case = { make: () => Promise<World>; actors: Record<string, Actor>; alter?: Alter; upTo?: number }

const counting = (title: string, { make, actors, alter = asItIs, upTo = 250 }: Case) =>
  defineProtocol<World, Record<string, void>>({
    title,
    setUp: again(make),
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    fingerprint: ({ engine }) => contentsOf(engine),
    check: async (world) => {
      await consume('last', { alter })({ ...world, sleep: atOnce })
      const { comments: service } = moduleOn({ engine: world.engine, name: 'look' })
      await expectExact(service, world.id)
      expect(await service.discussion({ discussion: world.id })).not.toHaveProperty('recount')
    },
    exhaustiveUpTo: upTo,
    random: 60,
  })

/** The difference is written first, and how far it was counted only then. */
const torn: Alter = (needs) => {
  const { 'per-comment': layout } = needs.homes.layouts
  const change: Layout['change'] = async (place, slug, decide) => {
    let seq: number | undefined
    const decideNumbers = (comment: Parameters<typeof decide>[0]): CommentDecision | null => {
      const decision = decide(comment)
      if (decision === null || !('set' in decision)) return decision
      const { counted: upTo, ...set } = decision.set
      seq = upTo
      return { ...decision, set }
    }
    const changed = await layout.change(place, slug, decideNumbers)
    if (seq === undefined) return changed
    return layout.change(place, slug, () => ({ set: { counted: seq ?? 0 }, events: [] }))
  }
  return {
    ...needs,
    homes: { ...needs.homes, layouts: { ...needs.homes.layouts, 'per-comment': { ...layout, change } } },
  }
}

/** What lies behind its place in the log is not left out. */
const unaware: Alter = (needs) => ({ ...needs, log: { ...needs.log, read: async () => [] } })

describe('counting, in every order of the calls and with a crash at each', { timeout: 300_000 }, () => {
  it.for([
    { case: 'beside a voter and an editor', actors: { consumer: consume('c'), voter, editor } },
    { case: 'one event at a time, beside a voter', actors: { consumer: consume('c', { batch: 1 }), voter } },
    { case: 'twice at once, beside a voter', actors: { slow: consume('s'), fast: consume('f', { batch: 3 }), voter } },
    { case: 'beside a deletion and one who votes otherwise', actors: { consumer: consume('c'), remover, changer } },
  ])('is exact: $case', async ({ case: title, actors }, { annotate }) => {
    const { report } = await exploreProtocol(
      counting(title, { make: () => conversation({ deletion: 'refuse' }), actors }),
    )
    await annotate(report)
  })

  it('is exact beside a voter, in all orders that there are', async ({ annotate }) => {
    const actors = { consumer: consume('c'), voter }
    const protocol = counting('voter', { make: () => conversation({}), actors, upTo: 5_000 })
    const { report, exhaustive } = await exploreProtocol(protocol)
    await annotate(report)
    expect(exhaustive).toBe(true)
  })

  it('is exact where comments lie in their discussion', async ({ annotate }) => {
    const make = () => conversation({ layout: 'embedded' })
    const actors = { consumer: consume('c'), voter, editor }
    const { report } = await exploreProtocol(counting('embedded', { make, actors }))
    await annotate(report)
  })

  it('counts twice where the number is written first and its place in the log later', async () => {
    const actors = { consumer: consume('c', { alter: torn }), voter }
    const protocol = counting('two writes', { make: () => conversation({}), actors, alter: torn })
    const { schedule } = await expectBroken(protocol, /not exact/)
    expect(schedule).toContain('†')
  })
})

describe('counting again, in every order of the calls and with a crash at each', { timeout: 300_000 }, () => {
  it.for([
    { case: 'beside one who votes otherwise', actors: { consumer: consume('c'), changer } },
    { case: 'beside a reply', actors: { consumer: consume('c'), replier } },
    { case: 'beside a deletion', actors: { consumer: consume('c'), remover } },
    { case: 'beside a vote and an edit, in pieces', actors: { consumer: consume('c', { batch: 2 }), voter, editor } },
    { case: 'twice at once, beside a voter', actors: { slow: consume('s'), fast: consume('f', { batch: 3 }), voter } },
  ])('is exact: $case', async ({ case: title, actors }, { annotate }) => {
    const { report } = await exploreProtocol(counting(title, { make: () => spoiled({ deletion: 'refuse' }), actors }))
    await annotate(report)
  })

  it('counts twice where it does not leave out what comes later', async () => {
    const actors = { consumer: consume('c', { alter: unaware }), voter }
    const protocol = counting('unaware', { make: () => spoiled({}), actors, alter: unaware })
    await expectBroken(protocol, /not exact/)
  })
})
