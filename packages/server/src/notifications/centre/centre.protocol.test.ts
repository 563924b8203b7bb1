import { createStore, defineCollection, type Engine, type LoggedEvent, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { actor } from '../../accounts/people.fixtures.ts'
import { type Acting, atOnce } from '../../comments/conformance/stepped-service.ts'
import { pageId } from '../audience/stored.ts'
import { audiences, inboxes, notifications } from '../collections.ts'
import type { Audience, Candidate, Item } from '../model.ts'
import { Centre } from './centre.ts'
import { centreHandler } from './handler.ts'

const ORG = 'org1'
const BOB = actor('bob')
const NOON = Date.UTC(2030, 0, 1, 12)
const AT = new Date(NOON).toISOString()
const SCENE = { discussion: 'd', slug: 's' }

/** How far the consumer has come, where the store would keep it; and what the test began with. */
const positions = defineCollection<{ _id: string; position: number }>({ name: 'positions' })
const collections = [notifications, inboxes, audiences, positions]

type World = { engine: Engine }
type Variant = { writesFirst?: boolean; isBounded?: boolean; deletes?: boolean }

const MENTIONED: Candidate = { person: BOB.id, reason: 'mention', skip: null }

const telling = (slug: string, op: 'created' | 'deleted') => {
  const comment = { slug, author: { id: 'ann', name: 'ann' }, mentions: [{ id: BOB.id, name: 'bob' }] }
  const event = { _id: `${slug}.${op}`, org: ORG, subject: SCENE.discussion, type: 'comment', op, at: AT }
  return { ...event, after: comment }
}

const pageFor = (event: string, slug: string): Audience => ({
  _id: pageId({ discussion: SCENE.discussion, slug, event }, 0),
  event,
  op: 'created',
  org: ORG,
  discussion: SCENE.discussion,
  slug,
  candidates: [MENTIONED],
  more: false,
  upTo: null,
  at: AT,
  expires: AT,
})

/** Two comments that mention bob; the first is deleted again in some. What they concern is known already. */
async function begun({ deletes = false }: Variant): Promise<World> {
  let version = 0
  const firstVersion = (): number => (version += 1_000)
  const engine = await openSqlite({ file: ':memory:', collections, partitions: 1, firstVersion })
  const store = createStore(engine)
  const events = [telling('one', 'created'), telling('two', 'created'), ...(deletes ? [telling('one', 'deleted')] : [])]
  for (const event of events)
    await store.collection(positions).insert({ _id: event._id, position: 0 }, { events: [event] })
  for (const slug of ['one', 'two']) await store.collection(audiences).insert(pageFor(`${slug}.created`, slug))
  return { engine }
}

function partsOn({ engine, sleep }: Acting, { deletes = false }: Variant) {
  let ids = 0
  const store = createStore(engine, { sleep, now: () => NOON, random: () => 0 })
  const rows = { notifications: store.collection(notifications), inboxes: store.collection(inboxes) }
  const place = store.collection(positions)
  const aboutOf = ({ _id, after }: LoggedEvent, { person, reason }: Pick<Candidate, 'person' | 'reason'>): Item => {
    const { slug, author } = after as unknown as { slug: string; author: { id: string; name: string } }
    return { event: _id, org: ORG, discussion: SCENE.discussion, slug, actor: author, reason, at: AT, person }
  }
  const handler = centreHandler({
    forgetErased: async () => {},
    ...rows,
    audiences: store.collection(audiences),
    audience: {
      laneOf: ({ subject }) => subject,
      prepare: async () => {},
      isOurs: ({ op }) => op === 'created',
      of: async function* () {
        yield [MENTIONED]
      },
      aboutOf,
      checkAll: async (items) =>
        items.map(() => ({ skip: null, discussion: { resource: { type: 'page', id: '1' } } }) as never),
    },
    published: async (_, slug) => (deletes && slug === 'one' ? null : ({ mentions: [{ id: BOB.id }] } as never)),
    now: () => NOON,
    random: () => 1,
    keptDays: 1,
  })
  const positionOf = async (): Promise<number> => (await place.get('centre'))?.position ?? 0
  const centre = new Centre({
    ...rows,
    log: { ...store.events, positionOf },
    comments: null as never,
    hiddenFrom: async () => new Set(),
    isErased: async () => false,
    now: () => NOON,
    newId: () => `mark${++ids}`,
  })
  return { handler, centre, place, rows, positionOf }
}

/** One that comes to it without knowing of any other. */
const consumes =
  (variant: Variant) =>
  async (world: World & Acting): Promise<null> => {
    const { handler, place, positionOf } = partsOn(world, variant)
    for (let after = await positionOf(); ;) {
      const [event] = await world.engine.readEvents({ partition: 0, after, limit: 1 })
      if (event === undefined) return null
      const position = (after = event.seq)
      const advance = () => place.update({ _id: 'centre' }, { $max: { position } }, { upsert: true })
      if (variant.writesFirst === false) await advance()
      const { signal } = new AbortController()
      if (event.type === 'comment') await handler.handle({ event, position, attempt: 1, signal })
      if (variant.writesFirst !== false) await advance()
    }
  }

/** Looks how many there are, and says that all of them are read. */
const readsAll =
  (variant: Variant) =>
  async (world: World & Acting): Promise<{ position: number; unread: number }> => {
    const { centre } = partsOn(world, variant)
    const { position, unread } = await centre.counts(BOB)
    if (position > 0) await centre.readUpTo(BOB, variant.isBounded === false ? Number.MAX_SAFE_INTEGER : position)
    return { position, unread: unread.count }
  }

const protocol = (title: string, variant: Variant = {}) =>
  defineProtocol<World, { bob: { position: number; unread: number }; first: null; late: null }>({
    title,
    setUp: () => begun(variant),
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors: { first: consumes(variant), late: consumes(variant), bob: readsAll(variant) },
    fingerprint: async ({ engine }) => {
      const { documents, events } = await contentsOf(engine)
      return [documents, events.map(({ _id }) => _id)]
    },
    exhaustiveUpTo: 300,
    random: 150,
    check: async (world, { acknowledged: { bob } }) => {
      // Whoever takes over finishes what was left, and does some of it again.
      for (let round = 0; round < 2; round++) await consumes(variant)({ ...world, sleep: atOnce })
      const { centre, rows, positionOf } = partsOn({ ...world, sleep: atOnce }, variant)
      const { docs } = await rows.notifications.find({ where: { person: BOB.id }, limit: 10 })
      expect(docs, 'a row an event').toHaveLength(2)
      const readTo = (await rows.inboxes.get(BOB.id))?.readTo ?? 0
      if (bob !== undefined) expect(readTo, 'read beyond what was seen').toBeLessThanOrEqual(bob.position)
      const unread = docs.filter((row) => row.isUnread && row.position > readTo).length
      expect((await centre.counts(BOB)).unread.count, 'the number and the rows').toBe(unread)
      const told = docs.filter((row) => row.position > readTo && !(variant.deletes && row.slug === 'one'))
      expect(unread, 'what nobody has seen is unread').toBe(told.length)
      if (bob !== undefined && !variant.deletes)
        expect(
          docs.filter(({ position }) => position <= bob.position),
          'seen means written',
        ).toHaveLength(bob.unread)
      const { changes } = await centre.changesSince(BOB, bob?.position ?? 0, 10)
      const news = changes.flatMap((change) => (change.kind === 'told' ? [change.row.id] : []))
      const behind = docs.filter((row) => row.isShown && row.position > (bob?.position ?? 0))
      expect(news.toSorted(), 'a stream tells the rest').toEqual(behind.map(({ event }) => event).toSorted())
      expect(await positionOf()).toBeGreaterThan(1)
    },
  })

describe('all read, while two write the centre, in every order of the calls and with a crash at each', () => {
  it('G2: takes in what was seen and nothing else', async ({ annotate }) => {
    const { report } = await exploreProtocol(protocol('all read against rows that are being written'))
    await annotate(report)
  })

  it('F8: what is deleted meanwhile is not unread, whoever comes late', async ({ annotate }) => {
    const { report } = await exploreProtocol(protocol('all read against a row that is taken back', { deletes: true }))
    await annotate(report)
  })

  it('would take in what nobody has seen if the place were noted before the rows are written', async () => {
    await expectBroken(protocol('place before rows', { writesFirst: false }), /seen means written/)
  })

  it('would take in what came meanwhile if it had no bound', async () => {
    await expectBroken(protocol('no bound', { isBounded: false }), /read beyond what was seen/)
  })
})
