import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import type { Delivery, QueueSpec } from '../../events/queue-model.ts'
import { notifications } from '../collections.ts'
import { idOf } from './people.fixtures.ts'
import { BUFFER_MS, HOUR_MS, type Stage, stageOn } from './stage.fixtures.ts'

const NAMES = ['ada', 'bob', 'cy']
const SECOND_MS = 1000

const step = fc.record({
  by: fc.constantFrom(...NAMES),
  act: fc.constantFrom('say', 'say', 'say', 'edit', 'remove'),
  mention: fc.constantFrom('', ...NAMES),
  /** Which of the comments that there are: an edit, a delete, or what is replied to. */
  at: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What people do, the same each time: each text is told apart by its number. */
async function play(stage: Stage, steps: readonly Step[]): Promise<void> {
  const said: { by: string; slug: string; isGone: boolean }[] = []
  for (const [number, { by, act, mention, at }] of steps.entries()) {
    const text = `text ${number}.${mention === '' ? '' : ` @${mention}`}`
    const there = said.filter(({ isGone }) => !isGone)
    const one = there[at % Math.max(1, there.length)]
    if (act === 'edit' && one !== undefined) await stage.edit(one.by, one.slug, text)
    else if (act === 'remove' && one !== undefined) {
      await stage.remove(one.by, one.slug)
      one.isGone = true
    } else said.push({ by, slug: (await stage.say(by, text, one?.slug ?? null)).slug, isGone: false })
  }
}

/** What everybody has been told in the end, in each channel. */
async function outcome(stage: Stage, steps: readonly Step[]) {
  const devices = new Map(await Promise.all(NAMES.map(async (name) => [name, await stage.browser(name)] as const)))
  // What is told depends on when each channel comes to it: they all come when everything has happened.
  await stage.pause('centre', 'push', 'email')
  await play(stage, steps)
  await stage.resume('centre', 'push', 'email')
  await stage.pass(BUFFER_MS)
  await stage.pass(HOUR_MS)
  const rows = stage.context.store.collection(notifications)
  return Promise.all(
    NAMES.map(async (name) => {
      const where = { person: idOf(name), isShown: true }
      const { docs } = await rows.find({ where, sort: { position: 1 }, limit: 100, next: false })
      return {
        name,
        rows: docs.map(({ reason, isUnread, retracted }) => ({ reason, isUnread, retracted })),
        unread: await stage.unread(name),
        pushes: devices.get(name)?.got.map(({ message }) => message.body),
        mails: stage.mailsTo(name).map(({ text = '' }) => text.match(/text \d+\./g)),
      }
    }),
  )
}

/** Hands each event over one to five times, and between them those that came before, in any order. */
const repeating =
  (random: () => number) =>
  (spec: QueueSpec): QueueSpec => {
    const earlier: Delivery[] = []
    const handle = async (delivery: Delivery): Promise<void> => {
      earlier.push(delivery)
      for (let times = Math.floor(random() * 5); times >= 0; times--) {
        await spec.handler.handle(delivery)
        const old = earlier[Math.floor(random() * earlier.length)]
        if (old !== undefined) await spec.handler.handle({ ...old, position: delivery.position, attempt: 2 })
      }
    }
    return { ...spec, handler: { ...spec.handler, handle } }
  }

/** Fails once where it is said to, so that what comes behind is handled before. */
const late =
  (isLate: (op: string) => boolean) =>
  (spec: QueueSpec): QueueSpec => {
    const handle = async (delivery: Delivery): Promise<void> => {
      if (delivery.attempt === 1 && isLate(delivery.event.op)) throw new Error('not now')
      await spec.handler.handle(delivery)
    }
    return { ...spec, handler: { ...spec.handler, handle } }
  }

describeEngines('through all channels', (engine) => {
  it.each([1, 2, 3])(
    'C1: events that come up to five times, in any order, end as if each came once (%d)',
    async (seed) => {
      const [steps = []] = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { seed, numRuns: 1 })
      const once = await outcome(await stageOn(engine, { names: NAMES }), steps)
      const often = await stageOn(engine, { names: NAMES, queue: repeating(randomNumbers(seed)) })
      expect(await outcome(often, steps)).toEqual(once)
      expect(once.some(({ mails, pushes }) => mails.length > 0 && pushes?.length !== 0)).toBe(true)
    },
  )

  it('C3: an edit that comes before its comment tells of the comment as it is now, once', async () => {
    const stage = await stageOn(engine, { queue: late((op) => op === 'created') })
    const device = await stage.browser('bob')
    const { slug } = await stage.say('ada', 'old @bob')
    await stage.edit('ada', slug, 'new @bob')
    await stage.settled()
    await stage.pass(10 * SECOND_MS)
    await stage.pass(2 * BUFFER_MS)
    expect(device.got.map(({ message }) => message.body)).toEqual(['new @bob'])
    expect(await stage.inbox('bob')).toMatchObject([{ excerpt: 'new @bob', count: 1 }])
    expect(stage.mailsTo('bob').map(({ text }) => [text?.includes('new @bob'), text?.includes('old')])).toEqual([
      [true, false],
    ])
  })

  it('C3: a delete that comes before its comment leaves nobody told', async () => {
    const stage = await stageOn(engine, { queue: late((op) => op === 'created') })
    const device = await stage.browser('bob')
    const { slug } = await stage.say('ada', 'old @bob')
    await stage.remove('ada', slug)
    await stage.settled()
    await stage.pass(10 * SECOND_MS)
    await stage.pass(2 * BUFFER_MS)
    expect([device.got.length, await stage.unread('bob'), stage.mail.mails.length]).toEqual([0, 0, 0])
  })

  it('C3: an edit that is older than the text tells nobody', async () => {
    let first = ''
    const stage = await stageOn(engine, {
      queue: (spec) => {
        const handle = async (delivery: Delivery): Promise<void> => {
          if (delivery.attempt === 1 && delivery.event._id === first) throw new Error('not now')
          await spec.handler.handle(delivery)
        }
        return { ...spec, handler: { ...spec.handler, handle } }
      },
    })
    const device = await stage.browser('bob')
    const { slug } = await stage.say('ada', 'nobody')
    await stage.pause('centre', 'push', 'email')
    first = await stage.edit('ada', slug, 'now @bob')
    await stage.edit('ada', slug, 'nobody again')
    await stage.resume('centre', 'push', 'email')
    await stage.pass(10 * SECOND_MS)
    await stage.pass(2 * BUFFER_MS)
    expect([device.got.length, await stage.unread('bob'), stage.mail.mails.length]).toEqual([0, 0, 0])
    expect(await stage.why(first, 'bob')).toMatchObject({ push: 'no-longer-mentioned' })
  })
})
