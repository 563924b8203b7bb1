import { Conflict, createStore, type Engine, type EventLogApi, type Store } from '@palaver/store'
import { defineProtocol } from '../../../../store/src/testing/protocol.ts'
import { relations } from '../../accounts/collections.ts'
import { Relations } from '../../accounts/relations.ts'
import type { People, PersonDocument } from '../../accounts/service.ts'
import { Refusal } from '../../api/refusal.ts'
import { beginningAt } from '../../categories/listings/stepped-worlds.fixtures.ts'
import { Reused } from '../../categories/testing/reused.ts'
import { Keys, requestKeys } from '../../comments/keys-of-requests.ts'
import type { Comments } from '../../comments/service.ts'
import { socialCollections } from '../collections.ts'
import { socialHandler } from '../consumer.ts'
import { Social, type SocialOptions } from '../service.ts'
import { ORG } from './village.ts'

/** `place`: up to where it is noted that the log was followed. */
export type World = { engine: Engine; place: { at: number } }
export type Acting = World & { sleep: (ms?: number) => Promise<void> }
export type Alter = (options: SocialOptions) => Partial<SocialOptions>

export const atOnce = (): Promise<void> => Promise.resolve()
export const NOON = Date.UTC(2026, 0, 1, 12)

/** Nobody is erased or changes here, so nobody is looked up. */
const person = (id: string) => [id, { _id: id, org: ORG, name: id, erased: null, shadow: null }] as const

export type Process = Social & { as: People; store: Store }

/** The service as one process has it. What it names bears its name, so that a run is the same every time. */
export function processOn({ engine, sleep }: Acting, name: string, alter: Alter = () => ({})): Process {
  let [ids, parts] = [0, 0]
  const world = {
    now: () => NOON,
    random: () => 0,
    sleep,
    newId: () => `${name}I${++ids}`,
    newPart: () => `${name}P${++parts}`,
  }
  const store = createStore(engine, world)
  const log: EventLogApi = store.events
  const people = {
    many: async (_: string, asked: readonly string[]) =>
      new Map(asked.map(person)) as unknown as Map<string, PersonDocument>,
    relations: new Relations({ relations: store.collection(relations), ...world }),
  } as unknown as People
  const comments = {
    needs: { keys: new Keys(store.collection(requestKeys), world), log, requireNotBanned: async () => {} },
    preview: async (_: unknown, text: string) => ({ text, html: text, renderer: 0, mentions: [] }),
  } as unknown as Comments
  const options: SocialOptions = {
    store,
    people,
    world,
    comments: () => comments,
    judge: async () => ({ is: 'publish' }),
    reactionsOf: async () => ['like', 'heart'],
    photos: { claim: async () => {}, release: async () => {} },
    wantPreview: async () => {},
    saidOf: async () => new Map(),
    photosOf: async () => new Map(),
    previewsOf: async () => new Map(),
    picturesOf: () => null,
    followed: async () => {},
  }
  return Object.assign(new Social({ ...options, ...alter(options) }), { as: people, store })
}

const reused = new Reused([...socialCollections, relations, requestKeys])

/** With all that happened before, and was followed. */
const worldAfter = (before: (acting: Acting) => Promise<unknown>) => async (): Promise<World> => {
  const { engine, begin } = await reused.with({ documents: {}, events: [] })
  const world = { engine: beginningAt(engine, begin), place: { at: 0 } }
  await before({ ...world, sleep: atOnce })
  await drain(world)
  return world
}

/** As many times the runs: PROTOCOL_DEPTH=20 searches for some minutes. */
const DEPTH = Number(process.env['PROTOCOL_DEPTH'] ?? 1)

export type Actor = (acting: Acting) => Promise<unknown>
export type Case = {
  title: string
  /** What was done, and followed, before they begin. */
  before?: Actor
  actors: Record<string, Actor>
  check: (world: World, acknowledged: Record<string, unknown>) => Promise<void>
  crashes?: number
  /** So many of the simplest orders are tried first. */
  simplest?: number
}

/** Whatever happens at the same time, in the simplest orders and others by chance, with a crash anywhere; in the end everything is followed. */
export const atTheSameTime = (
  { title, before = atOnce, actors, check, crashes = 1, simplest = 20 }: Case,
  alter?: Alter,
) =>
  defineProtocol<World, Record<string, unknown>>({
    title,
    setUp: worldAfter(before),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    crashes,
    maxSteps: 2_000,
    exhaustiveUpTo: simplest * DEPTH,
    random: 60 * DEPTH,
    check: async (world, { acknowledged }) => {
      await drain(world, alter)
      await check(world, acknowledged)
    },
  })

/**
 * Follows the log to its end and notes its place as consumers do: only where nobody else has meanwhile. Nothing keeps
 * two from following at once: each may be one whose lease has run out.
 */
export async function follow(acting: Acting, name: string, { batch = 10, alter }: Following = {}): Promise<void> {
  const { engine, sleep, place } = acting
  const handle = socialHandler(processOn(acting, name, alter).needs)
  for (;;) {
    const after = place.at
    const events = await engine.readEvents({ partition: 0, after, limit: batch })
    const last = events.at(-1)
    if (last === undefined) return
    try {
      await handle(events, 0)
      if (place.at === after) place.at = last.seq
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      await sleep()
    }
  }
}
type Following = { batch?: number; alter?: Alter }

/** What is followed may tell something again. */
async function drain(world: World, alter?: Alter): Promise<void> {
  const acting = { ...world, sleep: atOnce }
  while (world.place.at < (await world.engine.lastSeq(0))) await follow(acting, 'drain', alter && { alter })
}

/** Null where it was refused. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
