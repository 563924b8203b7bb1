import { createStore, type Engine, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../store/src/testing/protocol.ts'
import { aliases, comments as stored, discussions } from '../comments/collections.ts'
import { type Acting, atOnce, type Ended, ended, isDone } from '../comments/conformance/stepped-service.ts'
import { requestKeys } from '../comments/keys-of-requests.ts'
import { Comments, type Judge } from '../comments/service.ts'
import { cases, held, standingOf } from './collections.ts'
import { followingHandler } from './consumers/following.ts'
import { decideHeld, type HeldDecision } from './held.ts'
import type { Held } from './model.ts'
import { Moderation } from './service.ts'
import { ADA, MAY, MEG, ORG, ROOT } from './testing/ground.ts'

type World = { engine: Engine; id: string; discussion: string; position: number }
type Results = Record<string, Ended<Held | null>>

const NOON = Date.UTC(2026, 0, 1, 12)

/** Comments and moderation as one process has them. */
function processOn({ engine, sleep }: Acting, name: string, now = NOON) {
  let ids = 0
  const world = {
    sleep,
    now: () => now,
    random: () => 0,
    newId: () => `${name}Id${++ids}`,
    newPart: () => `${name}${++ids}`.padStart(10, 'x'),
  }
  const store = createStore(engine, world)
  const people = { standing: async () => ({ ban: null, shadow: null, role: null }), sanction: async () => {} }
  const asked = { people, hookOf: async () => null, hostDecides: async () => false }
  const moderation: Moderation = new Moderation({ store, comments: () => comments, ...asked, world })
  const rules = { settings: {}, opensOnFirstComment: true, reactions: {}, origins: [], guestSeconds: 0 }
  const judge: Judge = async () => ({ is: 'hold', why: [], secretly: false })
  const hold: typeof moderation.hold = (holding) => moderation.hold(holding)
  const comments: Comments = new Comments({ store, rulesOf: async () => rules, judge, hold, world })
  return { comments, moderation }
}

const collections = [discussions, aliases, requestKeys, stored, held, cases, standingOf]

/** A database with a discussion and one thing that waits in it. */
async function waiting(): Promise<World> {
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections, partitions: 1, firstVersion })
  const { comments } = processOn({ engine, sleep: atOnce }, 'seed', NOON - 1_000)
  const { _id } = await comments.open(ROOT, { org: ORG, resource: { type: 'page', id: '1' } })
  const { event } = await comments.post({ actor: ADA, ref: { discussion: _id } }, { text: 'hello' })
  return { engine, id: event, discussion: _id, position: 0 }
}

const decides =
  (name: string, by: typeof MAY, decision: HeldDecision) =>
  (world: World & Acting): Promise<Ended<Held | null>> =>
    ended(decideHeld(processOn(world, name).moderation.needs, { actor: by, id: world.id }, decision))

/** The consumer that finishes what was left; one that comes later sees all events again. */
const consumes =
  (name: string) =>
  async (world: World & Acting): Promise<Ended<null>> => {
    const { needs } = processOn(world, name).moderation
    const events = await world.engine.readEvents({ partition: 0, after: world.position, limit: 100 })
    if (events.length > 0) await followingHandler(needs)(events, 0)
    return { done: null }
  }

const APPROVE: HeldDecision = { act: 'approve', reason: null }
const REJECT: HeldDecision = { act: 'reject', reason: null }

const FINAL = new Set(['published', 'rejected'])

async function look(world: World): Promise<{ state: string | undefined; shown: number; created: number }> {
  const { comments, moderation } = processOn({ ...world, sleep: atOnce }, 'look')
  const discussion = await comments.discussion({ discussion: world.discussion })
  const { comments: shown } = await comments.views.chronological(discussion, 'oldest', {
    limit: 10,
    cursor: null,
    page: null,
  })
  const { events } = await contentsOf(world.engine)
  const created = events.filter(({ type, op }) => type === 'comment' && op === 'created').length
  return { state: (await moderation.needs.held.get(world.id))?.state, shown: shown.length, created }
}

type Variant = { others: Record<string, HeldDecision>; isFinished?: boolean }

const protocol = (title: string, { others, isFinished = true }: Variant) =>
  defineProtocol<World, Results>({
    title,
    setUp: waiting,
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: {
      may: decides('may', MAY, APPROVE),
      ...Object.fromEntries(Object.entries(others).map(([name, act]) => [name, decides(name, MEG, act)])),
      consumer: consumes('consumer'),
    },
    fingerprint: async ({ engine }) => {
      const { documents, events } = await contentsOf(engine)
      return [documents, events.map(({ _id }) => _id)]
    },
    exhaustiveUpTo: 300,
    random: 80,
    check: async (world, { acknowledged: { consumer: _consumer, ...ends }, crashed }) => {
      // Whoever comes later meets the event of the approval, twice if need be.
      if (isFinished) for (const name of ['late', 'later']) await consumes(name)({ ...world, sleep: atOnce })
      const { state, shown, created } = await look(world)
      const done = Object.values(ends).flatMap((end) => (isDone(end) && end.done !== null ? [end.done.state] : []))
      if (crashed.length === 0 || done.length > 0) expect(FINAL, 'nothing was decided').toContain(state)
      expect(state === 'approved', 'approved and left').toBe(false)
      expect([shown, created], 'published or not').toEqual(state === 'published' ? [1, 1] : [0, 0])
      expect(new Set([...done, ...(done.length > 0 ? [state] : [])]).size, 'two outcomes').toBeLessThan(2)
      for (const end of Object.values(ends)) if (!isDone(end)) expect(end).toEqual({ refused: 'already-decided' })
    },
  })

describe('what is held, in every order of the calls and with a crash at each', () => {
  it('is published once when two approve it', async ({ annotate }) => {
    const { report } = await exploreProtocol(protocol('approve and approve', { others: { meg: APPROVE } }))
    await annotate(report)
  })

  it('has one outcome when one approves and one rejects it', async ({ annotate }) => {
    const { report } = await exploreProtocol(protocol('approve and reject', { others: { meg: REJECT } }))
    await annotate(report)
  })

  it('stays approved, and is not published, if nobody finishes what was left', async () => {
    await expectBroken(protocol('nobody follows', { others: {}, isFinished: false }), /approved and left/)
  })
})
