import { describe, expect, it } from 'vitest'
import { Gate, type Entry } from './gate.ts'
import type { Subscription } from './model.ts'

const MINUTE = 60_000

function gate() {
  const clock = { now: 0 }
  const opened = new Gate(() => clock.now)
  const of = (person: string, host: string, path = '1') =>
    ({ _id: `${host}/${path}`, person, endpoint: `https://${host}/${path}` }) as Subscription
  const enter = async (subscription: Subscription): Promise<Entry> => {
    const entry = await opened.enter(subscription)
    if (typeof entry === 'number') throw new Error(`It is left alone for ${entry} ms.`)
    return entry
  }
  const ends = async (subscription: Subscription, how: Parameters<Entry['leave']>[0]): Promise<void> =>
    (await enter(subscription)).leave(how)
  return { clock, opened, of, enter, ends }
}

describe('whom push messages are not sent to for a while', () => {
  it('an origin that was silent is left alone, longer each time, also for others', async () => {
    const { clock, opened, of, ends } = gate()
    const waits: unknown[] = []
    for (let n = 0; n < 5; n++) {
      await ends(of(`person ${n}`, 'evil', `${n}`), 'silent')
      const wait = await opened.enter(of('another', 'evil', 'other'))
      waits.push(wait)
      clock.now += Number(wait)
    }
    expect(waits).toEqual([5_000, 30_000, 2 * MINUTE, 10 * MINUTE, 10 * MINUTE])
  })

  it('an answer clears that', async () => {
    const { clock, opened, of, ends } = gate()
    for (const how of ['silent', 'answered', 'silent', 'silent'] as const) {
      await ends(of(how, 'evil', `${clock.now}`), how)
      clock.now += 5_000
    }
    expect(await opened.enter(of('bob', 'evil'))).toBeTypeOf('object')
  })

  it('those that are silent together count once', async () => {
    const { opened, of, enter } = gate()
    const leaves = [await enter(of('bob', 'evil')), await enter(of('bob', 'evil', '2'))]
    for (const { leave } of leaves) leave('silent')
    expect(await opened.enter(of('ada', 'evil'))).toBe(5_000)
  })

  it('of an origin that has not answered lately, two are asked; the others learn from them', async () => {
    const { clock, opened, of, enter } = gate()
    const probes = [await enter(of('bob', 'new')), await enter(of('bob', 'new', '2'))]
    const others = ['3', '4', '5'].map((path) => opened.enter(of('ada', 'new', path)))
    expect(await Promise.race([...others, Promise.resolve('waits')])).toBe('waits')
    probes[0]?.leave('answered')
    expect((await Promise.all(others)).every((entry) => typeof entry === 'object')).toBe(true)
    clock.now += 11 * MINUTE
    const again = [await enter(of('cy', 'silent')), await enter(of('cy', 'silent', '2'))]
    const late = opened.enter(of('ada', 'silent', '3'))
    again[0]?.leave('silent')
    expect(await late).toBe(5_000)
  })

  it('who gave up without waiting lets the next one ask', async () => {
    const { opened, of, enter } = gate()
    const [one] = [await enter(of('bob', 'new')), await enter(of('bob', 'new', '2'))]
    const next = opened.enter(of('ada', 'new', '3'))
    one?.leave('unknown')
    expect(await next).toBeTypeOf('object')
  })

  it('somebody who brings another silent address each time is left alone, save where others are answered', async () => {
    const { opened, of, ends } = gate()
    await ends(of('bob', 'good'), 'answered')
    await ends(of('mal', 'evil1'), 'silent')
    expect(await opened.enter(of('mal', 'evil2'))).toBe(5_000)
    expect(await opened.enter(of('mal', 'good', 'mal'))).toBeTypeOf('object')
    expect(await opened.enter(of('bob', 'unheard-of'))).toBeTypeOf('object')
  })

  it('one silence at an origin that answers others costs those others nothing; a row of them does', async () => {
    const { opened, of, ends } = gate()
    for (const n of ['1', '2']) await ends(of('bob', 'good', n), 'answered')
    await ends(of('mal', 'good', 'mal'), 'silent')
    expect(await opened.enter(of('ada', 'good'))).toBeTypeOf('object')
    for (let n = 0; n < 5; n++) await ends(of(`p${n}`, 'good', `p${n}`), 'silent').catch(() => {})
    expect(await opened.enter(of('ada', 'good'))).toBe(5_000)
  })

  it('where many are silent at once, those that are not known to answer get less time', async () => {
    const { clock, of, enter, ends } = gate()
    await ends(of('bob', 'good'), 'answered')
    for (let n = 0; n < 5; n++) {
      expect((await enter(of(`mal${n}`, `evil${n}`))).timeoutMs).toBe(5_000)
      await ends(of(`mal${n}`, `evil${n}`), 'silent')
    }
    const timeouts = async () => [
      (await enter(of('ada', 'new', `${clock.now}`))).timeoutMs,
      (await enter(of('ada', 'good'))).timeoutMs,
    ]
    expect(await timeouts()).toEqual([1_000, 5_000])
    clock.now += MINUTE
    expect(await timeouts()).toEqual([5_000, 5_000])
  })

  it('one browser that fails is left alone by itself, and as long as it asks for', async () => {
    const { clock, opened, of, ends } = gate()
    const bob = of('bob', 'good')
    await ends(bob, 'answered')
    expect([opened.failed(bob, 0), opened.failed(bob, 7_000)]).toEqual([5_000, 7_000])
    expect([await opened.enter(bob), typeof (await opened.enter(of('ada', 'good', '2')))]).toEqual([7_000, 'object'])
    clock.now += 7_000
    expect(opened.failed(bob, 0)).toBe(30_000)
    opened.succeeded(bob)
    expect(await opened.enter(bob)).toBeTypeOf('object')
  })
})
