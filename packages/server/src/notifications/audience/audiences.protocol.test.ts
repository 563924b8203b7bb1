import { createStore, type Engine, type LoggedEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import type { Acting } from '../../comments/conformance/stepped-service.ts'
import * as all from '../collections.ts'
import type { Candidate, Following } from '../model.ts'
import { PreferenceBook } from '../preferences/preferences.ts'
import { Audiences } from './audiences.ts'
import { followingId } from './levels.ts'

type World = { engine: Engine }

const ORG = 'org1'
const NOON = Date.UTC(2026, 0, 1, 12)
const AT = new Date(NOON).toISOString()
const DISCUSSION = { _id: 'd', org: ORG, resource: { type: 'page', id: '1' } }
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

const following = (person: string, more: Partial<Following>): Following => ({
  _id: followingId('d', person),
  discussion: 'd',
  person,
  org: ORG,
  level: null,
  at: AT,
  ...more,
})

/** What decides who is told as one process has it; people and comments do not change here. */
function audiencesOn({ engine, sleep }: Acting, forgets: boolean): Audiences {
  const store = createStore(engine, { sleep, now: () => NOON, random: () => 0 })
  const audiences = store.collection(all.audiences)
  const person = (id: string) => ({ _id: id, org: ORG, name: id, role: 'member', hostId: id, erased: null, ban: null })
  const needs = {
    followings: store.collection(all.followings),
    audiences: forgets ? { ...audiences, get: async () => null, insert: async () => {} } : audiences,
    preferences: new PreferenceBook({
      preferences: store.collection(all.preferences),
      isErased: async () => false,
      now: () => NOON,
    }),
    comments: { discussion: async () => DISCUSSION },
    people: {
      get: async (_: string, id: string) => person(id),
      isErased: async () => false,
      relations: { apartFrom: async () => new Map() },
    },
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

/** Somebody is muted and somebody comes, while it is found out. */
const changes = async ({ engine, sleep }: World & Acting): Promise<void> => {
  const followings = createStore(engine, { sleep, random: () => 0 }).collection(all.followings)
  await followings.update({ _id: followingId('d', 'b') }, { $set: { level: 'muted' } })
  await followings.insert(following('a2', { level: 'watching' }))
}

async function setUp(): Promise<World> {
  let version = 0
  const engine = await openSqlite({
    file: ':memory:',
    collections: [all.followings, all.audiences, all.preferences],
    partitions: 1,
    firstVersion: () => (version += 1_000),
  })
  const followings = createStore(engine).collection(all.followings)
  for (const id of ['a', 'b', 'c']) await followings.insert(following(id, { takesPart: 1 }))
  return { engine }
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
      expect(people, 'somebody missing').toEqual(expect.arrayContaining(['a', 'b', 'c']))
    },
  })

describe('whom an event concerns, in every order of the calls and with a crash at each', () => {
  it('D10: is the same for two channels that find it out at once, while somebody mutes and somebody comes', async ({
    annotate,
  }) => {
    const { report } = await exploreProtocol(protocol('two channels and a change'))
    await annotate(report)
  })

  it('is not the same if it is not kept', async () => {
    await expectBroken(protocol('nothing is kept', true), /another audience/)
  })
})
