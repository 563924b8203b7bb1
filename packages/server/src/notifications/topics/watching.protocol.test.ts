import { createStore, type Engine, type LoggedEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import type { Acting } from '../../comments/conformance/stepped-service.ts'
import { Audiences } from '../audience/audiences.ts'
import * as all from '../collections.ts'
import type { Candidate } from '../model.ts'
import { PreferenceBook } from '../preferences/preferences.ts'
import { type Line, type TopicFollowing, topicFollowingId } from './model.ts'

type World = { engine: Engine; isMoved: boolean }

const ORG = 'org1'
const NOON = Date.UTC(2026, 0, 1, 12)
const AT = new Date(NOON).toISOString()
const AUTHOR = { id: 'author', name: 'author' }
const comment = { slug: 's', author: AUTHOR, mentions: [], parentSlug: null, replyTo: null, status: 'published' }
const EVENT: LoggedEvent = {
  _id: 'e',
  org: ORG,
  subject: 'd',
  type: 'comment',
  op: 'created',
  at: AT,
  after: comment,
  actor: AUTHOR,
  partition: 0,
  seq: 9,
}
/** A leaf with what was merged into it, under a root; and another root, to which the discussion is moved. */
const LINE: Line = [['leaf', 'merged'], ['root']]
const ELSEWHERE: Line = [['other'], ['root']]
const WATCHERS: Readonly<Record<string, readonly string[]>> = {
  leaf: ['a', 'b', 'c'],
  merged: ['b', 'd'],
  root: ['a', 'c', 'e', 'f'],
  other: ['a', 'g'],
}

const following = (topic: string, person: string, level: TopicFollowing['level'] = 'watching'): TopicFollowing => ({
  _id: topicFollowingId(topic, person),
  topic,
  person,
  org: ORG,
  level,
  at: AT,
})

/** What decides who is told as one process has it; people and comments do not change here. */
function audiencesOn({ engine, sleep, isMoved }: World & Acting, forgets: boolean): Audiences {
  const store = createStore(engine, { sleep, now: () => NOON, random: () => 0 })
  const audiences = store.collection(all.audiences)
  const person = (id: string) => ({ _id: id, org: ORG, name: id, role: 'member', hostId: id, erased: null, ban: null })
  const needs = {
    followings: store.collection(all.followings),
    topicFollowings: store.collection(all.topicFollowings),
    audiences: forgets ? { ...audiences, get: async () => null, insert: async () => {} } : audiences,
    preferences: new PreferenceBook({
      preferences: store.collection(all.preferences),
      isErased: async () => false,
      now: () => NOON,
    }),
    comments: { discussion: async () => ({ _id: 'd', org: ORG, resource: { type: 'page', id: '1' }, topic: 'leaf' }) },
    people: {
      get: async (_: string, id: string) => person(id),
      isErased: async () => false,
      relations: { apartFrom: async () => new Map() },
    },
    lineOf: async () => (isMoved ? ELSEWHERE : LINE),
    mayOf: async () => ({ see: true, moderate: null }),
    now: () => NOON,
    keptDays: 1,
    page: 2,
  }
  return new Audiences(needs as unknown as ConstructorParameters<typeof Audiences>[0])
}

const finds =
  (forgets: boolean) =>
  async (world: World & Acting): Promise<Candidate[]> => {
    const found: Candidate[] = []
    for await (const page of audiencesOn(world, forgets).of(EVENT)) found.push(...page)
    return found
  }

/** Somebody mutes the leaf, somebody comes, while it is found out. */
const changes = async ({ engine, sleep }: World & Acting): Promise<void> => {
  const followings = createStore(engine, { sleep, random: () => 0 }).collection(all.topicFollowings)
  await followings.insert(following('leaf', 'e', 'muted'))
  await followings.insert(following('root', 'a2'))
}

async function setUp(): Promise<World> {
  let version = 0
  const engine = await openSqlite({
    file: ':memory:',
    collections: [all.followings, all.topicFollowings, all.audiences, all.preferences],
    partitions: 1,
    firstVersion: () => (version += 1_000),
  })
  const followings = createStore(engine).collection(all.topicFollowings)
  for (const [topic, people] of Object.entries(WATCHERS))
    for (const person of people) await followings.insert(following(topic, person))
  return { engine, isMoved: false }
}

const protocol = (title: string, forgets = false) =>
  defineProtocol<World, { push: Candidate[]; email: Candidate[]; person: void }>({
    title,
    setUp,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: { push: finds(forgets), email: finds(forgets), person: changes },
    fingerprint: async ({ engine }) => (await contentsOf(engine)).documents,
    exhaustiveUpTo: 300,
    random: 150,
    check: async (world, { acknowledged: { push, email } }) => {
      const later = await finds(forgets)({ ...world, sleep: async () => {} })
      for (const found of [push, email]) if (found !== undefined) expect(found, 'another audience').toEqual(later)
      const people = later.map(({ person }) => person)
      expect(new Set(people).size, 'somebody twice').toBe(people.length)
      expect(people, 'somebody missing').toEqual(expect.arrayContaining(['a', 'b', 'c', 'd', 'f']))
    },
  })

describe('who watches the topics of an event, in every order of the calls and with a crash at each', () => {
  it('is the same for two channels, and nobody is missing or there twice, while somebody mutes or comes', async ({
    annotate,
  }) => {
    const { report } = await exploreProtocol(protocol('two channels and a change'))
    await annotate(report)
  })

  it('is not the same if it is not kept', async () => {
    await expectBroken(protocol('nothing is kept', true), /another audience/)
  })

  it('goes on in the new line where the discussion was moved between two pages', async () => {
    const world = { ...(await setUp()), sleep: async () => {} }
    const first: Candidate[] = []
    // Whoever finds it out dies behind the second page.
    let pages = 0
    for await (const page of audiencesOn(world, false).of(EVENT)) {
      first.push(...page)
      if (++pages === 2) break
    }
    const again = await finds(false)({ ...world, isMoved: true })
    expect(first.map(({ person }) => person)).toEqual(['a', 'b', 'c', 'd'])
    expect(again.map(({ person }) => person)).toEqual(['a', 'b', 'c', 'd', 'g', 'e', 'f'])
    await world.engine.close()
  })
})
