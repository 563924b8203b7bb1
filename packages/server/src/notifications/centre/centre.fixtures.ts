import type { LoggedEvent, NewEvent } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import type { People } from '../../accounts/people.ts'
import { actor, peopleIn } from '../../accounts/people.fixtures.ts'
import type { Actor } from '../../api/actor.ts'
import { groundOn, ORG } from '../../comments/testing/ground.ts'
import type { Settings } from '../../comments/model.ts'
import { Audiences } from '../audience/audiences.ts'
import {
  audiences,
  followings,
  inboxes,
  notifications,
  preferences,
  tellings,
  topicFollowings,
} from '../collections.ts'
import { PreferenceBook } from '../preferences/preferences.ts'
import { Centre } from './centre.ts'
import { centreHandler } from './handler.ts'
import { publishedIn } from './published.ts'
import type { Filter } from './walking.ts'

const NAMES = ['ann', 'bob', 'cid', 'dan'] as const
export const [ANN, BOB, CID, DAN] = NAMES.map((name) => actor(name)) as [Actor, Actor, Actor, Actor]

type Options = { settings?: Partial<Settings>; keptDays?: number }

/** Comments and people, and who may not see anything for now. */
async function groundWork(engine: TestEngine, settings: Partial<Settings>) {
  const clock = { now: Date.parse('2030-01-01T00:00:00.000Z') }
  const now = (): number => (clock.now += 1000)
  const closed = new Set<string>()
  const mayOf = async (who: Actor | null) => ({ see: !closed.has(who?.id ?? ''), comment: true, moderate: null })
  const known: { people?: People } = {}
  const ground = await groundOn((specs) => engine.open(specs), {
    settings,
    world: { now },
    mayOf,
    mentioned: async (who, names) => known.people?.lookup.mentioned(who, names) ?? { people: new Map(), most: 10 },
  })
  onTestFinished(() => ground.close())
  const { people, tell } = peopleIn(ground.store)
  known.people = people
  await tell(...NAMES)
  return { ...ground, people, clock, now, closed, mayOf }
}

type GroundWork = Awaited<ReturnType<typeof groundWork>>

function audienceOn({ store, comments, people, now, mayOf }: GroundWork, keptDays: number) {
  const rows = { notifications: store.collection(notifications), inboxes: store.collection(inboxes) }
  const pages = store.collection(audiences)
  const isErased = people.isErased.bind(people)
  const audience = new Audiences({
    ...rows,
    followings: store.collection(followings),
    topicFollowings: store.collection(topicFollowings),
    audiences: pages,
    tellings: store.collection(tellings),
    comments,
    people,
    preferences: new PreferenceBook({ preferences: store.collection(preferences), isErased, now }),
    mayOf,
    isWaiting: async () => true,
    restoredAt: async () => null,
    now,
    keptDays,
  })
  return { ...rows, audience, audiences: pages }
}

/** The centre with all that it stands on; the queue is turned by hand. */
export async function centreOn(engine: TestEngine, { settings = {}, keptDays = 150 }: Options = {}) {
  const ground = await groundWork(engine, settings)
  const { store, comments, people, now, drained } = ground
  const rows = audienceOn(ground, keptDays)
  const published = publishedIn(comments)
  const handler = centreHandler({ forgetErased: async () => {}, ...rows, published, now, random: () => 1, keptDays })
  const state = { position: 0, ids: 0 }
  const log = { ...store.events, positionOf: async () => state.position }
  const newId = (): string => `mark${++state.ids}`
  const isErased = people.isErased.bind(people)
  const hiddenFrom = people.relations.hiddenFrom.bind(people.relations)
  const centre = new Centre({ ...rows, log, comments, hiddenFrom, isErased, now, newId })
  const discussion = await pageOn(ground)
  const command = (who: Actor) => ({ actor: who, ref: { discussion } })
  const handle = async (event: LoggedEvent, position = event.seq): Promise<void> => {
    if (handler.laneOf(event) !== null)
      await handler.handle({ event, position, attempt: 1, signal: new AbortController().signal })
  }
  const waiting = async (): Promise<LoggedEvent[]> => {
    await drained()
    return store.events.read({ partition: store.events.partitionOf(ORG), after: state.position, limit: 1000 })
  }
  return {
    ...ground,
    ...rows,
    handler,
    centre,
    state,
    discussion,
    command,
    handle,
    waiting,
    /** Turns the queue until nothing waits. */
    turn: async (): Promise<void> => {
      const events = await waiting()
      await handler.prepare?.(events)
      for (const event of events) await handle(event)
      state.position = events.at(-1)?.seq ?? state.position
    },
    post: async (who: Actor, text: string, parent: string | null = null) =>
      comments.post(command(who), { text, ...(parent === null ? {} : { parent }) }),
    edit: (who: Actor, slug: string, text: string) => comments.edit(command(who), { slug, text, rev: null }),
    unread: async (who: Actor): Promise<number> => (await centre.counts(who)).unread.count,
    all: async (who: Actor, filter: Filter = 'all') =>
      (await centre.list(who, { filter, limit: 100, cursor: null })).entries,
    /** Puts an event into the log that no part of this makes. */
    note: async (event: Pick<NewEvent, '_id' | 'subject' | 'type' | 'op' | 'after'>): Promise<void> => {
      const events = [{ ...event, org: ORG, at: '2030-01-01T00:00:00.000Z' }]
      await rows.inboxes.update({ _id: 'scratch' }, { $set: { active: event._id } }, { upsert: true, events })
    },
  }
}

const pageOn = async ({ comments }: GroundWork): Promise<string> => {
  const resource = { type: 'page', id: '1' }
  const opening = { org: ORG, resource, title: 'A page', url: 'https://example.org/1' }
  return (await comments.open(actor('root', { role: 'admin' }), opening))._id
}

export type CentreWorld = Awaited<ReturnType<typeof centreOn>>
