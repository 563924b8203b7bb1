import { type Collection, type CollectionOf, createStore } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { posts, postNumbers, walls } from '../collections.ts'
import type { Mark, Post, WallRow } from '../model.ts'
import { allOf } from '../testing/recounting.ts'
import {
  type Actor,
  atTheSameTime,
  type Case,
  follow,
  NOON,
  type Process,
  processOn,
  unlessRefused,
  type World,
} from '../testing/stepped.ts'
import { actorOf, toAll } from '../testing/village.ts'
import { Walls } from '../walls/walls.ts'

const [ADA, BOB] = [actorOf('ada'), actorOf('bob')]
/** The first post that a process of this name writes. */
const firstOf = (name: string): string => `${name}P1`

const all = <D extends { _id: string }>({ engine }: World, spec: CollectionOf<D>): Promise<D[]> =>
  allOf(createStore(engine), spec)

const consumes: Actor = (acting) => follow(acting, 'consumer')

/** A process with something left out, for a control. */
type Lacking = (service: Process) => Process
const whole: Lacking = (service) => service

type Writing = { key?: string | null; draft?: object; lacking?: Lacking }
const writes =
  (name: string, { key = null, draft = {}, lacking = whole }: Writing = {}): Actor =>
  (acting) => {
    const service = lacking(processOn(acting, name))
    return unlessRefused(service.write({ actor: ADA, key }, { text: 'hello', audience: toAll, ...draft }))
  }

const reposts =
  (name: string, lacking: Lacking = whole): Actor =>
  (acting) =>
    unlessRefused(lacking(processOn(acting, name)).repost(BOB, firstOf('ada'), toAll))

/** Deletes the repost that there is, if there is one. */
const deletesRepost: Actor = async (acting) => {
  const service = processOn(acting, 'deleter')
  const mark = await service.needs.marks.get(`${BOB.id}~${firstOf('ada')}`)
  const repost = mark?.repost ?? null
  if (repost !== null) await unlessRefused(service.delete(BOB, repost))
}

const repostsIn = async (world: World): Promise<Post[]> =>
  (await all(world, posts)).filter(({ kind, status }) => kind === 'repost' && status === 'published')

const REPOST: Case = {
  title: 'two tries of a repost at once',
  before: writes('ada'),
  actors: { one: reposts('one'), two: reposts('two'), consumer: consumes },
  check: async (world) => {
    await reposts('late')({ ...world, sleep: async () => {} })
    expect(await repostsIn(world), 'passed on once').toHaveLength(1)
  },
}

const REPOST_AGAIN: Case = {
  title: 'a repost that is deleted, and made again',
  before: async (acting) => {
    await writes('ada')(acting)
    await reposts('before')(acting)
  },
  actors: { deleter: deletesRepost, again: reposts('again'), consumer: consumes },
  check: async (world) => {
    await reposts('late')({ ...world, sleep: async () => {} })
    expect(await repostsIn(world), 'passed on in the end').toHaveLength(1)
  },
}

const KEYED: Case = {
  title: 'two tries of a post under one key',
  actors: { one: writes('one', { key: 'k' }), two: writes('two', { key: 'k' }), consumer: consumes },
  check: async (world, { one, two }) => {
    const late = await writes('late', { key: 'k' })({ ...world, sleep: async () => {} })
    const answers = [one, two, late].filter((answer) => answer !== undefined)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, 'one answer').toBe(1)
    expect(await all(world, posts), 'one post').toHaveLength(1)
  },
}

const deletes: Actor = (acting) => unlessRefused(processOn(acting, 'deleter').delete(ADA, firstOf('ada')))

/** Rows are what follows from the posts, whoever was slow. */
const expectRows = async (world: World): Promise<void> => {
  const rows = await all(world, walls)
  const [post] = await all(world, posts)
  const shown = rows.filter(({ state }) => state !== 'gone').map(({ state }) => state)
  const isGone = post === undefined || post.status === 'deleted'
  expect(shown.toSorted(), 'rows').toEqual(
    isGone ? [] : post.wall === null ? ['shown'] : [post.wallState, 'shown'].toSorted(),
  )
}

const DELETED: Case = {
  title: 'a post is deleted while its rows are written',
  actors: { writer: writes('ada'), deleter: deletes, consumer: consumes },
  check: expectRows,
}

const lets: Actor = (acting) => unlessRefused(processOn(acting, 'owner').review(BOB, firstOf('ada'), true))

const LET: Case = {
  title: 'a post on a wall is let show while its rows are written',
  before: (acting) => processOn(acting, 'before').follow(BOB, ADA.id),
  actors: { writer: writes('ada', { draft: { wall: BOB.id } }), owner: lets, consumer: consumes },
  check: expectRows,
}

const votes =
  (name: string, choice: number, lacking: Lacking = whole): Actor =>
  (acting) =>
    unlessRefused(lacking(processOn(acting, name)).vote(BOB, firstOf('ada'), [choice]))

const POLL = { poll: { choices: ['yes', 'no'], isMultiple: false, seconds: 60 } }

const VOTED: Case = {
  title: 'C8.10: one votes twice at once',
  before: writes('ada', { draft: POLL }),
  actors: { one: votes('one', 0), two: votes('two', 1), consumer: consumes },
  check: async (world, { one, two }) => {
    const [numbers] = await all(world, postNumbers)
    expect(numbers?.voters ?? 0, 'one vote').toBeLessThanOrEqual(1)
    expect(
      [one, two].filter((answer) => answer !== undefined && answer !== null).length,
      'one is taken',
    ).toBeLessThanOrEqual(1)
    expect((numbers?.votes ?? []).reduce((sum, count) => sum + count, 0)).toBe(numbers?.voters ?? 0)
  },
}

describe('posts, in any order of the calls and with a crash anywhere', () => {
  it.for([REPOST, REPOST_AGAIN, KEYED, DELETED, LET, VOTED])('$title', async (each, { annotate }) => {
    const { report } = await exploreProtocol(atTheSameTime(each))
    await annotate(report)
  })

  it.for([
    {
      what: 'the revision in rows of walls',
      reason: /: rows:/,
      case: { ...DELETED, actors: { ...DELETED.actors, writer: writes('ada', { lacking: withoutRevisions }) } },
    },
    {
      what: 'a mark that names the repost first',
      reason: /passed on once/,
      case: { ...REPOST, actors: { one: reposts('one', withoutMarks), two: reposts('two', withoutMarks) } },
    },
    {
      what: 'a key',
      reason: /one (post|answer)/,
      case: { ...KEYED, actors: { one: writes('one'), two: writes('two') } },
    },
    {
      what: 'a look at the vote that stands',
      reason: /one vote|one is taken/,
      case: { ...VOTED, actors: { one: votes('one', 0, forgetful), two: votes('two', 1, forgetful) } },
    },
  ])('would not be right without $what', async ({ case: each, reason }) => {
    await expectBroken(atTheSameTime({ ...each, simplest: 3_000 }), reason)
  })
})

/** Every row seems to be of a post as it was before. */
const withoutRevisions: Lacking = (service) => {
  const own = service.store.collection(walls)
  const blind: Collection<WallRow>['change'] = (id, decide) =>
    own.change(id, (now, to) => decide(now && { ...now, rev: 0 }, to))
  const rows = withMembers(own, { change: blind })
  Object.assign(service.needs, { walls: new Walls(rows, () => NOON) })
  return service
}

/** What somebody gave a post is as it was before they gave anything. */
const forgetful: Lacking = (service) => {
  const { marks } = service.needs
  const change: Collection<Mark>['change'] = (id, decide) =>
    marks.change(id, (now, to) => decide(now && { ...now, votes: null }, to))
  Object.assign(service.needs, { marks: withMembers(marks, { change }) })
  return service
}

const withoutMarks: Lacking = (service) => {
  const change = async () => ({ doc: null })
  Object.assign(service.needs, { marks: withMembers(service.needs.marks, { change }) })
  return service
}
