import { describe, expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Actor } from '../../api/actor.ts'
import type { Ref } from '../discussions.ts'
import { DEFAULT_SETTINGS } from '../model.ts'
import { ADMIN, KINDS, ORG, person } from '../testing/ground.ts'
import { ANN, BOB, expectRefused, MODERATOR, sharedGround } from './suite.ts'

let made = 0
const newName = (): string => `thing ${made++}`
const named = (id: string, type = 'page'): { org: string; resource: { type: string; id: string } } => ({
  org: ORG,
  resource: { type, id },
})

const STRANGER: Actor = { org: 'org2', id: 'ann', name: 'ann', role: 'admin', kind: 'person' }

describeEngines('discussions', (engine) => {
  const { ground, open, clock } = sharedGround(engine)

  describe('opening', () => {
    it('opens with settings, once', async () => {
      const { comments } = ground()
      const name = named(newName())
      const settings = { layout: 'embedded', order: 'chronological', maxDepth: 2, deletion: 'refuse' } as const
      const opened = await comments.open(ADMIN, { ...name, title: 'A title', url: 'https://example.org/1', settings })
      expect(opened).toMatchObject({ ...name, title: 'A title', url: 'https://example.org/1', layout: 'embedded' })
      expect(opened.settings).toEqual({ maxDepth: 2, deletion: 'refuse' })
      expect(await comments.discussion(name)).toEqual(opened)
      expect(await comments.discussion({ discussion: opened._id })).toEqual(opened)
      await expectRefused(comments.open(ADMIN, name), 'discussion-exists')
    })

    it('is for moderators and admins of the org', async () => {
      const { comments } = ground()
      const name = named(newName())
      await expectRefused(comments.open(ANN, name), 'forbidden')
      await expectRefused(comments.open(person('sue'), name), 'forbidden')
      await expectRefused(comments.open(STRANGER, name), 'discussion-not-found')
      await expectRefused(comments.open(STRANGER, { ...name, org: 'org2' }), 'org-not-found')
      expect(await comments.open(MODERATOR, name)).toMatchObject(name)
    })

    it.for(KINDS)('opens on the first comment, by the org’s settings: $layout, $order', async (kind) => {
      const { comments, rules } = ground()
      rules.settings = { ...kind, maxDepth: 3 }
      const name = named(newName())
      const posted = await comments.post({ actor: ANN, ref: name }, { text: 'first', title: 'T', url: 'https://a.b/c' })
      rules.settings = {}
      expect(await comments.discussion(name)).toMatchObject({
        _id: posted.discussion,
        ...kind,
        settings: {},
        title: 'T',
        url: 'https://a.b/c',
      })
    })

    it.for(KINDS)('makes one discussion of sixteen first comments: $layout, $order', async (kind) => {
      const { comments, rules, drained } = ground()
      rules.settings = kind
      const name = named(newName())
      const first = Array.from({ length: 16 }, (_, at) => comments.post({ actor: ANN, ref: name }, { text: `${at}` }))
      const posted = await Promise.all(first)
      rules.settings = {}
      expect(new Set(posted.map(({ discussion }) => discussion)).size).toBe(1)
      await drained()
      const discussion = await comments.discussion(name)
      expect(discussion).toMatchObject({ comments: 16 })
      const page = await comments.views.chronological(discussion, 'oldest', { limit: 100 })
      expect(page.comments.map(({ slug }) => slug).toSorted()).toEqual(
        posted.map(({ comment }) => comment.slug).toSorted(),
      )
    })

    it('opens nothing where the org does not want that', async () => {
      const { comments, rules } = ground()
      const name = named(newName())
      rules.opensOnFirstComment = false
      await expectRefused(comments.post({ actor: ANN, ref: name }, { text: 'first' }), 'discussion-not-found')
      rules.opensOnFirstComment = true
      await expectRefused(comments.discussion(name), 'discussion-not-found')
    })

    it('opens nothing for a comment that is refused', async () => {
      const { comments, rules } = ground()
      const name = named(newName())
      const first = (draft: { text: string; parent?: string; url?: string }): Promise<unknown> =>
        comments.post({ actor: ANN, ref: name }, draft)
      await expectRefused(first({ text: ' ' }), 'invalid')
      await expectRefused(first({ text: 'reply', parent: 'nobody1234' }), 'discussion-not-found')
      rules.origins = ['https://example.org']
      await expectRefused(first({ text: 'first', url: 'https://example.org.evil.net/' }), 'invalid')
      await expectRefused(first({ text: 'first', url: 'not an address' }), 'invalid')
      await expectRefused(comments.discussion(name), 'discussion-not-found')
      await first({ text: 'first', url: 'https://example.org/page' })
      rules.origins = []
      expect(await comments.discussion(name)).toMatchObject({ url: 'https://example.org/page' })
    })

    it('opens no discussion of an org that is not there, or by an id', async () => {
      const { comments } = ground()
      const elsewhere = { org: 'org2', resource: { type: 'page', id: '1' } }
      await expectRefused(comments.post({ actor: STRANGER, ref: elsewhere }, { text: 'x' }), 'discussion-not-found')
      await expectRefused(
        comments.post({ actor: ANN, ref: { discussion: 'none' } }, { text: 'x' }),
        'discussion-not-found',
      )
    })
  })

  it.for([
    '😀🏳️‍🌈 𝒳',
    'https://example.org/a?b=c&d=e#f',
    ' two  spaces ',
    'a~b~c',
    'a.b..c.',
    '$where',
    '__proto__',
    'a/b\\c',
    'é',
    'e\u0301',
    '"quoted"',
  ])('keeps the resource id %j exactly', (id) => expectKept(id))

  it.for(['x', '🎉'])('keeps a resource id of 1 kB of %s exactly', (letter) =>
    expectKept(letter.repeat(1024 / Buffer.byteLength(letter))),
  )

  async function expectKept(id: string): Promise<void> {
    const { comments } = ground()
    const type = `type ${made++} $.~`
    const opened = await comments.open(ADMIN, named(id, type))
    expect(opened.resource).toEqual({ type, id })
    expect(await comments.discussion(named(id, type))).toMatchObject({ _id: opened._id, resource: { type, id } })
    await expectRefused(comments.discussion(named(`${id}x`, type)), 'discussion-not-found')
    await expectRefused(comments.discussion(named(id, `${type}x`)), 'discussion-not-found')
  }

  it('tells apart what only looks the same', async () => {
    const { comments } = ground()
    const type = newName()
    const ids = ['é', 'e\u0301', 'E\u0301', ' é', 'é ']
    const opened = await Promise.all(ids.map((id) => comments.open(ADMIN, named(id, type))))
    expect(new Set(opened.map(({ _id }) => _id)).size).toBe(ids.length)
    const split = await comments.open(ADMIN, named('b"]', `${type}","a`))
    expect(await comments.discussion(named('b"]', `${type}","a`))).toMatchObject({ _id: split._id })
    await expectRefused(comments.discussion(named('a","b"]', type)), 'discussion-not-found')
  })

  describe('renaming', () => {
    it('leads there by the new name and by all old ones', async () => {
      const { comments } = ground()
      const names = [named(newName()), named(newName()), named(newName())] as const
      const { _id } = await comments.open(ADMIN, names[0])
      const command = (ref: Ref) => ({ actor: ADMIN, ref })
      expect(await comments.rename(command(names[0]), names[1].resource)).toMatchObject({ _id, ...names[1], rev: 2 })
      expect(await comments.rename(command(names[0]), names[2].resource)).toMatchObject({ _id, ...names[2], rev: 3 })
      for (const name of names) expect(await comments.discussion(name)).toMatchObject({ _id, ...names[2] })
      expect(await comments.rename(command(names[1]), names[2].resource), 'a repeat').toMatchObject({ rev: 3 })
      expect(await comments.rename(command(names[1]), names[0].resource), 'and back').toMatchObject({ ...names[0] })
      const { comment } = await comments.post({ actor: ANN, ref: names[1] }, { text: 'by an old name' })
      expect((await comments.views.permalink(await comments.discussion(names[2]), comment.slug)).comment.slug).toBe(
        comment.slug,
      )
    })

    it('refuses a name that another discussion has or had', async () => {
      const { comments } = ground()
      const [a, b, c] = [named(newName()), named(newName()), named(newName())]
      await comments.open(ADMIN, a)
      await comments.open(ADMIN, b)
      await expectRefused(comments.rename({ actor: ADMIN, ref: a }, b.resource), 'resource-taken')
      await comments.rename({ actor: ADMIN, ref: b }, c.resource)
      await expectRefused(comments.rename({ actor: ADMIN, ref: a }, b.resource), 'resource-taken')
      await expectRefused(comments.open(ADMIN, b), 'discussion-exists')
      expect(await comments.discussion(a)).toMatchObject(a)
    })

    it('lets one of two rivals win', async () => {
      const { comments } = ground()
      const [a, b, c] = [named(newName()), named(newName()), named(newName())]
      const opened = [await comments.open(ADMIN, a), await comments.open(ADMIN, b)]
      const rivals = [a, b].map((ref) => comments.rename({ actor: ADMIN, ref }, c.resource))
      const ends = await Promise.allSettled(rivals)
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const winner = ends.findIndex(({ status }) => status === 'fulfilled')
      expect(await comments.discussion(c)).toMatchObject({ _id: opened[winner]?._id, ...c })
    })

    it('is for moderators', async () => {
      const talk = await open()
      const resource = { type: 'page', id: newName() }
      await expectRefused(talk.comments.rename(talk.as(ANN), resource), 'forbidden')
      await expectRefused(talk.comments.discussion({ org: ORG, resource }), 'discussion-not-found')
    })
  })

  describe('settings', () => {
    it('are the discussion’s, then the org’s, then the defaults', async () => {
      const { comments, rules } = ground()
      const talk = await open({ maxLength: 4 })
      rules.settings = { maxLength: 2, maxDepth: 0 }
      expect(await talk.say('four')).toMatchObject({ text: 'four' })
      const root = await talk.say('root')
      expect(await talk.say('low', { under: root.slug })).toMatchObject({ depth: 0, replyTo: root.slug })
      await comments.configure(talk.as(ADMIN), { settings: { maxLength: null, maxDepth: 1 } })
      await expectRefused(talk.say('four'), 'invalid')
      expect(await talk.say('ok', { under: root.slug })).toMatchObject({ depth: 1 })
      rules.settings = {}
      expect((await talk.say('x'.repeat(DEFAULT_SETTINGS.maxLength))).depth).toBe(0)
      expect(await talk.discussion()).toMatchObject({ settings: { maxDepth: 1 } })
    })

    it('are changed by moderators, title and address too', async () => {
      const { comments, rules } = ground()
      const talk = await open()
      await expectRefused(comments.configure(talk.as(ANN), { title: 'mine' }), 'forbidden')
      rules.origins = ['https://example.org']
      await expectRefused(comments.configure(talk.as(MODERATOR), { url: 'https://evil.net/' }), 'invalid')
      const changed = await comments.configure(talk.as(MODERATOR), { title: 'New', url: 'https://example.org/x' })
      rules.origins = []
      expect(changed).toMatchObject({ title: 'New', url: 'https://example.org/x', rev: 2 })
      expect(await comments.configure(talk.as(ADMIN), { url: null })).toMatchObject({ title: 'New', url: null, rev: 3 })
    })

    it('keep the time of opening for closing', async () => {
      const talk = await open({ closeAfterDays: 1 })
      clock.later(25 * 60 * 60 * 1000)
      await talk.comments.configure(talk.as(ADMIN), { title: 'late' })
      await expectRefused(talk.say('late'), 'discussion-closed')
      await talk.comments.configure(talk.as(ADMIN), { settings: { closeAfterDays: 0 } })
      expect(await talk.say('open again')).toMatchObject({ depth: 0 })
    })
  })

  it('shows nothing to another org, and does not tell it from what never was', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    const by = (ref: Ref) => ({ actor: STRANGER, ref })
    const attempts = (ref: Ref): Promise<unknown>[] => [
      talk.comments.post(by(ref), { text: 'x' }),
      talk.comments.post(by(ref), { text: 'x', parent: slug }),
      talk.comments.edit(by(ref), { slug, text: 'x' }),
      talk.comments.delete(by(ref), slug),
      talk.comments.vote(by(ref), { slug, value: 1 }),
      talk.comments.react(by(ref), { slug, name: 'like', on: true }),
      talk.comments.configure(by(ref), { title: 'x' }),
      talk.comments.rename(by(ref), { type: 'page', id: newName() }),
    ]
    const { resource } = await talk.discussion()
    const theirs = [{ discussion: talk.id }, { org: ORG, resource }]
    const nothing = [{ discussion: 'nothing' }, named(newName())]
    const refusals = await Promise.all(
      [...theirs, ...nothing].flatMap(attempts).map((attempt) => expectRefused(attempt, 'discussion-not-found')),
    )
    expect(new Set(refusals.map(({ message }) => message)).size, 'one message for all').toBe(1)
    expect(await talk.read(slug)).toMatchObject({ text: 'root', rev: 1 })
    expect(await talk.slugs()).toEqual([slug])
  })

  it.for(['$where', '.', '__proto__', 'a~b', 'é', '𝒳'])('has no discussion by the id %j', (id) => expectNone(id))

  it('has no discussion by a very long id', () => expectNone('x'.repeat(100_000)))

  async function expectNone(discussion: string): Promise<void> {
    const { comments } = ground()
    await expectRefused(comments.discussion({ discussion }), 'discussion-not-found')
    await expectRefused(comments.post({ actor: BOB, ref: { discussion } }, { text: 'x' }), 'discussion-not-found')
  }
})
