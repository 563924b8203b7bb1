import type { CollectionSpec, Engine } from '@palaver/store'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { type Contents, contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { aliases, comments, discussions, rankings, votes } from '../../comments/collections.ts'
import { treeCollections } from '../collections.ts'
import { Reused } from '../testing/reused.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { ADMIN, TREE } from './listings.fixtures.ts'
import { type Acting, atOnce, drain, idOf, processOn, type World } from './stepped.fixtures.ts'

const NEEDED: readonly CollectionSpec[] = [discussions, aliases, comments, votes, rankings, ...treeCollections]

const reused = new Reused(NEEDED)

/** Topics `A`, with `C` under it, and `B`; each is called by its key. Nothing is in them yet. */
async function planted(): Promise<World> {
  const engine = await reused.open()
  const alone = { still: engine, unchanged: [], inTurn: false, snapshot: null }
  const world: World = { engine, places: { counters: 0, topics: 0 }, ...alone }
  const acting = { ...world, sleep: atOnce }
  await processOn(acting, 'seed').topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  const under: Record<string, string | null> = { A: null, B: null, C: 'A' }
  for (const [name, parent] of Object.entries(under)) {
    const wanted = { name, parent: parent === null ? null : idOf(parent) }
    await processOn(acting, name).topics.create({ actor: ADMIN }, 'main', wanted)
  }
  await drain(world, 'early')
  return world
}

/** The engine with something left out, for a control. */
export type Alter = (engine: Engine) => Engine
const asItIs: Alter = (engine) => engine

type Setting = { unchanged?: readonly CollectionSpec[] }
export type Making = (how: { inTurn: boolean; alter?: Alter }) => Promise<World>

type Made = Pick<World, 'places'> & { contents: Contents; snapshot: Snapshot }

/** Makes the same world again and again, from what it holds when it is made the first time. */
export function worldWith(prepare: (acting: Acting) => Promise<void>, { unchanged = [] }: Setting = {}): Making {
  let made: Promise<Made> | undefined
  const first = async (): Promise<Made> => {
    const world = await planted()
    const { engine, places } = world
    const acting = { ...world, sleep: atOnce }
    await prepare(acting)
    const { documents, events } = await contentsOf(engine)
    const snapshot = await processOn(acting, 'look').topics.snapshots.of(TREE)
    await engine.close()
    return { contents: { documents, events: events.filter(({ seq }) => seq > from(places)) }, places, snapshot }
  }
  return async ({ inTurn, alter = asItIs }) => {
    made ??= first()
    const { contents, places, snapshot } = await made
    const { engine: whole, begin } = await reused.with(contents)
    const engine = alter(beginningAt(whole, begin - from(places)))
    return { places: { ...places }, snapshot, engine, still: engine, unchanged, inTurn }
  }
}

/** What everybody has followed is not in the log any more. */
const from = (places: World['places']): number => Math.min(...Object.values(places))

/** The engine, but its log seems to begin there: numbers in it are the same in every run. */
export function beginningAt(engine: Engine, begin: number): Engine {
  const readEvents: Engine['readEvents'] = async (query) => {
    const events = await engine.readEvents({ ...query, after: query.after + begin })
    return events.map((event) => ({ ...event, seq: event.seq - begin }))
  }
  const lastSeq: Engine['lastSeq'] = async (partition) => (await engine.lastSeq(partition)) - begin
  return withMembers(engine, { readEvents, lastSeq })
}

/** All that the future of a run depends on. */
export const fingerprint = async ({ engine, places }: World): Promise<unknown> => {
  const documents = await Promise.all(NEEDED.map((spec) => engine.batch(spec, null, 100)))
  const events = await engine.readEvents({ partition: 0, after: 0, limit: 100 })
  return [documents, events.map(({ _id }) => _id), { ...places }]
}
