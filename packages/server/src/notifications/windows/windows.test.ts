import { createStore } from '@palaver/store'
import { expect, it, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { Hopeless, TryLater } from '../../events/queue-model.ts'
import { tellings, windows } from '../collections.ts'
import { begunAnew } from './anew.ts'
import type { Item } from '../model.ts'
import type { Place, WindowNeeds } from './needs.ts'
import { type Sender, Unsure } from './sending.ts'
import { itemOf } from './windows.fixtures.ts'
import { Windows } from './windows.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const HOUR = 3_600_000
const DAY = 24 * HOUR
type Mail = { id: string; events: string[]; more: number }

const place = (kind: Place['kind'], due: number): Place => ({ channel: 'email', kind, due, key: `${kind}~${due}` })

/** Windows with a clock that the test moves, and a sender that keeps what it is given. */
async function worldOn(engine: TestEngine) {
  let now = NOON
  let ids = 0
  const opened = await engine.open([windows, tellings])
  onTestFinished(() => opened.close())
  const store = createStore(opened, { now: () => now })
  const needs = { windows: store.collection(windows), tellings: store.collection(tellings) }
  const buried: { event: string; error: string }[] = []
  const under = { way: false }
  const bury: WindowNeeds['bury'] = async (_channel, { event, error }) => {
    if (!under.way) buried.push({ event, error })
    return !under.way
  }
  const own = { now: () => now, random: () => 0, newId: () => `node${++ids}`, bury }
  const outbox: Mail[] = []
  const errors: unknown[] = []
  const start = (given: Partial<Sender> = {}, isPaused = () => false) => {
    const sender: Sender = {
      send: async ({ _id, more }, items) => {
        outbox.push({ id: _id, more, events: items.map(({ event }) => event) })
        return 'sent'
      },
      retryMs: [60_000, 300_000],
      timeoutMs: 10_000,
      ...given,
    }
    const service = new Windows({ ...needs, ...own })
    const sending = service.startSending('email', sender, { onError: (error) => errors.push(error), isPaused })
    onTestFinished(() => sending.stop())
    return sending
  }
  const service = new Windows({ ...needs, ...own })
  return {
    needs,
    buried,
    under,
    outbox,
    errors,
    start,
    add: (event: string, to: Place, given: Partial<Item> = {}) => service.add(itemOf(event, given), to),
    moveTo: (moment: number) => (now = moment),
    now: () => now,
    stateOf: async (event: string, person = 'ann') => (await needs.tellings.get(`${event}~email~${person}`))?.state,
  }
}

describeEngines('windows', (engine) => {
  it('H1: go out at their end, and not before; nothing goes out where nothing came', async () => {
    const { add, start, moveTo, outbox, stateOf } = await worldOn(engine)
    const sending = start()
    await add('one', place('daily', NOON + DAY))
    moveTo(NOON + DAY - 1)
    await sending.drained()
    expect(outbox).toEqual([])
    moveTo(NOON + DAY)
    await sending.drained()
    expect(outbox.map(({ events }) => events)).toEqual([['one']])
    expect(await stateOf('one')).toBe('sent')
    moveTo(NOON + 5 * DAY)
    await sending.drained()
    expect(outbox).toHaveLength(1)
  })

  it('H3: are one for a hundred who come first at the same time', async () => {
    const { add, start, moveTo, outbox } = await worldOn(engine)
    const sending = start()
    await Promise.all(Array.from({ length: 100 }, (_, n) => add(`e${n}`, place('daily', NOON + DAY))))
    moveTo(NOON + DAY)
    await sending.drained()
    expect(outbox.map(({ events }) => events.length)).toEqual([100])
  })

  it('go out to others while one is hung up, and wait for it before all is said to be done', async () => {
    const { add, start, outbox } = await worldOn(engine)
    const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: isHanging, resolve: hangs } = Promise.withResolvers<void>()
    const { promise: isTold, resolve: told } = Promise.withResolvers<void>()
    const sending = start({
      timeoutMs: HOUR,
      send: async ({ _id, more, person }, items) => {
        if (person === 'ann') {
          hangs()
          await isOver
        } else told()
        outbox.push({ id: _id, more, events: items.map(({ event }) => event) })
        return 'sent'
      },
    })
    await add('one', place('daily', NOON))
    sending.wake()
    await isHanging
    await add('two', place('daily', NOON), { person: 'bea' })
    const drained = sending.drained()
    await isTold
    letGo()
    await drained
    expect(outbox.map(({ events }) => events)).toEqual([['two'], ['one']])
  })

  it('H4: leave what comes while one is being sent to the next, also where it comes again', async () => {
    const { add, start, moveTo, outbox } = await worldOn(engine)
    const { promise: isSent, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: isSending, resolve: begun } = Promise.withResolvers<void>()
    const seen: string[][] = []
    const sending = start({
      send: async (_, items) => {
        seen.push(items.map(({ event }) => event))
        begun()
        await isSent
        return 'sent'
      },
    })
    await add('one', place('daily', NOON))
    sending.wake()
    await isSending
    await add('two', place('daily', NOON))
    await add('one', place('daily', NOON))
    goOn()
    moveTo(NOON + DAY)
    await sending.drained()
    expect(seen).toEqual([['one'], ['two']])
    expect(outbox).toEqual([])
  })

  it('H11: go out as one after three were missed, of one person; others have their own', async () => {
    const { add, start, moveTo, outbox, stateOf, needs } = await worldOn(engine)
    for (const day of [1, 2, 3]) await add(`day${day}`, place('daily', NOON + day * DAY))
    await add('now', place('instant', NOON + 3 * DAY))
    await add('bens', place('daily', NOON + DAY), { person: 'ben' })
    moveTo(NOON + 3 * DAY)
    const sending = start()
    await sending.drained()
    expect(outbox.map(({ events }) => events.toSorted().join()).toSorted()).toEqual(['bens', 'day1,day2,day3,now'])
    for (const event of ['day1', 'day2', 'day3', 'now']) expect(await stateOf(event)).toBe('sent')
    const left = await needs.windows.find({ where: { channel: 'email', state: 'open' }, limit: 10 })
    expect(left.docs).toEqual([])
  })

  it('L5: wait while the channel is paused, also those of which the first was sent, and go on after', async () => {
    const { add, start, outbox } = await worldOn(engine)
    const state = { isPaused: true }
    await add('one', place('daily', NOON))
    const sending = start({}, () => state.isPaused)
    await sending.drained()
    expect(outbox).toEqual([])
    await add('two', place('daily', NOON))
    state.isPaused = false
    await sending.drained()
    expect(outbox.map(({ events }) => events)).toEqual([['one', 'two']])
  })

  it('B4: given up, each item is a dead letter, unless it was skipped or sent; once the queue is done with it', async () => {
    const { add, start, moveTo, buried, under, stateOf, needs } = await worldOn(engine)
    for (const event of ['one', 'two']) await add(event, place('daily', NOON))
    await needs.tellings.update({ _id: 'two~email~ann' }, { $set: { state: 'skipped', skip: 'bounced' } })
    const failing = { send: () => Promise.reject(new Hopeless('554 no')) }
    under.way = true
    const sending = start(failing)
    await sending.drained()
    expect([await stateOf('one'), await stateOf('two'), buried]).toEqual(['failed', 'skipped', []])
    under.way = false
    moveTo(NOON + 60_000)
    await sending.drained()
    expect(buried).toEqual([{ event: 'one', error: '554 no' }])
    const left = await needs.windows.find({ where: { channel: 'email', state: 'closed' }, limit: 10 })
    expect(left.docs).toEqual([])
  })

  it('B4: leave alone what has begun anew before they were done with', async () => {
    const { add, start, moveTo, now, buried, under, stateOf, needs, outbox } = await worldOn(engine)
    await add('one', place('daily', NOON))
    under.way = true
    const given = {
      send: async ({ _id, more }: { _id: string; more: number }, items: readonly Item[]) => {
        if (now() === NOON) throw new Hopeless('554 no')
        outbox.push({ id: _id, more, events: items.map(({ event }) => event) })
        return 'sent' as const
      },
    }
    const sending = start(given)
    await sending.drained()
    const telling = await needs.tellings.get('one~email~ann')
    if (telling === null) expect.unreachable()
    await begunAnew({ ...needs, now }, telling)
    await add('one', { ...place('daily', NOON + DAY), key: 'daily~again' })
    under.way = false
    moveTo(NOON + 60_000)
    await sending.drained()
    expect([await stateOf('one'), buried, outbox]).toEqual(['waiting', [], []])
    moveTo(NOON + DAY)
    await sending.drained()
    expect(await stateOf('one')).toBe('sent')
    expect(outbox.map(({ events }) => events)).toEqual([['one']])
  })

  it('B1: stay open while nothing can be sent, and what comes meanwhile goes out with them', async () => {
    const { add, start, moveTo, now, outbox } = await worldOn(engine)
    let isUp = true
    const sending = start({
      isReady: () => isUp,
      send: async ({ _id, more }, items) => {
        if (now() < NOON + DAY) {
          isUp = false
          throw new TryLater('down', { afterMs: 1000 })
        }
        outbox.push({ id: _id, more, events: items.map(({ event }) => event).toSorted() })
        return 'sent'
      },
    })
    for (let hour = 0; hour < 24; hour++) {
      moveTo(NOON + hour * HOUR)
      await add(`h${String(hour).padStart(2, '0')}`, place('instant', now() + 60_000))
      moveTo(now() + 60_000)
      await sending.drained()
    }
    expect(outbox).toEqual([])
    moveTo(NOON + DAY)
    isUp = true
    await sending.drained()
    expect(outbox.map(({ events }) => events.length)).toEqual([24])
  })

  it('H5, A10, A11: are the same mail again where a process dies before it is known to be sent', async () => {
    const { add, start, moveTo, outbox, needs } = await worldOn(engine)
    await add('one', place('instant', NOON))
    await add('two', place('daily', NOON))
    // As a process leaves them that has sent the mail and died.
    const dead = start({
      send: async ({ _id, more }, items) => {
        outbox.push({ id: _id, more, events: items.map(({ event }) => event) })
        throw new Unsure('died')
      },
    })
    await dead.drained()
    await dead.stop()
    await add('three', place('instant', NOON))
    moveTo(NOON + HOUR)
    const sending = start()
    await sending.drained()
    const [first, again, rest] = outbox
    expect([first?.events.toSorted(), again]).toEqual([['one', 'two'], first])
    expect(rest?.events).toEqual(['three'])
    expect(outbox).toHaveLength(3)
    for await (const { doc } of needs.tellings.scan()) expect(doc.state).toBe('sent')
  })

  it('are left to who holds them, and taken over once that is over', async () => {
    const { add, start, moveTo, outbox, needs } = await worldOn(engine)
    await add('one', place('instant', NOON))
    const [id] = (await needs.windows.find({ where: { person: 'ann', channel: 'email' }, limit: 1 })).docs
    const lease = { holder: 'other', until: new Date(NOON + 15_000).toISOString() }
    const _id = id?._id ?? ''
    await needs.windows.update({ _id }, { $set: { state: 'closed', lease, next: lease.until } })
    const sending = start()
    await sending.drained()
    expect(outbox).toEqual([])
    moveTo(NOON + 15_000)
    await sending.drained()
    expect(outbox).toHaveLength(1)
  })

  it('are tried again by the table, and given up after it or at once where it is hopeless', async () => {
    const { add, start, moveTo, errors, needs, stateOf } = await worldOn(engine)
    const tries: number[] = []
    let now = NOON
    const go = (moment: number) => moveTo((now = moment))
    const sending = start({
      send: async (_, [item]) => {
        tries.push(now - NOON)
        if (item?.event === 'bad') throw new Hopeless('550')
        throw new Error('451')
      },
    })
    await add('slow', place('instant', NOON))
    await add('bad', place('instant', NOON), { person: 'ben' })
    for (const ms of [0, 59_999, 60_000, 359_999, 360_000, HOUR, DAY]) {
      go(NOON + ms)
      await sending.drained()
    }
    expect(tries).toEqual([0, 0, 60_000, 360_000])
    expect([await stateOf('slow'), await stateOf('bad', 'ben')]).toEqual(['failed', 'failed'])
    expect(errors).toHaveLength(4)
    for await (const { doc } of needs.windows.scan()) expect([doc.state, doc.error === null]).toEqual(['failed', false])
  })

  it('B5: end a send that never ends, and try it again', async () => {
    const { add, start, moveTo, outbox, errors } = await worldOn(engine)
    let isStuck = true
    const sending = start({
      timeoutMs: 20,
      send: async ({ _id, more }, items) => {
        if (isStuck) return new Promise(() => {})
        outbox.push({ id: _id, more, events: items.map(({ event }) => event) })
        return 'sent'
      },
    })
    await add('one', place('instant', NOON))
    await sending.drained()
    expect(errors).toHaveLength(1)
    isStuck = false
    moveTo(NOON + 60_000)
    await sending.drained()
    expect(outbox.map(({ events }) => events)).toEqual([['one']])
  })

  it('H13: are put off as the sender says, and go out with what is due then', async () => {
    const { add, start, moveTo, now, outbox } = await worldOn(engine)
    const sending = start({
      hold: async () => (now() < NOON + DAY ? { due: NOON + DAY, kind: 'daily' } : null),
    })
    await add('one', place('instant', NOON))
    await sending.drained()
    moveTo(NOON + HOUR)
    await add('two', place('instant', NOON + HOUR))
    await sending.drained()
    await add('three', place('daily', NOON + DAY))
    expect(outbox).toEqual([])
    moveTo(NOON + DAY)
    await sending.drained()
    expect(outbox.map(({ events }) => events.toSorted())).toEqual([['one', 'three', 'two']])
  })

  it('H14: keep 200 items one by one and count the others once', async () => {
    const { add, start, moveTo, outbox } = await worldOn(engine)
    for (let n = 0; n < 205; n++) await add(`e${n}`, place('daily', NOON + DAY))
    for (let n = 195; n < 205; n++) await add(`e${n}`, place('daily', NOON + DAY))
    moveTo(NOON + DAY)
    const sending = start()
    await sending.drained()
    expect(outbox.map(({ events, more }) => [events.length, more])).toEqual([[200, 5]])
    await add('e204', place('daily', NOON + 2 * DAY))
    moveTo(NOON + 2 * DAY)
    await sending.drained()
    expect(outbox).toHaveLength(1)
  })

  it('that cannot even be looked at keep no others from their turn, however many there are', async () => {
    const { add, start, outbox, errors, moveTo } = await worldOn(engine)
    const poison = Array.from({ length: 40 }, (_, number) => `poison${number}`)
    for (const person of poison) await add('e', place('instant', NOON), { person })
    await add('e', place('instant', NOON + 1), { person: 'zoe' })
    moveTo(NOON + 2)
    const hold: Sender['hold'] = async ({ person }) => {
      if (person.startsWith('poison')) throw new RangeError('no such zone')
      return null
    }
    await start({ hold }).drained()
    expect(outbox).toHaveLength(1)
    expect(errors).toHaveLength(poison.length)
  })

  it('are shared by several senders, each sent once', async () => {
    const { add, start, outbox } = await worldOn(engine)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => add(`e${n}`, place('instant', NOON), { person: `p${n % 20}` })),
    )
    const all = [start(), start(), start()]
    await Promise.all(all.map((sending) => sending.drained()))
    await Promise.all(all.map((sending) => sending.drained()))
    expect(outbox.flatMap(({ events }) => events).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, n) => `e${n}`).toSorted(),
    )
    expect(new Set(outbox.map(({ id }) => id)).size).toBe(20)
  })

  it('keep no names', async () => {
    const { add, needs } = await worldOn(engine)
    await add('one', place('daily', NOON + DAY))
    for await (const { doc } of needs.windows.scan()) expect(JSON.stringify(doc)).not.toContain('Bob')
    for await (const { doc } of needs.tellings.scan()) expect(JSON.stringify(doc)).not.toContain('Bob')
  })
})
