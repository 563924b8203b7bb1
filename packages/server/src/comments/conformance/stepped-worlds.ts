import { type CollectionSpec, type Engine, type NewEvent, openSqlite } from '@palaver/store'
import { type Contents, contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { aliases, comments, discussions, rankings, votes } from '../collections.ts'
import { requestKeys } from '../keys-of-requests.ts'
import { pages } from '../layouts/hybrid/collection.ts'
import type { LayoutName, Settings } from '../model.ts'
import type { Comments } from '../service.ts'
import { ADMIN, ORG } from '../testing/ground.ts'
import { ANN, atOnce, NOON, serviceOn } from './stepped-service.ts'

const counted = (): (() => number) => {
  let last = 0
  return () => (last += 1_000)
}

/** Only what these protocols use: thousands of databases are made. */
const collections = [discussions, aliases, requestKeys, votes, rankings]
const stores: Record<LayoutName, readonly CollectionSpec[]> = {
  'per-comment': [comments],
  embedded: [],
  hybrid: [pages],
}

export const emptyEngine = (layout: LayoutName): Promise<Engine> =>
  openSqlite({
    file: ':memory:',
    collections: [...collections, ...stores[layout]],
    partitions: 1,
    firstVersion: counted(),
  })

/** A database with one discussion in it, the slug of its first comment, and how far the consumer has come. */
export type World = { engine: Engine; ref: { discussion: string }; root: string; position: number }
export type Seed = (service: Comments, world: World) => Promise<unknown>

type Wanted = Partial<Settings> & { layout: LayoutName }

async function firstWorld(settings: Wanted, more: Seed): Promise<Contents & { world: World }> {
  const engine = await emptyEngine(settings.layout)
  const service = serviceOn({ engine, sleep: atOnce }, 'seed', NOON - 1000)
  const { _id } = await service.open(ADMIN, { org: ORG, resource: { type: 'page', id: '1' }, settings })
  const ref = { discussion: _id }
  const { comment } = await service.post({ actor: ANN, ref }, { text: 'first' })
  const world = { engine, ref, root: comment.slug, position: 0 }
  await more(service, world)
  const contents = await contentsOf(engine)
  await engine.close()
  return { world, ...contents }
}

/** Makes such a world, each time the same. Thousands are made of it, so what is in it is copied. */
export function worldsWithComment(settings: Wanted, more: Seed = async () => {}): () => Promise<World> {
  let first: Promise<Contents & { world: World }> | null = null
  return async () => {
    first ??= firstWorld(settings, more)
    const { world, documents, events: told } = await first
    const engine = await emptyEngine(settings.layout)
    let events: readonly NewEvent[] = told.map(({ partition: _partition, seq: _seq, ...event }) => event)
    for (const spec of engine.collections)
      for (const { doc } of documents[spec.name] ?? []) {
        await engine.insert(spec, doc, events)
        events = []
      }
    return { ...world, engine }
  }
}

/** All the same but for the actors: the engine's calls are the steps, and two equal databases are one state. */
export const OVER_ENGINE = {
  tearDown: ({ engine }: { engine: Engine }): Promise<void> => engine.close(),
  steps: ['engine'] as const,
  unstepped: ['onAppend'],
  fingerprint: async ({ engine, position }: { engine: Engine; position?: number }): Promise<unknown> => [
    await fingerprint(engine),
    position,
  ],
}

export type Search = { layout: LayoutName; crashes: number; exhaustiveUpTo: number; random: number }

/** Some seconds each: one layout with crashes, one whose few calls leave time for more orders, and a look at the third. */
export const SEARCHES: readonly Search[] = [
  { layout: 'per-comment', crashes: 1, exhaustiveUpTo: 300, random: 60 },
  { layout: 'embedded', crashes: 0, exhaustiveUpTo: 1_000, random: 0 },
  { layout: 'hybrid', crashes: 1, exhaustiveUpTo: 50, random: 50 },
]

/** What the check looks at; the rest follows from it. */
async function fingerprint(engine: Engine): Promise<unknown> {
  const telling = engine.collections.filter((spec) => TELLING.has(spec.name))
  const documents = await Promise.all(telling.map((spec) => engine.batch(spec, null, 100)))
  const events = await engine.readEvents({ partition: 0, after: 0, limit: 100 })
  return [documents.flat(), events.map(({ _id }) => _id)]
}

const TELLING = new Set([discussions, aliases, requestKeys, comments, pages].map(({ name }) => name))
