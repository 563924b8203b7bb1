import { createStore } from '@palaver/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { preferences } from '../collections.ts'
import { type Channel, CHANNELS, type Reason } from '../model.ts'
import { type Choices, DEFAULT_CHOICES } from './model.ts'
import { patched, patchSchema } from './patch.ts'
import { PreferenceBook } from './preferences.ts'
import { wants } from './wants.ts'

const ORG = 'org1'
const BOB = { org: ORG, id: 'bob', name: 'bob', role: 'member', kind: 'person' } as const

type Row = [string, Partial<Choices>, Channel, Reason, boolean]
const TABLE: Row[] = [
  ['nothing chosen', {}, 'email', 'watching', true],
  ['nothing chosen, for moderators', {}, 'centre', 'moderation', true],
  ['nothing chosen, for moderators', {}, 'email', 'moderation', false],
  ['the reason is off', { reasons: { reply: false } }, 'push', 'reply', false],
  ['another reason is off', { reasons: { reply: false } }, 'push', 'mention', true],
  ['the channel is off', { channels: { push: { on: false } } }, 'push', 'mention', false],
  ['another channel is off', { channels: { push: { on: false } } }, 'email', 'mention', true],
  [
    'the channel is more than the reason',
    { channels: { push: { on: true } }, reasons: { reply: false } },
    'push',
    'reply',
    true,
  ],
  [
    'both are more than the channel',
    { channels: { push: { on: false, reasons: { reply: true } } } },
    'push',
    'reply',
    true,
  ],
  [
    'both are more than the channel',
    { channels: { push: { on: true, reasons: { reply: false } } } },
    'push',
    'reply',
    false,
  ],
  ['both are about these alone', { channels: { push: { reasons: { reply: false } } } }, 'push', 'mention', true],
  ['a moderator wants mail', { channels: { email: { reasons: { moderation: true } } } }, 'email', 'moderation', true],
  ['no mail', { mail: 'off', channels: { email: { on: true } } }, 'email', 'mention', false],
  ['no mail', { mail: 'off' }, 'push', 'mention', true],
]

describe('what somebody wants', () => {
  it.each(TABLE)('D5, D6: %s', (_, choices, channel, reason, expected) => {
    expect(wants({ ...DEFAULT_CHOICES, ...choices }, channel, reason)).toBe(expected)
  })
})

describe('a change of preferences', () => {
  it('leaves what it does not name, and null goes back to the default', () => {
    const before = patched({}, patchSchema.parse({ mail: 'daily', channels: { email: { reasons: { reply: false } } } }))
    const more = patched(before, patchSchema.parse({ channels: { email: { on: true }, push: { on: false } } }))
    expect(more).toEqual({
      mail: 'daily',
      channels: { email: { reasons: { reply: false }, on: true }, push: { on: false } },
    })
    expect(patched(more, patchSchema.parse({ mail: null, channels: { email: null } }))).toEqual({
      channels: { push: { on: false } },
    })
  })

  it('takes quiet hours and lists as a whole', () => {
    const quiet = { days: [1], from: '22:00', to: '07:00' }
    const before = patched({}, patchSchema.parse({ quiet, mutedTypes: ['a', 'b'] }))
    const other = { days: [], from: '01:00', to: '02:00' }
    expect(patched(before, patchSchema.parse({ quiet: other, mutedTypes: ['c'] }))).toEqual({
      quiet: other,
      mutedTypes: ['c'],
    })
  })

  it.each([
    { timeZone: 'Mars/Olympus' },
    { digestAt: '24:00' },
    { channels: { fax: { on: true } } },
    { mutedUntil: 'soon' },
    { $set: 1 },
  ])('is refused where it makes no sense: %j', (patch) => {
    expect(patchSchema.safeParse(patch).success).toBe(false)
  })
})

describeEngines('preferences', (engine) => {
  const open = async () => {
    const store = createStore(await engine.open([preferences]))
    onTestFinished(() => store.close())
    const world = { now: Date.UTC(2026, 0, 1), erased: false }
    const all = store.collection(preferences)
    const another = (): PreferenceBook =>
      new PreferenceBook({ preferences: all, isErased: async () => world.erased, now: () => world.now })
    return { world, all, another, book: another() }
  }

  it('are the defaults with what was chosen, and have a revision', async () => {
    const { book } = await open()
    expect(await book.choicesOf(ORG, 'bob')).toEqual(DEFAULT_CHOICES)
    const { rev } = await book.change(BOB, { mail: 'weekly' }, { ifMatch: 0 })
    expect([rev, await book.choicesOf(ORG, 'bob')]).toEqual([1, { ...DEFAULT_CHOICES, mail: 'weekly' }])
    await expect(book.change(BOB, { mail: 'off' }, { ifMatch: 0 })).rejects.toThrow('revision 1')
    expect((await book.documentOf('other', 'bob')).rev).toBe(0)
  })

  it('are at most a second behind another process', async () => {
    const { book, another, world } = await open()
    await book.choicesOf(ORG, 'bob')
    await another().change(BOB, { mail: 'daily' }, { ifMatch: null })
    world.now += 1_000
    expect((await book.choicesOf(ORG, 'bob')).mail).toBe('daily')
  })

  it('I6: are left by links in mails, by reason, discussion or all; again changes nothing', async () => {
    const { book } = await open()
    const bob = { org: ORG, person: 'bob' }
    const isOut = async (reason: Reason, discussion: string): Promise<boolean> =>
      book.isUnsubscribed((await book.documentOf(ORG, 'bob')).unsubscribed, { reason, discussion })
    for (let time = 0; time < 2; time++) {
      await book.unsubscribe(bob, { kind: 'reason', reason: 'watching' })
      await book.unsubscribe(bob, { kind: 'discussion', discussion: 'd1' })
    }
    expect((await book.documentOf(ORG, 'bob')).rev).toBe(2)
    expect([await isOut('watching', 'd2'), await isOut('mention', 'd1'), await isOut('mention', 'd2')]).toEqual([
      true,
      true,
      false,
    ])
    await book.unsubscribe(bob, { kind: 'all' })
    expect(await isOut('mention', 'd2')).toBe(true)
    await book.change(BOB, { unsubscribed: { all: false } }, { ifMatch: null })
    expect([await isOut('mention', 'd2'), await isOut('mention', 'd1')]).toEqual([false, true])
  })

  it('F13: are not made for who was erased', async () => {
    const { book, world, all } = await open()
    world.erased = true
    await book.unsubscribe({ org: ORG, person: 'bob' }, { kind: 'all' })
    await book.change(BOB, { mail: 'off' }, { ifMatch: null })
    expect(await all.get('bob')).toBeNull()
  })

  it('are only for people', async () => {
    const { book } = await open()
    await expect(book.change({ ...BOB, kind: 'guest' }, {}, { ifMatch: null })).rejects.toThrow('sign in')
  })

  it('name those who watch everything, in order', async () => {
    const { book } = await open()
    for (const id of ['c', 'a', 'b']) await book.change({ ...BOB, id }, { elsewhere: 'watching' }, { ifMatch: null })
    await book.change({ ...BOB, id: 'd' }, { elsewhere: 'muted' }, { ifMatch: null })
    const found = await book.watchersOf(ORG, { after: 'a', limit: 10 })
    expect(found.map(({ _id }) => _id)).toEqual(['b', 'c'])
  })

  it('say of each channel whether it is wanted', async () => {
    const { book } = await open()
    const choices = await book.choicesOf(ORG, 'bob')
    expect(CHANNELS.map((channel) => book.wants(choices, channel, 'reply'))).toEqual([true, true, true])
  })
})
