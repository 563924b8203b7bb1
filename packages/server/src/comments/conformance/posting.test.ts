import { describe, expect, it } from 'vitest'
import { ADMIN, person } from '../testing/ground.ts'
import { ANN, BOB, describeKinds, expectRefused, forgetAnswers, MODERATOR, type Talk } from './suite.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describeKinds('posting', ({ open, clock }) => {
  it('posts a comment', async () => {
    const talk = await open()
    const posted = await talk.say('Hello **you**, @bob')
    expect(posted).toMatchObject({
      parentSlug: null,
      replyTo: null,
      depth: 0,
      edited: null,
      author: { id: 'ann', name: 'ann' },
      text: 'Hello **you**, @bob',
      mentions: [{ id: 'bob', name: 'bob' }],
      status: 'published',
      rev: 1,
      history: [],
    })
    expect(posted.html).toContain('<strong>you</strong>')
    expect(posted.slug).toMatch(/^[1-9A-HJ-NP-Za-km-z]{10}$/)
    expect(posted.fullSlug).toBe(`${posted.posted.slice(0, 23).replace(/[-T:]/g, '.')}:${posted.slug}`)
    expect(await talk.read(posted.slug)).toMatchObject({ slug: posted.slug, html: posted.html })
  })

  it('replies', async () => {
    const talk = await open()
    const root = await talk.say('root')
    const reply = await talk.say('reply', { by: BOB, under: root.slug })
    const below = await talk.say('below', { under: reply.slug })
    expect(reply).toMatchObject({ parentSlug: root.slug, depth: 1, replyTo: null })
    expect(below).toMatchObject({ parentSlug: reply.slug, depth: 2, replyTo: null })
    expect(below.slug.startsWith(`${reply.slug}/`) && below.fullSlug.startsWith(`${reply.fullSlug}/`)).toBe(true)
    expect(await talk.slugs()).toEqual([root.slug, reply.slug, below.slug])
    await talk.ground.drained()
    expect(await talk.read(root.slug)).toMatchObject({ replies: 1 })
    expect(await talk.discussion()).toMatchObject({ comments: 3 })
  })

  it.for([0, 1, 2, 5])('attaches a reply deeper than %i to the deepest comment that may have one', async (maxDepth) => {
    const talk = await open({ maxDepth })
    const chain = [await talk.say('0')]
    for (let depth = 1; depth <= maxDepth; depth++)
      chain.push(await talk.say('on', { under: chain.at(-1)?.slug ?? '' }))
    expect(chain.map(({ depth, replyTo }) => [depth, replyTo])).toEqual(chain.map((_, depth) => [depth, null]))
    const deepest = chain.at(-1)?.slug ?? ''
    const over = await talk.say('over', { under: deepest })
    const parent = maxDepth === 0 ? null : (chain[maxDepth - 1]?.slug ?? '')
    expect(over).toMatchObject({ parentSlug: parent, depth: maxDepth, replyTo: deepest })
    expect(await talk.say('again', { under: over.slug })).toMatchObject({ parentSlug: parent, replyTo: over.slug })
    expect(await talk.read(over.slug)).toMatchObject({ parentSlug: parent, replyTo: deepest })
  })

  it('attaches by the depth that is allowed now', async () => {
    const talk = await open({ maxDepth: 5 })
    const root = await talk.say('root')
    const reply = await talk.say('reply', { under: root.slug })
    const below = await talk.say('below', { under: reply.slug })
    await talk.comments.configure(talk.as(ADMIN), { settings: { maxDepth: 1 } })
    const late = await talk.say('late', { under: below.slug })
    expect(late).toMatchObject({ parentSlug: root.slug, depth: 1, replyTo: below.slug })
    await talk.comments.configure(talk.as(ADMIN), { settings: { maxDepth: 0 } })
    expect(await talk.say('later', { under: below.slug })).toMatchObject({ parentSlug: null, replyTo: below.slug })
  })

  it('takes no reply to what is deleted or was never there', async () => {
    const talk = await open()
    const root = await talk.say('root')
    await talk.comments.delete(talk.as(ANN), root.slug)
    await expectRefused(talk.say('late', { under: root.slug }), 'comment-deleted')
    await expectRefused(talk.say('late', { under: 'nobody1234' }), 'comment-not-found')
    expect(await talk.slugs()).toEqual([root.slug])
  })

  it('keeps sixteen comments that are posted at once', async () => {
    const talk = await open()
    const root = await talk.say('root')
    const said = await Promise.all(
      Array.from({ length: 16 }, (_, at) => talk.say(`${at}`, { under: at % 2 === 0 ? root.slug : null })),
    )
    expect((await talk.slugs()).toSorted()).toEqual([root, ...said].map(({ slug }) => slug).toSorted())
    await talk.ground.drained()
    expect(await talk.discussion()).toMatchObject({ comments: 17 })
    expect(await talk.read(root.slug)).toMatchObject({ replies: 8 })
  })

  it('counts the length in code points', async () => {
    const talk = await open({ maxLength: 3 })
    expect(await talk.say('👍👍👍')).toMatchObject({ text: '👍👍👍' })
    expect(await talk.say('a\u0000bc')).toMatchObject({ text: 'abc' })
    await expectRefused(talk.say('👍👍👍👍'), 'invalid')
    await expectRefused(talk.say('abcd'), 'invalid')
    expect((await talk.slugs()).length).toBe(2)
  })

  it.for(['', ' \n\t ', '\u0000\u0007'])('takes no empty text: %j', async (text) => {
    const talk = await open()
    const { flaws } = await expectRefused(talk.say(text), 'invalid')
    expect(flaws).toMatchObject([{ path: 'text' }])
    expect(await talk.slugs()).toEqual([])
  })

  it('closes: only staff may post, everyone may still edit and delete', async () => {
    const talk = await open()
    const root = await talk.say('root')
    await talk.comments.configure(talk.as(ADMIN), { settings: { state: 'closed' } })
    await expectRefused(talk.say('late'), 'discussion-closed')
    await expectRefused(talk.say('late', { under: root.slug }), 'discussion-closed')
    expect(await talk.say('for the record', { by: person('sue', 'moderator') })).toMatchObject({ depth: 0 })
    await talk.comments.edit(talk.as(ANN), { slug: root.slug, text: 'better' })
    await talk.comments.configure(talk.as(ADMIN), { settings: { state: null } })
    expect(await talk.say('open again')).toMatchObject({ text: 'open again' })
  })

  it('is read-only: nobody posts, only moderators change', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    await talk.comments.configure(talk.as(ADMIN), { settings: { state: 'read-only' } })
    await expectRefused(talk.say('late'), 'discussion-closed')
    await expectRefused(talk.say('late', { by: ADMIN }), 'discussion-closed')
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'better' }), 'discussion-closed')
    await expectRefused(talk.comments.vote(talk.as(BOB), { slug, value: 1 }), 'discussion-closed')
    await expectRefused(talk.comments.delete(talk.as(ANN), slug), 'discussion-closed')
    expect(await talk.read(slug)).toMatchObject({ text: 'root' })
    await talk.comments.edit(talk.as(MODERATOR), { slug, text: 'by a moderator' })
    await talk.comments.delete(talk.as(MODERATOR), slug)
  })

  it('closes by itself after some days', async () => {
    const talk = await open({ closeAfterDays: 2 })
    clock.later(2 * DAY_MS - 60_000)
    const { slug } = await talk.say('in time')
    clock.later(120_000)
    await expectRefused(talk.say('too late'), 'discussion-closed')
    await talk.comments.edit(talk.as(ANN), { slug, text: 'still mine' })
  })

  describe('under an Idempotency-Key', () => {
    it('answers a repeat as before', async () => {
      const talk = await open()
      const first = await talk.comments.post(talk.as(ANN, 'key'), { text: 'once' })
      expect(await talk.comments.post(talk.as(ANN, 'key'), { text: 'once' })).toEqual(first)
      await talk.comments.configure(talk.as(ADMIN), { settings: { state: 'closed' } })
      expect(await talk.comments.post(talk.as(ANN, 'key'), { text: 'once' })).toEqual(first)
      expect(await talk.slugs()).toEqual([first.comment.slug])
      expect(await talk.told()).toEqual(['created'])
    })

    it('refuses another request, and knows each person by their own keys', async () => {
      const talk = await open()
      await talk.say('once', { key: 'key' })
      await expectRefused(talk.say('twice', { key: 'key' }), 'key-reused')
      const root = await talk.say('by bob', { by: BOB, key: 'key' })
      await expectRefused(talk.say('by bob', { by: BOB, key: 'key', under: root.slug }), 'key-reused')
      expect((await talk.slugs()).length).toBe(2)
    })

    it('finds what an earlier try wrote that died before it answered', async () => {
      const talk = await open({ deletion: 'refuse' })
      const first = await talk.say('once', { key: 'key' })
      await forgetAnswers(talk)
      expect(await talk.say('once', { key: 'key' })).toMatchObject({ slug: first.slug, posted: first.posted })
      await talk.comments.delete(talk.as(ANN), first.slug)
      await forgetAnswers(talk)
      expect(await talk.say('once', { key: 'key' }), 'and does not bring it back').toMatchObject({ slug: first.slug })
      expect(await talk.slugs()).toEqual([])
      expect(await talk.told()).toEqual(['created', 'removed'])
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ comments: 0 })
    })

    it('posts once when eight ask at once', async () => {
      const talk = await open()
      const root = await talk.say('root')
      const tries = Array.from({ length: 8 }, () => talk.say('once', { under: root.slug, key: 'key' }))
      const slugs = new Set((await Promise.all(tries)).map(({ slug }) => slug))
      expect(slugs.size).toBe(1)
      expect(await talk.slugs()).toEqual([root.slug, ...slugs])
      expect(await talk.told()).toEqual(['created', 'created'])
    })
  })

  it.for(['', '$where', '.', '..', '__proto__', 'constructor', 'a~b', 'a/b', '/', 'é', '𝒳'])(
    'finds no comment by the slug %j',
    async (slug) => expectNothingAt(await open(), slug),
  )

  it('finds no comment by a very long slug', async () => expectNothingAt(await open(), 'x'.repeat(100_000)))

  it('tells a slug from one that it begins with', async () => {
    const talk = await open({ deletion: 'cascade' })
    const root = await talk.say('root')
    const reply = await talk.say('reply', { under: root.slug })
    for (const near of [
      root.slug.slice(0, -1),
      `${root.slug}x`,
      `${root.slug}/`,
      reply.slug.slice(0, -1),
      `${reply.slug}x`,
    ])
      await expectRefused(talk.comments.delete(talk.as(ADMIN), near), 'comment-not-found')
    expect(await talk.slugs()).toEqual([root.slug, reply.slug])
  })

  it.for(['$set', 'a.b', '__proto__', 'toString', '~', '😀 name'])('keeps what a person called %s writes', (name) =>
    expectKeepsWordsOf(name),
  )

  it('keeps what a person of a very long name writes', () => expectKeepsWordsOf('x'.repeat(255)))

  async function expectKeepsWordsOf(name: string): Promise<void> {
    const talk = await open()
    const who = person(name)
    const { slug } = await talk.say(name, { by: who, key: name })
    expect(await talk.read(slug)).toMatchObject({ author: { id: name, name }, text: name })
    await talk.comments.edit(talk.as(who, `${name}2`), { slug, text: `${name}!` })
    const other = await talk.say('other')
    expect(await talk.comments.vote(talk.as(who), { slug: other.slug, value: 1 })).toMatchObject({ value: 1 })
    await talk.ground.drained()
    expect(await talk.read(other.slug)).toMatchObject({ votes: { up: 1, down: 0 } })
    expect(await talk.read(slug)).toMatchObject({ text: `${name}!`, history: [{ text: name, by: name }] })
  }
})

async function expectNothingAt(talk: Talk, slug: string): Promise<void> {
  await talk.say('root')
  await expectRefused(talk.say('reply', { under: slug }), 'comment-not-found')
  await expectRefused(talk.comments.edit(talk.as(ADMIN), { slug, text: 'mine' }), 'comment-not-found')
  await expectRefused(talk.comments.delete(talk.as(ADMIN), slug), 'comment-not-found')
  await expectRefused(talk.comments.vote(talk.as(BOB), { slug, value: 1 }), 'comment-not-found')
  await expectRefused(talk.read(slug), 'comment-not-found')
  expect(await talk.told()).toEqual(['created'])
}
