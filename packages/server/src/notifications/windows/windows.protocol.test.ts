import { createStore, type Engine, openSqlite } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '../../../../store/src/testing/protocol-contents.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../store/src/testing/protocol.ts'
import { tellings, windows } from '../collections.ts'
import type { Item } from '../model.ts'
import { addItem } from './adding.ts'
import { instantOf, type Place, type WindowNeeds } from './needs.ts'
import { type Sender, sendWindow } from './sending.ts'
import { itemOf } from './windows.fixtures.ts'

type Mail = { id: string; events: string[] }
type World = { engine: Engine; outbox: Mail[] }
type Acting = World & { sleep: (ms?: number) => Promise<void> }
type Actor = (world: Acting) => Promise<void>
type Alter = (needs: WindowNeeds) => WindowNeeds

const NOON = Date.UTC(2026, 0, 1, 12)
const LATER = NOON + 600_000
const atOnce = (): Promise<void> => Promise.resolve()
const asItIs: Alter = (needs) => needs

const needsOf = ({ engine, sleep }: Omit<Acting, 'outbox'>, name: string, now = NOON): WindowNeeds => {
  const world = { sleep, now: () => now, random: () => 0, newId: () => name, bury: async () => true }
  const store = createStore(engine, world)
  return { ...world, windows: store.collection(windows), tellings: store.collection(tellings) }
}

const place = (kind: Place['kind'], due = NOON): Place => ({ channel: 'email', kind, due, key: `${kind}~${due}` })
const one = itemOf('one')
const two = itemOf('two')

const adds =
  (item: Item, to: Place, alter = asItIs): Actor =>
  (world) =>
    addItem(alter(needsOf(world, `adds ${item.event}`)), item, to)

const senderTo = (outbox: Mail[]): Sender => ({
  send: async ({ _id }, items) => {
    outbox.push({ id: _id, events: items.map(({ event }) => event).toSorted() })
    return 'sent'
  },
  retryMs: [1_000],
  timeoutMs: 10_000,
})

/** Sends what is due, as the loop does. */
const sends =
  (name: string, now = NOON): Actor =>
  async (world) => {
    const needs = needsOf(world, name, now)
    for (const state of ['closed', 'open'] as const) {
      const where = { channel: 'email', state, next: { $lte: instantOf(now) } } as const
      const { docs } = await needs.windows.find({ where, sort: { next: 1 }, limit: 10 })
      for (const { _id } of docs) {
        const window = await needs.windows.get(_id)
        if (window === null || window.state !== state) continue
        await sendWindow(needs, window, { holder: name, sender: senderTo(world.outbox), onError: () => {} })
      }
    }
  }

type Case = {
  actors: Record<string, Actor>
  items: readonly { item: Item; to: Place }[]
  alter?: Alter
  already?: readonly { item: Item; to: Place }[]
  upTo?: number
}

const protocol = (title: string, { actors, items, already = [], alter = asItIs, upTo = 400 }: Case) =>
  defineProtocol<World, Record<string, void>>({
    title,
    setUp: async () => {
      let version = 0
      const firstVersion = (): number => (version += 1_000)
      const collections = [windows, tellings]
      const engine = await openSqlite({ file: ':memory:', collections, partitions: 1, firstVersion })
      for (const { item, to } of already) await adds(item, to)({ engine, outbox: [], sleep: atOnce })
      return { engine, outbox: [] }
    },
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine'],
    unstepped: ['onAppend'],
    actors,
    fingerprint: async ({ engine, outbox }) => [(await contentsOf(engine)).documents, outbox],
    check: async (world) => {
      // A queue hands over again what it does not know to be done, and what is left is sent later.
      for (const { item, to } of items)
        await adds(item, place(to.kind, to.due + 60_000), alter)({ ...world, sleep: atOnce })
      for (const turn of [1, 2, 3]) await sends(`last ${turn}`, LATER + turn)({ ...world, sleep: atOnce })
      const mails = new Map<string, string>()
      for (const { id, events } of world.outbox) {
        expect(mails.get(id) ?? events.join(), 'another mail under the same name').toBe(events.join())
        mails.set(id, events.join())
      }
      const told = [...mails.values()].flatMap((events) => events.split(','))
      expect(told.toSorted(), 'not each in one mail').toEqual(
        [...already, ...items].map(({ item }) => item.event).toSorted(),
      )
      const needs = needsOf({ ...world, sleep: atOnce }, 'look')
      for await (const { doc } of needs.tellings.scan()) expect(doc.state, 'left').toBe('sent')
    },
    exhaustiveUpTo: upTo,
    random: 100,
  })

const INSTANT = place('instant')
const DAILY = place('daily')

describe('windows, in every order of the calls and with a crash at each', { timeout: 300_000 }, () => {
  it.for([
    {
      case: 'two add, one sends',
      actors: { a: adds(one, INSTANT), b: adds(two, INSTANT), sender: sends('s') },
      items: [
        { item: one, to: INSTANT },
        { item: two, to: INSTANT },
      ],
    },
    {
      case: 'the same is added twice at once, beside one who sends',
      actors: { a: adds(one, INSTANT), again: adds(one, INSTANT), sender: sends('s') },
      items: [{ item: one, to: INSTANT }],
      already: [{ item: two, to: INSTANT }],
    },
    {
      case: 'two send at once what is due in two windows',
      actors: { s: sends('s'), other: sends('t') },
      items: [],
      already: [
        { item: one, to: INSTANT },
        { item: two, to: DAILY },
      ],
    },
    {
      case: 'one adds to one of two windows that two send',
      actors: { a: adds(itemOf('three'), DAILY), s: sends('s'), other: sends('t') },
      items: [{ item: itemOf('three'), to: DAILY }],
      already: [
        { item: one, to: INSTANT },
        { item: two, to: DAILY },
      ],
    },
  ])('has each item in one mail: $case', async ({ case: title, ...given }, { annotate }) => {
    const { report } = await exploreProtocol(protocol(title, given))
    await annotate(report)
  })

  it('has an item in two mails where the telling does not say which window it is in', async () => {
    const forgetful: Alter = (needs) => ({
      ...needs,
      tellings: { ...needs.tellings, get: async () => null, insert: async () => {} },
    })
    const actors = { a: adds(one, INSTANT, forgetful), sender: sends('s') }
    const items = [{ item: one, to: INSTANT }]
    await expectBroken(protocol('forgetful', { actors, items, alter: forgetful }), /not each in one mail/)
  })
})
