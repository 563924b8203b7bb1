import { passedOver } from '../testing/ground.ts'
import { type Engine, type Handler, openSqlite, type Store, Unavailable } from '@palaver/store'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMembers } from '../../../../store/src/testing/protocol/stepped.ts'
import { Refusal } from '../../api/refusal.ts'
import { collections } from '../../collections.ts'
import { atHome } from '../home.ts'
import { type LayoutName, LAYOUTS, type Order, type Settings } from '../model.ts'
import type { Comments } from '../service.ts'
import { expectExact, moduleOn, MODERATOR, openDiscussion, person } from './counters.fixtures.ts'
import { countersHandler } from './counters.ts'
import { followUp } from './follow-up.ts'
import { requestRecount } from './recount-request.ts'

/** What may happen; `at` chooses among the comments that were posted, `by` among people. */
type Deed =
  | { do: 'post'; at: number | null; by: number }
  | { do: 'vote'; at: number; by: number; value: -1 | 0 | 1 }
  | { do: 'react'; at: number; by: number; name: string; on: boolean }
  | { do: 'edit'; at: number }
  | { do: 'delete'; at: number; policy: Settings['deletion'] }
  /** Somebody spoils the numbers, and the owner asks for them to be counted again. */
  | { do: 'spoil'; at: number; amount: number }
  | { do: 'move'; to: LayoutName }
  /** The consumer goes on: some events, a few of them again, and it may fail at one of its calls. */
  | { do: 'count'; events: number; again: number; failsAt: number | null; isWritten: boolean; isNoted: boolean }
  | { do: 'follow' }

const at = fc.nat(40)
const user = fc.nat(5)
const one = <T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name)

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: one('post'), at: fc.option(at, { freq: 2 }), by: user }) },
  { weight: 10, arbitrary: fc.record({ do: one('vote'), at, by: user, value: fc.constantFrom(-1 as const, 0, 1, 1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: one('react'), at, by: user, name: fc.constantFrom('heart', 'wow'), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('edit'), at }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: one('delete'), at, policy: fc.constantFrom('tombstone' as const, 'cascade', 'refuse') }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('spoil'), at, amount: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: one('move'), to: fc.constantFrom(...LAYOUTS) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one('count'),
      events: fc.integer({ min: 1, max: 12 }),
      again: fc.nat(6),
      failsAt: fc.option(fc.nat(30)),
      isWritten: fc.boolean(),
      isNoted: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('follow') }) },
)

/** Reads the log as a consumer does, from a position that is noted after the events were handled. */
class Reader {
  readonly #store: Store
  readonly #handler: Handler
  position = 0

  constructor(store: Store, handler: Handler) {
    this.#store = store
    this.#handler = handler
  }

  async read(limit: number, again = 0): Promise<number> {
    await this.#store.events.settle()
    const after = Math.max(0, this.position - again)
    const events = await this.#store.events.read({ partition: 0, after, limit: limit + again })
    if (events.length > 0) await this.#handler(events, 0)
    return events.at(-1)?.seq ?? this.position
  }

  async readAll(): Promise<void> {
    for (let end = await this.read(100); end > this.position; end = await this.read(100)) this.position = end
  }
}

/** An engine that does not answer one of its calls, before the call was made or after it. */
function failing(engine: Engine): { engine: Engine; failAt: (call: number | null, isWritten: boolean) => void } {
  let left = Number.POSITIVE_INFINITY
  let isMade = false
  const gate =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const fails = left-- === 0
      if (fails && !isMade) throw new Unavailable('none', 'not reached')
      const answer = await call(...args)
      if (fails) throw new Unavailable('unknown', 'no answer')
      return answer
    }
  const members = {
    get: gate(engine.get.bind(engine)),
    find: gate(engine.find.bind(engine)),
    insert: gate(engine.insert.bind(engine)),
    update: gate(engine.update.bind(engine)),
  }
  const failAt = (call: number | null, isWritten: boolean): void => {
    left = call ?? Number.POSITIVE_INFINITY
    isMade = isWritten
  }
  return { engine: withMembers(engine, members), failAt }
}

type Failing = ReturnType<typeof failing>['failAt']
type Play = { service: Comments; id: string; slugs: string[]; counters: Reader; follower: Reader; failAt: Failing }
type Acts = { [K in Deed['do']]: (play: Play, deed: Extract<Deed, { do: K }>) => Promise<unknown> }

const picked = ({ slugs }: Play, at: number): string => slugs[at % slugs.length] ?? 'none'
const by = ({ id }: Play, user: number) => ({ actor: person(`u${user}`), ref: { discussion: id } })
const byModerator = ({ id }: Play) => ({ actor: MODERATOR, ref: { discussion: id } })

const ACTS: Acts = {
  post: async (play, { at, by: user }) => {
    const parent = at === null || play.slugs.length === 0 ? null : picked(play, at)
    play.slugs.push((await play.service.post(by(play, user), { text: 'text', parent })).comment.slug)
  },
  vote: (play, { at, by: user, value }) => play.service.vote(by(play, user), { slug: picked(play, at), value }),
  react: (play, { at, by: user, name, on }) => play.service.react(by(play, user), { slug: picked(play, at), name, on }),
  edit: (play, { at }) => play.service.edit(byModerator(play), { slug: picked(play, at), text: 'edited' }),
  delete: async (play, { at, policy }) => {
    await play.service.configure(byModerator(play), { settings: { deletion: policy } })
    await play.service.delete(byModerator(play), picked(play, at))
  },
  spoil: (play, { at, amount }) => spoil(play.service, play.id, { slug: picked(play, at), amount }),
  move: async ({ service, id }, { to }) => service.move(id, { layout: to, order: await orderOf(service, id) }),
  count: async ({ counters, failAt }, { events, again, failsAt, isWritten, isNoted }) => {
    failAt(failsAt, isWritten)
    const end = await counters.read(events, again).finally(() => failAt(null, false))
    if (isNoted) counters.position = Math.max(counters.position, end)
  },
  follow: ({ follower }) => follower.readAll(),
}

const act = <K extends Deed['do']>(play: Play, deed: Extract<Deed, { do: K }>): Promise<unknown> =>
  ACTS[deed.do as K](play, deed)

const orderOf = async (service: Comments, id: string): Promise<Order> =>
  (await service.discussion({ discussion: id })).order

async function spoil(service: Comments, id: string, { slug, amount }: { slug: string; amount: number }): Promise<void> {
  const { layout, place } = atHome(service.needs.homes, await service.discussion({ discussion: id }))
  const set = { replies: amount, votes: { up: amount, down: 7 }, reactions: { wow: 9 } }
  await layout.change(place, slug, () => ({ set, events: [] }))
  await service.needs.homes.discussions.update({ _id: id }, { $set: { comments: amount } })
  await requestRecount(service.needs, id)
}

const isExpected = (error: unknown): boolean => error instanceof Refusal || error instanceof Unavailable

async function play(settings: Partial<Settings>, script: readonly Deed[]): Promise<void> {
  const engine = await openSqlite({ file: ':memory:', collections, partitions: 1 })
  try {
    const { store, comments: service } = moduleOn({ engine, name: 'a' })
    const faulty = failing(engine)
    const { comments: counting } = moduleOn({ engine: faulty.engine, name: 'c' })
    const counters = new Reader(store, countersHandler(counting.needs))
    const follower = new Reader(store, followUp(service.needs, passedOver))
    const { _id: id } = await openDiscussion(service, settings)
    const stage = { service, id, slugs: [], counters, follower, failAt: faulty.failAt }
    for (const deed of script)
      await act(stage, deed).catch((error: unknown) => {
        if (!isExpected(error)) throw error
      })
    await follower.readAll()
    await counters.readAll()
    await expectExact(service, id)
    expect(await service.discussion({ discussion: id })).not.toHaveProperty('recount')
    await requestRecount(service.needs, id)
    await counters.readAll()
    await expectExact(service, id)
    counters.position = 0
    await counters.readAll()
    await expectExact(service, id)
  } finally {
    await engine.close()
  }
}

describe('numbers after any history, counted in any pieces, with failures and repeats', { timeout: 120_000 }, () => {
  it.for(LAYOUTS.flatMap((layout) => (['threaded', 'chronological'] as const).map((order) => ({ layout, order }))))(
    'are exact: $layout, $order',
    async (settings) => {
      await fc.assert(
        fc.asyncProperty(fc.array(deeds, { minLength: 5, maxLength: 80 }), (script) => play(settings, script)),
        { numRuns: 40 },
      )
    },
  )
})
