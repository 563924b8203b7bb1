import { expect, it, vi } from 'vitest'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { Hopeless, TryLater } from './queue-model.ts'
import { grounds, noting, NOON, ORG } from './testing/world.ts'

const failing = (which: string, error: Error) => (delivery: { event: { _id: string } }) => {
  if (delivery.event._id === which) throw error
}

describeEngines('a queue', (engine) => {
  const ground = grounds(engine)

  it('handles all events, those of a lane in their order', async () => {
    const { node, tell } = await ground()
    const queues = node()
    const spec = noting('q')
    queues.start([spec])
    await tell('a', 'b', { _id: 'c', subject: 'd2' }, 'd', { _id: 'e', type: 'other' })
    await queues.drained()
    expect(spec.seen.filter((id) => id !== 'c')).toEqual(['a', 'b', 'd'])
    expect(spec.seen.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(spec.deliveries[0]).toMatchObject({ position: 1, attempt: 1 })
  })

  it('B4: an event whose handler throws is tried as the table says, ends in the dead letters, and the rest flows', async () => {
    const { node, tell, items, pastRetries } = await ground()
    const queues = node()
    const spec = noting('q', failing('poison', new Error('not with me')))
    queues.start([spec])
    await tell('a', 'poison', 'b')
    await queues.drained()
    expect(spec.seen).toEqual(['a', 'poison', 'b'])
    expect(await items()).toMatchObject([{ _id: 'q~poison', state: 'waiting', attempts: 1 }])
    await pastRetries(queues)
    expect(await items()).toMatchObject([{ state: 'dead', attempts: 3, error: 'Error: not with me' }])
    expect(spec.deliveries.filter(({ event }) => event._id === 'poison').map(({ attempt }) => attempt)).toEqual([
      1, 2, 3,
    ])
    await tell('c')
    await queues.drained()
    expect(spec.seen.at(-1)).toBe('c')
  })

  it('B4: what cannot even be told apart or prepared fails alone', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    const prepared: string[] = []
    const spec = noting('q', () => {}, {
      retryMs: [],
      handler: {
        laneOf: (event) => {
          if ((event.after as { schema?: number } | undefined)?.schema === 9) throw new Error('unknown schema')
          return event.subject
        },
        prepare: async (events) => {
          if (events.some(({ _id }) => _id === 'bad')) throw new Error('cannot be prepared')
          prepared.push(...events.map(({ _id }) => _id))
        },
      },
    })
    await tell('first')
    queues.start([spec])
    await queues.drained()
    await tell('a', { _id: 'strange', after: { schema: 9 } }, 'bad', 'b')
    await queues.drained()
    expect(spec.seen).toEqual(['first', 'a', 'b'])
    expect(new Set(prepared)).toEqual(new Set(['first', 'a', 'b']))
    expect((await items()).map(({ event, state, error }) => [event, state, error])).toEqual([
      ['bad', 'dead', 'Error: cannot be prepared'],
      ['strange', 'dead', 'Error: unknown schema'],
    ])
  })

  it('B5: one that never ends is timed out and counted, and the rest flows', async () => {
    const { node, tell, items } = await ground()
    const counts = { failed: 0, dead: 0, handled: 0 }
    const count = (name: keyof typeof counts) => () => void counts[name]++
    const hooks = { failed: count('failed'), dead: count('dead'), handled: count('handled'), took: () => {} }
    const queues = node({}, { hooks })
    const signals: AbortSignal[] = []
    const hangs = ({ event, signal }: { event: { _id: string }; signal: AbortSignal }): Promise<void> | void => {
      if (event._id !== 'slow') return
      signals.push(signal)
      return new Promise(() => {})
    }
    const spec = noting('q', hangs, { timeoutMs: 30, retryMs: [] })
    queues.start([spec])
    await tell('a', 'slow', 'b', { _id: 'c', subject: 'd2' })
    await queues.drained()
    expect(spec.seen.toSorted()).toEqual(['a', 'b', 'c', 'slow'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(counts).toEqual({ failed: 1, dead: 1, handled: 3 })
    expect(await items()).toMatchObject([
      { event: 'slow', state: 'dead', error: 'TimedOut: It took longer than 0.03 s.' },
    ])
  })

  it('does not try again what is hopeless, nor before it was asked to', async () => {
    const { node, tell, items } = await ground()
    const queues = node()
    const spec = noting('q', ({ event }) => {
      if (event._id === 'never') throw new Hopeless('550 no such user bob@example.org')
      if (event._id === 'later') throw new TryLater('429', { afterMs: 77_000 })
    })
    queues.start([spec])
    await tell('never', 'later')
    await queues.drained()
    expect(await items()).toMatchObject([
      { event: 'later', state: 'waiting', runAt: new Date(NOON + 77_000).toISOString() },
      { event: 'never', state: 'dead', error: 'Hopeless: 550 no such user (address)' },
    ])
  })

  it('brings back what failed at a later place in the log, once it is due', async () => {
    const { node, tell, items, pastRetries } = await ground()
    const queues = node()
    let isUp = false
    const spec = noting('q', ({ event }) => {
      if (event._id === 'b' && !isUp) throw new Error('down')
    })
    queues.start([spec])
    await tell('a', 'b', 'c')
    await queues.drained()
    isUp = true
    await pastRetries(queues, 1)
    expect(spec.seen).toEqual(['a', 'b', 'c', 'b'])
    expect(spec.deliveries.at(-1)).toMatchObject({ attempt: 2, position: 4, event: { _id: 'b', seq: 2 } })
    expect(await items()).toEqual([])
  })

  it('shares nothing with another: one that hangs, fails or is paused changes nothing for the other', async () => {
    const calls = async (disturbed: 'no' | 'fails' | 'hangs' | 'paused'): Promise<string[]> => {
      const { node, tell } = await ground()
      const queues = node()
      const hanging = Promise.withResolvers<void>()
      const bad = noting('bad', () => {
        if (disturbed === 'fails') throw new Error('no')
        return disturbed === 'hangs' ? hanging.promise : undefined
      })
      const good = noting('good')
      queues.start([bad, good])
      if (disturbed === 'paused') await vi.waitFor(() => queues.pause('bad', 'ops'))
      await tell('a', 'b', { _id: 'c', subject: 'd2' }, 'd')
      await vi.waitFor(() => expect(good.seen).toHaveLength(4), { timeout: 10_000 })
      hanging.resolve()
      return good.deliveries.map(({ event, position, attempt }) => `${event._id} ${position} ${attempt}`)
    }
    const undisturbed = await calls('no')
    for (const disturbed of ['fails', 'hangs', 'paused'] as const) expect(await calls(disturbed)).toEqual(undisturbed)
  })

  it('B3, B10: dead letters tell what happened; redriving or discarding one channel touches no other', async () => {
    const { node, tell, clock, pastRetries, store } = await ground()
    const queues = node()
    let isUp = false
    const downIn = (): void => {
      if (!isUp) throw new Error('down')
    }
    const [mail, push] = [noting('email', downIn, { retryMs: [] }), noting('push', downIn, { retryMs: [1_000] })]
    queues.start([mail, push])
    await tell({ _id: 'a', after: { text: 'secret words' } }, 'b', { _id: 'other', org: 'globex' })
    await pastRetries(queues, 2)
    clock.pass(5_000)
    const admin = { org: ORG, id: 'root', name: 'Root', role: 'admin', kind: 'person' } as const
    const letters = await queues.letters(admin, 'email')
    const page = await letters.list({ limit: 1, cursor: null })
    expect((await letters.list({ limit: 1, cursor: page.next })).letters.concat(page.letters)).toHaveLength(2)
    const letter = await (await queues.letters(admin, 'push')).get('a')
    expect(letter).toEqual({
      event: {
        _id: 'a',
        org: ORG,
        subject: 'd1',
        type: 'thing',
        op: 'created',
        at: expect.any(String),
        partition: 10,
        seq: 1,
      },
      attempts: 2,
      error: 'Error: down',
      first: new Date(NOON).toISOString(),
      last: new Date(NOON + 1_000).toISOString(),
    })
    await expect(letters.get('other')).rejects.toMatchObject({ code: 'dead-letter-not-found' })
    await expect(letters.redrive('other')).rejects.toMatchObject({ code: 'dead-letter-not-found' })
    await expect(queues.letters({ ...admin, role: 'moderator' }, 'email')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(queues.letters(admin, 'none')).rejects.toMatchObject({ code: 'queue-not-found' })
    isUp = true
    const before = push.seen.length
    await letters.redrive('a')
    expect(await letters.discardAll()).toEqual({ count: 1, more: false })
    await queues.drained()
    expect(mail.seen.at(-1)).toBe('a')
    expect(push.seen).toHaveLength(before)
    expect((await letters.list({ limit: 10, cursor: null })).letters).toEqual([])
    expect(await (await queues.lettersForOperator('email', null)).redriveAll()).toEqual({ count: 1, more: false })
    const told = await store.events.read({ partition: store.events.partitionOf(ORG), after: 0, limit: 100 })
    const acts = told.filter(({ type, op }) => type === 'queue' && op !== 'again')
    expect(acts.map(({ op, actor, after }) => [op, actor, after])).toEqual([
      ['redriven', { id: 'root' }, { queue: 'email', item: 'email~a' }],
      ['discarded', { id: 'root' }, { queue: 'email', item: 'email~b' }],
    ])
  })

  it('gives what was redriven all its tries again', async () => {
    const { node, tell, items, pastRetries } = await ground()
    const queues = node()
    const spec = noting('q', failing('a', new Error('no')), { retryMs: [1_000] })
    queues.start([spec])
    await tell('a')
    await pastRetries(queues, 2)
    await (await queues.lettersForOperator('q', null)).redriveAll()
    await queues.drained()
    expect(await items()).toMatchObject([{ state: 'waiting', attempts: 3 }])
    await pastRetries(queues, 2)
    expect(await items()).toMatchObject([{ state: 'dead', attempts: 4 }])
  })

  it('is paused and resumed on every node, keeps its place, and tells how it is', async () => {
    const { node, tell, clock } = await ground()
    const specs = [noting('q'), noting('q')]
    const nodes = specs.map((spec) => {
      const queues = node()
      queues.start([spec])
      return queues
    })
    const [one, two] = nodes
    await Promise.all(nodes.map((queues) => queues.drained()))
    await one?.pause('q', 'ops')
    await vi.waitFor(async () => expect(await two?.overview()).toMatchObject([{ state: 'paused', by: 'ops' }]))
    // Both have seen it once a word that comes later reaches neither.
    const isHeld = async (id: string): Promise<boolean> => {
      await tell(id)
      await Promise.all(nodes.map((queues) => queues.drained()))
      return specs.every(({ seen }) => !seen.includes(id))
    }
    let n = 0
    await vi.waitFor(async () => expect(await isHeld(`w${n++}`)).toBe(true), { timeout: 10_000 })
    clock.pass(60_000)
    const [view] = (await one?.overview()) ?? []
    expect(view).toMatchObject({ name: 'q', state: 'paused', dead: 0, waiting: 0, failures: 0 })
    expect(view?.lag).toBeGreaterThan(0)
    expect(view?.oldestSeconds).toBeGreaterThanOrEqual(60)
    await two?.resume('q', 'ops')
    const last = `w${n - 1}`
    await vi.waitFor(() => expect(specs.some(({ seen }) => seen.includes(last))).toBe(true), { timeout: 10_000 })
    const all = specs.flatMap(({ seen }) => seen)
    expect(new Set(all).size).toBe(all.length)
    await expect(one?.pause('none', 'ops')).rejects.toMatchObject({ code: 'queue-not-found' })
  })
})
