import { describe, expect, it } from 'vitest'
import { ADMIN } from '../testing/ground.ts'
import { ANN, BOB, describeKinds, expectRefused, forgetAnswers, MODERATOR, type Talk } from './suite.ts'

/** A comment with a reply and one below that, and another comment. */
async function conversation(talk: Talk): Promise<Record<'root' | 'reply' | 'below' | 'other', string>> {
  const { slug: root } = await talk.say('root')
  const { slug: reply } = await talk.say('reply', { by: BOB, under: root })
  const { slug: below } = await talk.say('below', { under: reply })
  const { slug: other } = await talk.say('other', { by: BOB })
  return { root, reply, below, other }
}

describeKinds('deleting', ({ open }) => {
  it('is for the author and for moderators', async () => {
    const talk = await open()
    const { root, reply } = await conversation(talk)
    await expectRefused(talk.comments.delete(talk.as(BOB), root), 'forbidden')
    await talk.comments.delete(talk.as(ANN), root)
    await talk.comments.delete(talk.as(MODERATOR), reply)
    await expectRefused(talk.comments.delete(talk.as(ANN), 'nobody1234'), 'comment-not-found')
  })

  it.for(['tombstone', 'cascade', 'refuse'] as const)('is of the version that was seen: %s', async (deletion) => {
    const talk = await open({ deletion })
    const { slug } = await talk.say('root')
    await talk.comments.edit(talk.as(ANN), { slug, text: 'edited' })
    await expectRefused(talk.comments.delete(talk.as(ANN), slug, 1), 'changed-meanwhile')
    await expectRefused(talk.comments.delete(talk.as(ANN), slug, 3), 'changed-meanwhile')
    expect(await talk.read(slug)).toMatchObject({ text: 'edited', status: 'published', deleting: null })
    await talk.comments.delete(talk.as(ANN), slug, 2)
    expect((await talk.told()).slice(0, 3)).toEqual([
      'created',
      'edited',
      { tombstone: 'deleted', cascade: 'cut', refuse: 'removed' }[deletion],
    ])
  })

  describe('by tombstone', () => {
    it('takes the text away and leaves the place, with the replies', async () => {
      const talk = await open()
      const { root, reply, below, other } = await conversation(talk)
      await talk.comments.edit(talk.as(ANN), { slug: root, text: 'a secret @bob' })
      const { event } = await talk.comments.delete(talk.as(ANN), root)
      expect(await talk.read(root)).toMatchObject({
        status: 'deleted',
        text: '',
        html: '',
        mentions: [],
        history: [],
        rev: 3,
        changes: [expect.any(String), expect.any(String), event],
      })
      expect(await talk.slugs()).toEqual([root, reply, below, other])
      expect(await talk.say('still here', { under: reply })).toMatchObject({ depth: 2 })
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ comments: 4 })
      expect(await talk.read(root)).toMatchObject({ replies: 1 })
    })

    it('tells it once, however often it is asked for', async () => {
      const talk = await open()
      const { slug } = await talk.say('root')
      const first = await talk.comments.delete(talk.as(ANN, 'key'), slug)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await forgetAnswers(talk)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await talk.comments.delete(talk.as(ANN), slug)
      expect(await talk.told()).toEqual(['created', 'deleted'])
      expect(await talk.read(slug)).toMatchObject({ rev: 2 })
    })
  })

  describe('by cascade', () => {
    it('takes all that is below it, at once for readers', async () => {
      const talk = await open({ deletion: 'cascade' })
      const { root, reply, below, other } = await conversation(talk)
      await talk.comments.vote(talk.as(BOB), { slug: root, value: 1 })
      await talk.comments.delete(talk.as(ANN), root)
      expect(await talk.slugs()).toEqual([other])
      for (const slug of [root, reply, below]) {
        await expectRefused(talk.read(slug), 'comment-not-found')
        await expectRefused(talk.say('late', { under: slug }), 'comment-not-found')
        await expectRefused(talk.comments.edit(talk.as(ADMIN), { slug, text: 'late' }), 'comment-not-found')
        await expectRefused(talk.comments.vote(talk.as(BOB), { slug, value: 1 }), 'comment-not-found')
      }
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 1 })
      expect(await talk.slugs()).toEqual([other])
      expect((await talk.told()).filter((op) => op === 'removed')).toHaveLength(3)
    })

    it('leaves what only begins like it', async () => {
      const talk = await open({ deletion: 'cascade' })
      const { root, reply, below, other } = await conversation(talk)
      await talk.comments.delete(talk.as(BOB), reply)
      await talk.ground.drained()
      expect(await talk.slugs()).toEqual([root, other])
      await expectRefused(talk.read(below), 'comment-not-found')
      expect(await talk.read(root)).toMatchObject({ replies: 0 })
      expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 2 })
    })

    it('takes a big sub-tree, and answers a repeat as before', async () => {
      const talk = await open({ deletion: 'cascade' })
      const { slug } = await talk.say('root')
      await Promise.all(Array.from({ length: 120 }, (_, at) => talk.say(`${at}`, { under: slug })))
      const first = await talk.comments.delete(talk.as(ANN, 'key'), slug)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 0 })
      await forgetAnswers(talk)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 0 })
    })

    it('bears two who delete one inside the other', async () => {
      const talk = await open({ deletion: 'cascade' })
      const { root, reply, other } = await conversation(talk)
      await Promise.all([talk.comments.delete(talk.as(ADMIN), root), talk.comments.delete(talk.as(BOB), reply)])
      await talk.ground.drained()
      expect(await talk.slugs()).toEqual([other])
      expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 1 })
    })
  })

  describe('by refusing', () => {
    it('keeps what has a reply, and removes what has none', async () => {
      const talk = await open({ deletion: 'refuse' })
      const { root, reply, below, other } = await conversation(talk)
      await expectRefused(talk.comments.delete(talk.as(ANN), root), 'has-replies')
      expect(await talk.read(root)).toMatchObject({ text: 'root', status: 'published', deleting: null, rev: 1 })
      await talk.comments.delete(talk.as(ANN), below)
      await talk.comments.delete(talk.as(BOB), reply)
      expect(await talk.slugs()).toEqual([root, other])
      await talk.comments.delete(talk.as(ANN), root)
      await expectRefused(talk.read(root), 'comment-not-found')
      await expectRefused(talk.comments.delete(talk.as(ANN), root), 'comment-not-found')
      await talk.ground.drained()
      expect(await talk.discussion()).toMatchObject({ comments: 1 })
    })

    it('answers a repeat as before, also of a try that died before it answered', async () => {
      const talk = await open({ deletion: 'refuse' })
      const { slug } = await talk.say('root')
      const first = await talk.comments.delete(talk.as(ANN, 'key'), slug)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await forgetAnswers(talk)
      expect(await talk.comments.delete(talk.as(ANN, 'key'), slug)).toEqual(first)
      await expectRefused(talk.comments.delete(talk.as(ANN, 'never'), 'nobody1234'), 'comment-not-found')
      await expectRefused(talk.comments.delete(talk.as(ANN, 'never'), 'nobody1234'), 'comment-not-found')
      expect(await talk.told()).toEqual(['created', 'removed'])
    })

    it('lets either the deletion or the replies win', async () => {
      const talk = await open({ deletion: 'refuse' })
      const { slug } = await talk.say('root')
      const writers = Array.from({ length: 8 }, () => talk.say('reply', { under: slug }))
      const deleters = [talk.comments.delete(talk.as(ANN), slug), talk.comments.delete(talk.as(ADMIN), slug)]
      const [replies, deletions] = await Promise.all([Promise.allSettled(writers), Promise.allSettled(deleters)])
      await talk.ground.drained()
      const posted = replies.flatMap((end) => (end.status === 'fulfilled' ? [end.value.slug] : []))
      const isDeleted = deletions.some(({ status }) => status === 'fulfilled')
      expect((await talk.slugs()).toSorted()).toEqual(isDeleted ? [] : [slug, ...posted].toSorted())
      expect(isDeleted && posted.length > 0).toBe(false)
    })
  })

  it('goes by the policy of the moment', async () => {
    const talk = await open({ deletion: 'refuse' })
    const { root, reply, below, other } = await conversation(talk)
    await talk.comments.configure(talk.as(ADMIN), { settings: { deletion: null } })
    await talk.comments.delete(talk.as(BOB), reply)
    expect(await talk.slugs()).toEqual([root, reply, below, other])
    await talk.comments.configure(talk.as(ADMIN), { settings: { deletion: 'cascade' } })
    await talk.comments.delete(talk.as(ANN), root)
    expect(await talk.slugs()).toEqual([other])
    await talk.ground.drained()
    expect(await talk.discussion()).toMatchObject({ cuts: [], comments: 1 })
  })
})
