import { type CollectionSpec, Duplicate, type Engine } from '@palaver/store'
import { describe, it } from 'vitest'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { discussions } from '../../comments/collections.ts'
import type { Comments } from '../../comments/service.ts'
import { formerPlaces, listings, topicCounts, topics, trees } from '../collections.ts'
import { fileDiscussion } from './filing.ts'
import { ADMIN, ANN, MODERATOR } from './listings.fixtures.ts'
import { expectExact } from './stepped-exact.fixtures.ts'
import { type Alter, fingerprint, type Making, worldWith } from './stepped-worlds.fixtures.ts'
import { type Acting, drain, follow, type Follower, idOf, processOn, starting, type World } from './stepped.fixtures.ts'

type Actor = (acting: Acting) => Promise<void>

const follows =
  (follower: Follower, name: string, batch = 10): Actor =>
  (acting) =>
    follow(acting, follower, { name, batch })

/** Each may have been overtaken by the other, and not know it. */
const slow = follows('topics', 's', 1)
const fast = follows('topics', 'f')
const counter = follows('counters', 'c')

/** The first id that a process of this name gives, to the discussion that it starts. */
const first = (name: string): string => `${name}I1`

const ONE = first('one')

const refiles =
  (discussion: string, to: string): Actor =>
  async (acting) => {
    const command = { actor: MODERATOR, ref: { discussion } }
    await processOn(acting, `to${to}`).comments.configure(command, { topic: idOf(to) })
  }

const starts =
  (name: string, topic: string): Actor =>
  async (acting) => {
    await starting(acting, { name, topic })
  }

const movesTopic =
  (key: string, under: string): Actor =>
  async (acting) => {
    const change = { parent: idOf(under) }
    await processOn(acting, 'arranger').topics.revise({ actor: ADMIN }, idOf(key), { change })
  }

const merges =
  (key: string, into: string): Actor =>
  async (acting) => {
    await processOn(acting, 'merger').topics.merge({ actor: ADMIN }, idOf(key), idOf(into))
  }

const says =
  (discussion: string): Actor =>
  async (acting) => {
    await processOn(acting, 'speaker').comments.post({ actor: ANN, ref: { discussion } }, { text: 'Well.' })
  }

/** Follows the first event alone, and has read the discussion before it went from `A` elsewhere. */
const late: Actor = async (acting) => {
  const { comments, topics: service } = processOn(acting, 'late')
  const [event] = await acting.engine.readEvents({ partition: 0, after: acting.places.topics, limit: 1 })
  const card: Comments['card'] = async (id) => {
    const now = await comments.card(id)
    return now === null ? null : { ...now, rev: 1, topic: idOf('A'), filing: { ...now.filing, topic: idOf('A') } }
  }
  const needs = { ...service.listings.needs, comments: () => withMembers(comments, { card }) }
  await fileDiscussion(needs, { discussion: ONE, seq: event?.seq ?? 0, isCount: false })
}

const unchanged = [trees, topics, formerPlaces]

/** One discussion in `A`, of which nobody has heard yet. */
const one = worldWith(
  async (acting) => {
    await starts('one', 'A')(acting)
    await says(ONE)(acting)
  },
  { unchanged },
)

/** The same, but it is in no list before it is counted. */
const untitled = worldWith(
  async (acting) => {
    await starting(acting, { name: 'one', topic: 'A', title: null })
    await says(ONE)(acting)
  },
  { unchanged },
)

/** It was opened, went elsewhere and was counted beside another that is in the lists already; nobody has followed yet. */
const happened = worldWith(
  async (acting) => {
    await starts('other', 'A')(acting)
    await drain(acting, 'before')
    await starts('one', 'A')(acting)
    await says(ONE)(acting)
    await refiles(ONE, 'B')(acting)
    await counter(acting)
  },
  { unchanged },
)

/** One discussion in that topic, which is in all lists already. */
const known = (topic: string, setting: Parameters<typeof worldWith>[1] = {}): Making =>
  worldWith(async (acting) => {
    await starts('one', topic)(acting)
    await drain(acting, 'before')
  }, setting)

/** The same in `C`, which has gone under `B`: the lists do not know that yet. */
const moved = worldWith(
  async (acting) => {
    await starts('one', 'C')(acting)
    await drain(acting, 'before')
    await movesTopic('C', 'B')(acting)
  },
  { unchanged },
)

type Case = { title: string; make: Making; actors: Record<string, Actor> }

const ELSEWHERE: Case = {
  title: 'two follow while it goes elsewhere',
  make: one,
  actors: { slow, fast, mover: refiles(ONE, 'B') },
}
const HAPPENED: Case = { title: 'two follow what has happened', make: happened, actors: { slow, fast } }
const LATE: Case = { title: 'one follows who has seen it before', make: happened, actors: { slow, late } }
const COUNTED: Case = { title: 'two follow while it is counted', make: one, actors: { slow, fast, counter } }
const COUNTED_ELSEWHERE: Case = {
  title: 'it is counted and goes elsewhere',
  make: one,
  actors: { fast, counter, mover: refiles(ONE, 'B') },
}
const UNTITLED: Case = { ...COUNTED_ELSEWHERE, title: 'it has no title, is counted and goes elsewhere', make: untitled }
const BACK: Case = {
  title: 'it goes elsewhere and back',
  make: one,
  actors: { fast, there: refiles(ONE, 'B'), back: refiles(ONE, 'A') },
}
const ABOVE: Case = {
  title: 'it goes to the topic above',
  make: known('C', { unchanged }),
  actors: { mover: refiles(ONE, 'A'), fast },
}
const MOVED: Case = {
  title: 'its topic was moved, another is started there, and it leaves',
  make: moved,
  actors: { slow, fast, starter: starts('two', 'C'), mover: refiles(ONE, 'A') },
}
const MOVING: Case = {
  title: 'its topic is moved while another is started there, and it leaves',
  make: known('C'),
  actors: { arranger: movesTopic('C', 'B'), fast, starter: starts('two', 'C'), mover: refiles(ONE, 'A') },
}
const MERGING: Case = {
  title: 'its topic is merged while another is started there',
  make: known('A'),
  actors: { merger: merges('A', 'B'), slow, fast, starter: starts('two', 'A') },
}
const CASES = [HAPPENED, LATE, ELSEWHERE, COUNTED, COUNTED_ELSEWHERE, UNTITLED, BACK, ABOVE, MOVED, MOVING, MERGING]

/** As many times the runs: PROTOCOL_DEPTH=20 searches for some minutes. */
const DEPTH = Number(process.env['PROTOCOL_DEPTH'] ?? 1)

/**
 * Either the simplest orders first, in which each process makes one call at a time, or any at random, in which also
 * what a process does at the same time comes in any order.
 */
type Search = { simplest: number } | { random: number; crashes: 0 | 1 }

const protocol = ({ title, make, actors }: Case, search: Search, alter?: Alter) =>
  defineProtocol<World, Record<string, void>>({
    title,
    setUp: () => make({ inTurn: 'simplest' in search, ...(alter && { alter }) }),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    crashes: 'simplest' in search ? 0 : search.crashes,
    fingerprint,
    check: expectExact,
    maxSteps: 2_000,
    exhaustiveUpTo: 'simplest' in search ? search.simplest * DEPTH : 0,
    random: 'simplest' in search ? 0 : search.random * DEPTH,
  })

describe.for<[string, Search]>([
  ['in the simplest orders', { simplest: 30 }],
  ['in any order', { random: 100, crashes: 0 }],
  ['in any order, if one dies', { random: 50, crashes: 1 }],
])('lists and numbers are exact in the end, %s', { timeout: 1_800_000 }, ([, search]) => {
  it.for(CASES)('$title', async (each, { annotate }) => {
    const { report } = await exploreProtocol(protocol(each, search))
    await annotate(report)
  })
})

type Update = Engine['update']

/** Updates of one collection do not ask for these fields. */
const withoutConditions =
  (spec: CollectionSpec, ...paths: readonly string[]): Alter =>
  (engine) => {
    const update: Update = (collection, request) => {
      if (collection.name !== spec.name) return engine.update(collection, request)
      const where = request.where.filter((clause) => !('path' in clause) || !paths.includes(clause.path))
      return engine.update(collection, { ...request, where })
    }
    return withMembers(engine, { update })
  }

/** Nor for the version that was read. */
const withoutVersions =
  (spec: CollectionSpec): Alter =>
  (engine) => {
    const update: Update = (collection, request) =>
      engine.update(collection, collection.name === spec.name ? { ...request, version: null } : request)
    return withMembers(engine, { update })
  }

/** What is taken out of a list is removed, and nothing stays in its place. */
const withoutTombstones: Alter = (engine) => {
  const insert: Engine['insert'] = async (collection, doc, events) => {
    if (collection.name === listings.name && doc['audience'] === 'none') return
    await engine.insert(collection, doc, events)
  }
  const update: Update = async (collection, request) => {
    if (collection.name !== listings.name) return engine.update(collection, request)
    const answer = await engine.update(collection, { ...request, returning: 'after' })
    if (answer.doc?.['expires'] !== undefined)
      await engine.remove(collection, { id: request.id, where: [], version: null, events: [] })
    return answer
  }
  return withMembers(engine, { insert, update })
}

/** A row that was taken out by an event is put there by the same event. */
const withTies: Alter = (engine) => {
  const update: Update = (collection, request) => {
    if (collection.name !== listings.name) return engine.update(collection, request)
    const where = request.where.map((clause) =>
      'tests' in clause
        ? { ...clause, tests: clause.tests.map((test) => (test.op === 'lt' ? { ...test, op: 'lte' as const } : test)) }
        : clause,
    )
    return engine.update(collection, { ...request, where })
  }
  return withMembers(engine, { update })
}

/** Who finds a row where there was none a moment ago does not look what it is. */
const withoutLookingAgain: Alter = (engine) => {
  const insert: Engine['insert'] = async (collection, doc, events) => {
    try {
      await engine.insert(collection, doc, events)
    } catch (error) {
      if (collection.name !== listings.name || !(error instanceof Duplicate)) throw error
    }
  }
  return withMembers(engine, { insert })
}

/** Nobody knows which events are in a number. */
const withoutCounted: Alter = (engine) => {
  const get: Engine['get'] = async (collection, id) => {
    const found = await engine.get(collection, id)
    return found === null || collection.name !== topicCounts.name
      ? found
      : { ...found, doc: { ...found.doc, counted: 0 } }
  }
  return withMembers(engine, { get })
}

describe('what it would be without', { timeout: 1_800_000 }, () => {
  it.for([
    {
      what: 'the topic in the write of the counters',
      case: COUNTED_ELSEWHERE,
      alter: withoutConditions(discussions, 'topic'),
      reason: /count /,
    },
    {
      what: 'what stays of a row that was taken out',
      case: ELSEWHERE,
      alter: withoutTombstones,
      reason: /row-surplus/,
    },
    { what: 'the guard of rows', case: ELSEWHERE, alter: withoutConditions(listings, 'seq'), reason: /row-/ },
    { what: 'a look at who was first with the same event', case: ELSEWHERE, alter: withTies, reason: /row-surplus/ },
    { what: 'the guard of numbers', case: COUNTED, alter: withoutCounted, reason: /count / },
    { what: 'the version of numbers', case: HAPPENED, alter: withoutVersions(topicCounts), reason: /count / },
    {
      what: 'the revision of what is hidden',
      case: ABOVE,
      alter: withoutConditions(listings, 'rev'),
      reason: /row-wrong/,
    },
  ])('$what', async ({ case: each, alter, reason }) => {
    await expectBroken(protocol(each, { simplest: 2_000 }, alter), reason)
  })

  it('a second look at a row that somebody else put there', async () => {
    await expectBroken(protocol(ELSEWHERE, { random: 2_000, crashes: 0 }, withoutLookingAgain), /row-/)
  })
})
