import { createStore, type Engine, type Handler, type Store } from '@palaver/store'
import type { Actor, Role } from '../../api/actor.ts'
import { collections } from '../../collections.ts'
import { COUNTERS, countersHandler } from '../../comments/consumers/counters.ts'
import { FOLLOW_UP, followUp } from '../../comments/consumers/follow-up.ts'
import type { LayoutName } from '../../comments/model.ts'
import { Comments, mayAt } from '../../comments/service.ts'
import { passedOver, tickingClock } from '../../comments/testing/ground.ts'
import { realWorld } from '../../comments/world.ts'
import { treeId } from '../ids.ts'
import { Topics } from '../service.ts'
import type { Topic } from '../model.ts'
import type { NewTopic } from '../changes/create.ts'
import { TOPICS, topicsHandler } from './consumer.ts'
import type { ListQuery } from './listings.ts'

export const ORG = 'org1'
export const TREE = treeId(ORG, 'main')

export const person = (id: string, role: Role = 'member', kind: Actor['kind'] = 'person'): Actor => ({
  org: ORG,
  id,
  name: id,
  role,
  kind,
})
export const ADMIN = person('admin', 'admin')
export const ANN = person('ann')
export const MODERATOR = person('mona', 'moderator')
export const GUEST = person('guest', 'member', 'guest')

export type ListGround = {
  store: Store
  comments: Comments
  topics: Topics
  add: (name: string, said?: Partial<NewTopic>) => Promise<Topic>
  /** Starts a discussion in a topic, by its id; gives the discussion's. */
  start: (topic: Topic | string, title: string, by?: Actor) => Promise<string>
  say: (discussion: string, by?: Actor) => Promise<string>
  /** Titles in a topic, as somebody sees them. */
  list: (topic: Topic, asked?: Partial<ListQuery>, by?: Actor | null) => Promise<string[]>
  drained: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  layout?: LayoutName
  /** Whether the lists are followed all the time. */
  follows?: boolean
  hides?: (actor: Actor | null, resource: { id: string }) => boolean
  changed?: (tree: string, event: string) => void
}

/** Comments and topics together on a database of their own, with the consumers that they need. */
export async function listGround(
  open: (specs: typeof collections) => Promise<Engine>,
  { layout = 'per-comment', follows = true, hides = () => false, changed = () => {} }: Options = {},
): Promise<ListGround> {
  const store = createStore(await open(collections))
  const world = { ...realWorld, now: tickingClock() }
  const rules = { settings: { layout }, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 3600 }
  const comments: Comments = new Comments({
    store,
    world,
    rulesOf: async (org) => (org === ORG ? rules : null),
    mayOf: mayAt({
      host: async (actor, _org, resource) => ({ see: !hides(actor, resource), comment: true, moderate: null }),
      sees: (...asked) => topics.sees(...asked),
    }),
    topics: {
      sees: (...asked) => topics.sees(...asked),
      startIn: (...asked) => topics.startIn(...asked),
      fileIn: (...asked) => topics.fileIn(...asked),
      left: (...asked) => topics.listings.withdraw(...asked),
    },
  })
  const topics: Topics = new Topics({ store, world, comments: () => comments, changed })
  const onError = (error: unknown): void => {
    throw error
  }
  const running = [
    store.consume(FOLLOW_UP, followUp(comments.needs, passedOver), { onError }),
    store.consume(COUNTERS, countersHandler(comments.needs), { onError }),
    ...(follows ? [store.consume(TOPICS, topicsHandler(topics.listings.needs), { onError })] : []),
  ]
  await topics.trees.create(ADMIN, { key: 'main', name: 'Main' })
  return {
    store,
    comments,
    topics,
    add: async (name, said = {}) => (await topics.create({ actor: ADMIN }, 'main', { name, ...said })).topic,
    start: async (topic, title, by = ANN) => {
      const resource = { type: 'talk', id: world.newId() }
      const draft = { text: `First of ${title}`, title, topic: typeof topic === 'string' ? topic : topic._id }
      return (await comments.post({ actor: by, ref: { org: ORG, resource } }, draft)).discussion
    },
    say: async (discussion, by = ANN) =>
      (await comments.post({ actor: by, ref: { discussion } }, { text: 'More.' })).comment.slug,
    list: async (topic, asked = {}, by = null) => {
      const standing = await topics.require(ORG, topic._id)
      const query = { within: 'all', sort: 'activity', limit: 50, cursor: null, ...asked } as const
      return (await topics.discussionsIn(by, standing, query)).discussions.map(({ title }) => title ?? '')
    },
    drained: async () => {
      for (let round = 0; round < 4; round++) {
        await store.events.settle()
        await Promise.all(running.map((consumer) => consumer.drained()))
      }
    },
    close: () => store.close(),
  }
}

/** All events there are, in order. */
export async function allEvents({ store: { events } }: ListGround): Promise<Parameters<Handler>[0]> {
  await events.settle()
  return events.read({ partition: events.partitionOf(ORG), after: 0, limit: 10_000 })
}
