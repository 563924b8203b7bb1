import { randomUUID } from 'node:crypto'
import { createStore, type Engine, type LoggedEvent, type Store } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { people as allPeople, relations } from '../../accounts/collections.ts'
import { personId } from '../../accounts/ids.ts'
import { People } from '../../accounts/people.ts'
import type { Actor, Role } from '../../api/actor.ts'
import { collections } from '../../collections.ts'
import { discussions } from '../../comments/collections.ts'
import { everyoneMay, mayAt, type MayOf } from '../../comments/permission.ts'
import { Comments } from '../../comments/service.ts'
import { passedOver } from '../../comments/testing/ground.ts'
import { held as allHeld } from '../../moderation/collections.ts'
import { Moderation } from '../../moderation/service.ts'
import * as all from '../collections.ts'
import { Explainer } from '../explain.ts'
import type { Candidate, Channel, Item, Notification, Skip } from '../model.ts'
import { PreferenceBook } from '../preferences/preferences.ts'
import { type Forest, idOfTopic, planted } from '../topics/forest.fixtures.ts'
import { TopicLevels } from '../topics/topic-levels.ts'
import { Audiences } from './audiences.ts'
import { Levels } from './levels.ts'

export const ORG = 'org1'
const DAY_MS = 86_400_000
const ROOT = { name: 'root', role: 'admin' } as const
const STAFF = [ROOT, { name: 'may', role: 'moderator' }] as const

export const actor = (name: string, role: Role = 'member'): Actor => ({
  org: ORG,
  id: personId(ORG, name),
  name,
  role,
  kind: 'person',
  hostId: name,
})
export const idOf = (name: string): string => actor(name).id

export type Ground = Awaited<ReturnType<typeof groundIn>>

/** Comments, people, moderation and all that decides who is told, on a database of its own. */
export async function groundOn(
  engine: TestEngine,
  names: readonly string[] = ['ada', 'bob', 'cy', 'dee'],
): Promise<Ground> {
  const ground = await groundIn(await engine.open(collections), names)
  onTestFinished(() => ground.store.close())
  return ground
}

export async function groundIn(engine: Engine, names: readonly string[]) {
  const modules = modulesOn(createStore(engine))
  const { world, people, comments } = modules
  const tell = (name: string, role: Role): Promise<void> =>
    people.tell({ org: ORG, hostId: name, name, role }, world.now++)
  for (const name of names) await tell(name, 'member')
  for (const { name, role } of STAFF) await tell(name, role)
  // Who has just come may mention fewer.
  world.now += 2 * DAY_MS
  const opening = { org: ORG, resource: { type: 'page', id: '1' } }
  const { _id: discussion } = await comments.open(actor(ROOT.name, ROOT.role), opening)
  const tellers = tellersOn(modules)
  const looks = looksAt({ ...modules, ...tellers }, names)
  return { ...modules, ...tellers, ...looks, ...actsIn({ ...modules, ...tellers }, discussion), discussion }
}

type World = { now: number; mayOf: MayOf; restored: string | null; isHeld: boolean; forest: Forest }

function modulesOn(store: Store) {
  const world: World = { now: Date.UTC(2026, 0, 1), mayOf: everyoneMay, restored: null, isHeld: false, forest: {} }
  const now = (): number => world.now++
  const topics = planted(ORG, () => world.forest)
  const mayOf = mayAt({ host: (who, org, resource) => world.mayOf(who, org, { ...resource, topic: null }), ...topics })
  const people = new People({
    people: store.collection(allPeople),
    relations: store.collection(relations),
    hookOf: async () => null,
    now,
    newId: randomUUID,
    onFailure: passedOver,
  })
  const moderation: Moderation = new Moderation({
    store,
    comments: () => comments,
    people,
    hookOf: async () => null,
    hostDecides: async () => false,
    world: { now },
  })
  const rules = { settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 3600 }
  const comments: Comments = new Comments({
    store,
    rulesOf: async () => rules,
    mayOf,
    mentioned: (by, asked) => people.lookup.mentioned(by, asked),
    judge: async () => (world.isHeld ? { is: 'hold', why: [], secretly: false } : { is: 'publish' }),
    hold: (holding) => moderation.hold(holding),
    world: { now },
  })
  return { store, world, now, topics, mayOf, people, moderation, comments }
}

type Modules = ReturnType<typeof modulesOn>

function tellersOn({ store, world, now, topics, mayOf, people, comments }: Modules) {
  const isErased = (whose: { org: string; id: string }): Promise<boolean> => people.isErased(whose)
  const preferences = new PreferenceBook({ preferences: store.collection(all.preferences), isErased, now })
  const held = store.collection(allHeld)
  const needs = {
    followings: store.collection(all.followings),
    topicFollowings: store.collection(all.topicFollowings),
    ...topics,
    audiences: store.collection(all.audiences),
    notifications: store.collection(all.notifications),
    inboxes: store.collection(all.inboxes),
    tellings: store.collection(all.tellings),
    comments,
    people,
    preferences,
    mayOf,
    isWaiting: async (_: string, id: string) => (await held.get(id))?.state === 'waiting',
    restoredAt: async () => world.restored,
    now,
    keptDays: 150,
    page: 500,
  }
  const audiences = new Audiences(needs)
  const levels = new Levels({ ...needs, isErased })
  const topicLevels = new TopicLevels({ ...needs, isErased })
  const explainer = new Explainer({
    hasPush: true,
    ...needs,
    windows: store.collection(all.windows),
    log: store.events,
  })
  return { needs, preferences, audiences, levels, topicLevels, explainer }
}

type Tellers = ReturnType<typeof tellersOn>

/** Who is told of an event, and what is in the way of it. */
function looksAt({ store, world, audiences, needs }: Modules & Tellers, names: readonly string[]) {
  const logged = async (): Promise<LoggedEvent[]> => {
    await store.events.settle()
    return store.events.read({ partition: store.events.partitionOf(ORG), after: 0, limit: 1000 })
  }
  const eventOf = async (id: string): Promise<LoggedEvent> => {
    const found = (await logged()).find(({ _id }) => _id === id)
    if (found === undefined) throw new Error(`There is no event ${id}.`)
    return found
  }
  const candidates = async (id: string): Promise<Candidate[]> => {
    await audiences.prepare(await logged())
    const found: Candidate[] = []
    for await (const page of audiences.of(await eventOf(id))) found.push(...page)
    return found
  }
  /** By name, with the reason, and after `-` why not. */
  const told = async (id: string): Promise<Record<string, string>> => {
    const nameOf = new Map([...names, ...STAFF.map(({ name }) => name)].map((name) => [idOf(name), name]))
    const found = (await candidates(id)).map(({ person, reason, skip }) => [
      nameOf.get(person) ?? person,
      skip === null ? reason : `${reason} - ${skip}`,
    ])
    return Object.fromEntries(found)
  }
  const itemOf = async (id: string, name: string): Promise<Item> => {
    const found = (await candidates(id)).find(({ person }) => person === idOf(name))
    if (found === undefined) throw new Error(`${name} is no candidate.`)
    return audiences.aboutOf(await eventOf(id), found)
  }
  const check = async (id: string, name: string, channel: Channel = 'centre'): Promise<Skip | null> =>
    (await audiences.check(await itemOf(id, name), channel)).skip
  /** What the centre would write. */
  const write = async (id: string, name: string, more: Partial<Notification> = {}): Promise<void> => {
    const item = await itemOf(id, name)
    const marks = { seen: null, read: null, archived: null, retracted: null, retractedFor: null }
    const state = { skip: null, isShown: true, isUnread: true, ...marks, ...more }
    const _id = `${item.person}~${item.event}`
    const at = new Date(world.now).toISOString()
    await needs.notifications.insert({ _id, ...item, position: 1, written: at, group: 'g', expires: at, ...state })
  }
  return { logged, eventOf, candidates, told, itemOf, check, write }
}

/** What people do in the discussion. */
function actsIn({ store, comments, levels, topicLevels, preferences }: Modules & Tellers, discussion: string) {
  const ref = { discussion }
  return {
    say: async (name: string, text: string, parent: string | null = null) => {
      const { event, comment } = await comments.post({ actor: actor(name), ref }, { text, parent })
      return { event, slug: comment.slug }
    },
    edit: async (by: Actor, slug: string, text: string) =>
      (await comments.edit({ actor: by, ref }, { slug, text })).event,
    remove: (name: string, slug: string) => comments.delete({ actor: actor(name), ref }, slug),
    level: (name: string, level: Parameters<Levels['set']>[2]) => levels.set(actor(name), ref, level),
    /** Puts the discussion into a topic. */
    place: async (topic: string) => {
      const change = { $set: { topic: idOfTopic(topic) } }
      await store.collection(discussions).update({ _id: discussion }, change)
    },
    topicLevel: (name: string, topic: string, level: Parameters<TopicLevels['set']>[2]) =>
      topicLevels.set(actor(name), idOfTopic(topic), level),
    choose: (name: string, patch: Parameters<PreferenceBook['change']>[1]) =>
      preferences.change(actor(name), patch, { ifMatch: null }),
  }
}
