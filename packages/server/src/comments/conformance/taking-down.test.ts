import { expect, it } from 'vitest'
import { present } from '../present.ts'
import { ANN, BOB, describeKinds, expectRefused, MODERATOR, type Talk } from './suite.ts'

const shown = async (talk: Talk) => {
  const discussion = await talk.discussion()
  const page = await talk.comments.views.threaded(discussion, 'oldest', { limit: 100 })
  return { list: page.comments.map(({ json }) => JSON.parse(json)), count: discussion.comments }
}

describeKinds('a comment that is taken down', ({ open, ground }) => {
  it('keeps its place and its replies, shows nothing of itself, and does not count', async () => {
    const talk = await open()
    const { slug } = await talk.say('very bad @bob')
    await talk.say('reply', { by: BOB, under: slug })
    await talk.comments.decide({ discussion: talk.id, slug, status: 'rejected', by: MODERATOR, event: `e1${talk.id}` })
    await ground().drained()
    const { list, count } = await shown(talk)
    expect(list[0]).toMatchObject({ slug, status: 'rejected', author: null, html: '', mentions: [], replies: 1 })
    expect(JSON.stringify(list)).not.toMatch(/very bad|"ann"/)
    expect(JSON.stringify(present(await talk.read(slug)))).not.toMatch(/very bad|"ann"/)
    expect([list.length, count]).toEqual([2, 1])
  })

  it('takes no change, reply or vote, but can be put up again as it was', async () => {
    const talk = await open()
    const { slug } = await talk.say('bad')
    await talk.comments.decide({ discussion: talk.id, slug, status: 'spam', by: MODERATOR, event: `e1${talk.id}` })
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'good' }), 'comment-rejected')
    await expectRefused(talk.comments.post(talk.as(BOB), { text: 'reply', parent: slug }), 'comment-rejected')
    await expectRefused(talk.comments.vote(talk.as(BOB), { slug, value: 1 }), 'comment-rejected')
    const restore = { discussion: talk.id, slug, status: 'published', by: MODERATOR, event: `e2${talk.id}` } as const
    await talk.comments.decide(restore)
    await talk.comments.decide(restore)
    await ground().drained()
    expect(await talk.read(slug)).toMatchObject({ status: 'published', text: 'bad', rev: 3 })
    expect((await talk.discussion()).comments).toBe(1)
    expect(await talk.told()).toEqual(['created', 'rejected', 'restored'])
  })

  it('can be deleted by its author, and then not be put up again', async () => {
    const talk = await open()
    const { slug } = await talk.say('bad')
    await talk.comments.decide({ discussion: talk.id, slug, status: 'rejected', by: MODERATOR, event: `e1${talk.id}` })
    await talk.comments.delete(talk.as(ANN), slug)
    const restore = talk.comments.decide({ discussion: talk.id, slug, status: 'published', by: MODERATOR, event: 'e2' })
    await expectRefused(restore, 'comment-deleted')
    await ground().drained()
    expect((await talk.discussion()).comments).toBe(0)
  })
})

describeKinds('a pinned comment', ({ open }) => {
  it('is named by its discussion, the last one first, until it is put back', async () => {
    const talk = await open()
    const [a, b] = [await talk.say('a'), await talk.say('b')]
    await talk.comments.pin(talk.as(MODERATOR), { slug: a.slug, on: true })
    await talk.comments.pin(talk.as(MODERATOR), { slug: b.slug, on: true })
    await talk.comments.pin(talk.as(MODERATOR), { slug: b.slug, on: true })
    expect((await talk.discussion()).pinned).toEqual([b.slug, a.slug])
    await talk.comments.pin(talk.as(MODERATOR), { slug: b.slug, on: false })
    expect((await talk.discussion()).pinned).toEqual([a.slug])
  })

  it('is for moderators, and there are at most ten', async () => {
    const talk = await open()
    const slugs = await Promise.all(Array.from({ length: 11 }, async (_, at) => (await talk.say(`${at}`)).slug))
    await expectRefused(talk.comments.pin(talk.as(ANN), { slug: slugs[0] ?? '', on: true }), 'forbidden')
    for (const slug of slugs.slice(0, 10)) await talk.comments.pin(talk.as(MODERATOR), { slug, on: true })
    await expectRefused(talk.comments.pin(talk.as(MODERATOR), { slug: slugs[10] ?? '', on: true }), 'invalid')
  })
})
