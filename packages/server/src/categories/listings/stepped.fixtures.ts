import { type CollectionSpec, Conflict, createStore, type Engine, type Handler } from '@palaver/store'
import { stepped, withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { countersHandler } from '../../comments/consumers/counters.ts'
import type { Discussion } from '../../comments/model.ts'
import { Comments, mayAt } from '../../comments/service.ts'
import { topicId } from '../ids.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { Topics } from '../service.ts'
import { topicsHandler } from './consumer.ts'
import { MODERATOR, ORG, TREE } from './listings.fixtures.ts'

const FOLLOWERS = ['counters', 'topics'] as const
export type Follower = (typeof FOLLOWERS)[number]

/** `places`: up to where each follower has noted that the log was followed. */
export type World = {
  engine: Engine
  places: Record<Follower, number>
  /** What every process knows of the tree as it begins. */
  snapshot: Snapshot | null
  /** The same engine, whose calls are no steps, for what nobody changes. */
  still: Engine
  unchanged: readonly CollectionSpec[]
  /** Whether a process makes one call at a time: far fewer orders, of which more are searched. */
  inTurn: boolean
}
export type Acting = World & { sleep: () => Promise<void> }

export const idOf = (key: string): string => topicId(TREE, key)
export const atOnce = (): Promise<void> => Promise.resolve()

/** Comments and topics as one process has them; names bear its name, so that a run is the same every time. */
export function processOn(acting: Acting, name: string) {
  const { sleep, snapshot } = acting
  let [ids, parts, looks] = [0, 0, 0]
  const world = {
    now: () => Date.UTC(2026, 0, 1) + looks++,
    random: () => 0,
    sleep,
    newId: () => `${name}I${++ids}`,
    newPart: () => `${name}${String(++parts)}`.padStart(10, 'x'),
  }
  const store = createStore(engineOf(acting), world)
  const rules = { settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 3600 }
  const sees: Topics['sees'] = (...asked) => topics.sees(...asked)
  const comments: Comments = new Comments({
    store,
    world,
    rulesOf: async () => rules,
    mayOf: mayAt({ host: async () => ({ see: true, comment: true, moderate: null }), sees }),
    topics: {
      sees,
      startIn: (...asked) => topics.startIn(...asked),
      fileIn: (...asked) => topics.fileIn(...asked),
      left: (...asked) => topics.listings.withdraw(...asked),
    },
  })
  const topics: Topics = new Topics({
    store,
    world: { ...world, newPart: () => name },
    comments: () => comments,
    changed: () => {},
  })
  if (snapshot !== null) topics.snapshots.keep(snapshot)
  return { comments, topics }
}

/** What a process of an actor makes its calls on. */
function engineOf({ engine, still, unchanged, inTurn }: World): Engine {
  const isUnchanged = (spec: CollectionSpec): boolean => unchanged.some(({ name }) => name === spec.name)
  const one = inTurn ? oneByOne(engine) : engine
  const at = (spec: CollectionSpec): Engine => (isUnchanged(spec) ? still : one)
  return withMembers(one, {
    get: (spec: CollectionSpec, id: string) => at(spec).get(spec, id),
    find: (spec: CollectionSpec, ...asked: Tail<Engine['find']>) => at(spec).find(spec, ...asked),
  })
}

type Tail<F> = F extends (first: CollectionSpec, ...rest: infer R) => unknown ? R : never

function oneByOne(engine: Engine): Engine {
  let last: Promise<unknown> = Promise.resolve()
  return stepped(
    engine,
    (_method, _args, make) => {
      const mine = last.then(make, make)
      last = mine
      return mine
    },
    ['onAppend'],
  )
}

type Following = { name: string; batch?: number }

/**
 * Follows the log to its end, some events at a time, and notes its place as consumers do: only where nobody else has
 * meanwhile. Nothing keeps two from following at once: each may be one whose lease has run out.
 */
export async function follow(acting: Acting, follower: Follower, { name, batch = 10 }: Following): Promise<void> {
  const { engine, sleep, places } = acting
  const { comments, topics } = processOn(acting, name)
  const handle: Handler =
    follower === 'counters' ? countersHandler(comments.needs) : topicsHandler(topics.listings.needs)
  for (;;) {
    const after = places[follower]
    const events = await engine.readEvents({ partition: 0, after, limit: batch })
    const last = events.at(-1)
    if (last === undefined) return
    try {
      await handle(events, 0, { isNew: true })
      if (places[follower] === after) places[follower] = last.seq
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      await sleep()
    }
  }
}

/** What one follower writes may tell something to the other, and to itself. */
export async function drain(world: World, name: string): Promise<void> {
  const acting = { ...world, sleep: atOnce }
  const isBehind = async (): Promise<boolean> => {
    const end = await world.engine.lastSeq(0)
    return FOLLOWERS.some((follower) => world.places[follower] < end)
  }
  while (await isBehind()) for (const follower of FOLLOWERS) await follow(acting, follower, { name })
}

type Starting = { name: string; topic: string; title?: string | null }

export const starting = (acting: Acting, { name, topic, title = name }: Starting): Promise<Discussion> =>
  processOn(acting, name).comments.open(MODERATOR, {
    org: ORG,
    resource: { type: 'page', id: name },
    title,
    topic: idOf(topic),
  })
