import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { candidate, created, delivered, groundOn, member, ORG } from './testing/ground.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeEngines('the queue push', (engine) => {
  const opened = () => groundOn(engine.open)

  it('tells everyone whom an event concerns, in their words, with a link to the comment', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob', { language: 'de-AT' })
    const carol = await ground.browser('carol')
    ground.scene.candidates = [candidate('bob', 'mention'), candidate('carol', 'reply')]
    const event = created(ground, { slug: 'abc' })
    await ground.deliver(event)
    expect(bob.got).toMatchObject([
      {
        headers: { ttl: '3600', urgency: 'high' },
        message: {
          title: 'Ada hat dich erwähnt · On melons',
          body: 'Yes & no.',
          url: 'https://example.org/melons#comment-abc',
          notification: event._id,
        },
      },
    ])
    expect(carol.got).toMatchObject([
      { headers: { urgency: 'normal' }, message: { title: 'Ada replied to you · On melons' } },
    ])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'sent', skip: null })
  })

  it('C1: an event that comes five times is sent once', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    const event = await delivered(ground, ['bob'])
    for (let n = 0; n < 4; n++) await ground.deliver(event)
    expect(bob.got).toHaveLength(1)
  })

  it('A16: whoever wakes up late changes nothing of what became of it', async () => {
    const ground = await opened()
    await ground.browser('bob')
    const event = created(ground)
    ground.scene.candidates = [candidate('bob')]
    const another = async (): Promise<void> => {
      ground.scene.meanwhile = async () => {}
      ground.scene.skips.set('bob', 'muted-all')
      await ground.deliver(event)
      ground.scene.skips.clear()
    }
    ground.scene.meanwhile = another
    await ground.deliver(event)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'muted-all' })
  })

  it('A9: one that was sent and not noted is sent again under the same topic and tag, and takes its own place', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    const event = await delivered(ground, ['bob'])
    await ground.needs.tellings.remove({ _id: `${event._id}~push~bob` })
    await ground.deliver(event)
    expect(bob.got).toHaveLength(2)
    expect(bob.got[0]?.message).toEqual(bob.got[1]?.message)
    expect(bob.got[0]?.headers['topic']).toBe(bob.got[1]?.headers['topic'])
    expect(bob.got[0]?.headers['topic']).toMatch(/^[\w-]{1,32}$/)
    expect(bob.got[0]?.headers['topic']).toBe(bob.got[0]?.message.tag)
  })

  it('J4: a newer one of the same group takes the place of the older; a mention stands for itself', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    for (const reason of ['participating', 'watching', 'mention', 'mention'] as const)
      await delivered(ground, ['bob'], reason)
    const [one, two, three, four] = bob.got.map(({ message }) => message.tag)
    expect(one).toBe(two)
    expect(new Set([two, three, four]).size).toBe(3)
  })

  it('B2: where one of three cannot be reached, only that one is tried again', async () => {
    const ground = await opened()
    const [bob, carol, dan] = [await ground.browser('bob'), await ground.browser('carol'), await ground.browser('dan')]
    carol.answer(500)
    ground.scene.candidates = ['bob', 'carol', 'dan'].map((person) => candidate(person))
    const event = created(ground)
    await expect(ground.deliver(event)).rejects.toThrow('1 person could not be told')
    ground.clock.now += 5_000
    await expect(ground.deliver(event)).rejects.toThrow('1 person could not be told')
    expect(await ground.told(event, 'carol')).toEqual({ state: 'sending', skip: null })
    carol.answer(201)
    ground.clock.now += 30_000
    await ground.deliver(event)
    expect([bob.got.length, carol.got.length, dan.got.length]).toEqual([1, 1, 1])
    expect(ground.service.asked()).toBe(5)
  })

  it('one whose browser does not answer for long keeps nobody else waiting', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    const mal = await ground.browser('mal')
    mal.answer({ status: 503, headers: { 'retry-after': '86400' } })
    bob.answer(500)
    ground.scene.candidates = ['bob', 'mal'].map((person) => candidate(person))
    const event = created(ground)
    await expect(ground.deliver(event)).rejects.toMatchObject({ name: 'TryLater', afterMs: 5_000 })
    bob.answer(201)
    ground.clock.now += 5_000
    await expect(ground.deliver(event)).rejects.toThrow('1 person could not be told')
    expect([bob.got.length, ground.service.asked()]).toEqual([1, 3])
  })

  it('B2: of two browsers of one person only the one that failed is tried again', async () => {
    const ground = await opened()
    const [phone, laptop] = [await ground.browser('bob'), await ground.browser('bob')]
    laptop.answer(503)
    ground.scene.candidates = [candidate('bob')]
    const event = created(ground)
    await expect(ground.deliver(event)).rejects.toThrow('could not be told')
    laptop.answer(201)
    ground.clock.now += 5_000
    await ground.deliver(event)
    expect([phone.got.length, laptop.got.length]).toEqual([1, 1])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'sent', skip: null })
  })

  it('B8: the shortest Retry-After of all is what the queue is asked to wait, and the others are not asked before theirs', async () => {
    const ground = await opened()
    for (const [person, seconds] of [
      ['bob', '20'],
      ['carol', '45'],
    ] as const)
      (await ground.browser(person)).answer({ status: 429, headers: { 'retry-after': seconds } })
    const event = delivered(ground, ['bob', 'carol'])
    await expect(event).rejects.toMatchObject({ name: 'TryLater', afterMs: 20_000 })
    ground.clock.now += 20_000
    await expect(delivered(ground, ['carol'])).rejects.toMatchObject({ name: 'TryLater', afterMs: 25_000 })
    expect(ground.service.asked()).toBe(2)
  })

  it('B7: 410 and 403 are not tried again, and it is noted why', async () => {
    const ground = await opened()
    const [bob, carol] = [await ground.browser('bob'), await ground.browser('carol')]
    bob.answer(410)
    carol.answer(403)
    const event = await delivered(ground, ['bob', 'carol'])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'no-subscription' })
    expect(await ground.told(event, 'carol')).toEqual({ state: 'failed', skip: null })
    await ground.deliver(event)
    expect(ground.service.asked()).toBe(2)
  })

  it('L2: everyone who is not told has a reason, and whoever was erased leaves nothing', async () => {
    const ground = await opened()
    for (const person of ['bob', 'carol', 'erin']) await ground.browser(person)
    ground.scene.candidates = [
      { ...candidate('bob'), skip: 'muted-author' },
      candidate('carol'),
      candidate('dan'),
      candidate('erin'),
    ]
    ground.scene.skips.set('carol', 'not-there').set('erin', 'erased')
    const event = created(ground)
    await ground.deliver(event)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'muted-author' })
    expect(await ground.told(event, 'carol')).toEqual({ state: 'skipped', skip: 'not-there' })
    expect(await ground.told(event, 'dan')).toEqual({ state: 'skipped', skip: 'no-subscription' })
    expect(await ground.told(event, 'erin')).toBeNull()
    expect(ground.service.asked()).toBe(0)
  })

  it('D1, F7: what is muted or deleted between two tries is not sent', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    bob.answer(500)
    ground.scene.candidates = [candidate('bob')]
    const event = created(ground)
    await expect(ground.deliver(event)).rejects.toThrow('could not be told')
    bob.answer(201)
    ground.scene.skips.set('bob', 'muted-discussion')
    await ground.deliver(event)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'muted-discussion' })
    ground.scene.skips.clear()
    await ground.deliver(event)
    expect(bob.got).toEqual([])
  })

  it('J8: whoever signs in gets nothing of who was there before', async () => {
    const ground = await opened()
    const shared = await ground.browser('bob')
    await ground.subscriptions.subscribe(
      { org: ORG, id: 'carol', name: 'carol', role: 'member', kind: 'person' },
      shared.subscription,
    )
    const event = await delivered(ground, ['bob'])
    expect(shared.got).toEqual([])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'no-subscription' })
    await delivered(ground, ['carol'])
    expect(shared.got).toHaveLength(1)
  })

  it('J8: nor where that happens while it is found out whether they may be told', async () => {
    const ground = await opened()
    const shared = await ground.browser('bob')
    ground.scene.meanwhile = () => ground.subscriptions.subscribe(member('carol'), shared.subscription)
    const event = await delivered(ground, ['bob'])
    expect(ground.service.asked()).toBe(0)
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'no-subscription' })
  })

  it('J8: every message says whom it is for, so that what was on its way is not shown to somebody else', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    await delivered(ground, ['bob'])
    expect(bob.got).toMatchObject([{ message: { person: 'bob' } }])
  })

  it('J10: whoever was in the page a moment ago is not rung up', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    const active = new Date(ground.clock.now - 30_000).toISOString()
    await ground.needs.inboxes.insert({ _id: 'bob', org: ORG, readTo: 0, seenTo: 0, active })
    const event = await delivered(ground, ['bob'])
    expect(await ground.told(event, 'bob')).toEqual({ state: 'skipped', skip: 'seen-recently' })
    ground.clock.now += MINUTE
    await delivered(ground, ['bob'])
    expect(bob.got).toHaveLength(1)
  })

  it('J11: where previews are private, neither who nor what nor where is in it', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    ground.scene.isPrivate = true
    await delivered(ground, ['bob'], 'reply')
    expect(bob.got).toMatchObject([{ message: { title: 'A reply to you', body: '' } }])
    expect(JSON.stringify(bob.got[0]?.message)).not.toMatch(/Ada|Yes|On melons/)
  })

  it('L5: what waited in a paused queue for longer than an hour is dropped', async () => {
    const ground = await opened()
    const bob = await ground.browser('bob')
    ground.scene.candidates = [candidate('bob')]
    const [old, recent] = [created(ground), created(ground)]
    ground.clock.now += HOUR
    await ground.deliver(recent)
    ground.clock.now += 1
    await ground.deliver(old)
    expect(await ground.told(old, 'bob')).toEqual({ state: 'skipped', skip: 'too-old' })
    expect(bob.got).toMatchObject([{ headers: { ttl: '0' }, message: { notification: recent._id } }])
  })

  it('the handler that fails for one reason of ours is tried again, and others are told', async () => {
    const ground = await opened()
    const [bob, carol] = [await ground.browser('bob'), await ground.browser('carol')]
    const { choicesOf } = ground.needs
    ground.needs.choicesOf = async (org, person) => {
      if (person === 'bob') throw new Error('the store is away')
      return choicesOf(org, person)
    }
    await expect(delivered(ground, ['bob', 'carol'])).rejects.toThrow('1 person could not be told')
    expect([bob.got.length, carol.got.length]).toEqual([0, 1])
  })
})
