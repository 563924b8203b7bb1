import { expect, it } from 'vitest'
import { carryOut } from './acts.ts'
import { ADA, actor, BOB, MAY } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

describeModeration('acts on published comments', (open) => {
  it.each([
    ['reject', 'rejected'],
    ['spam', 'spam'],
    ['delete', 'deleted'],
  ] as const)('%s makes it %s', async (name, status) => {
    const { say, moderation, comments, discussion } = await open()
    const { comment } = await say(ADA, 'hello')
    const wanted = { act: name, discussion: discussion._id, slug: comment.slug, reason: 'Rude.', key: null }
    expect(await moderation.act(MAY, wanted)).toMatchObject({ state: 'done', reason: 'Rude.' })
    expect(await comments.comment(discussion, comment.slug)).toMatchObject({ status })
    if (name === 'delete') return
    await moderation.act(MAY, { ...wanted, act: 'publish' })
    expect(await comments.comment(discussion, comment.slug)).toMatchObject({ status: 'published', text: 'hello' })
  })

  it('are done once under an Idempotency-Key; another act under it is refused', async () => {
    const { say, moderation, comments, discussion } = await open()
    const { comment } = await say(ADA, 'hello')
    const wanted = { act: 'reject', discussion: discussion._id, slug: comment.slug, reason: null, key: 'k' } as const
    const first = await moderation.act(MAY, wanted)
    await moderation.act(MAY, { ...wanted, act: 'publish', key: null })
    expect(await moderation.act(MAY, wanted)).toEqual(first)
    expect(await comments.comment(discussion, comment.slug)).toMatchObject({ status: 'published' })
    await expectRefused(moderation.act(MAY, { ...wanted, act: 'spam' }), 'key-reused')
  })

  it('share their Idempotency-Keys with posts and bulk acts: each is for one request', async () => {
    const { say, moderation, discussion, drained } = await open()
    const { comment } = await say(ADA, 'hello')
    const act = (key: string) =>
      moderation.act(MAY, { act: 'keep', discussion: discussion._id, slug: comment.slug, reason: null, key })
    const bulk = (key: string) =>
      moderation.beginBulk(MAY, { act: 'spam', where: { user: 'nobody' }, reason: null, key })
    const post = (key: string) => say(MAY, `posted under ${key}, at some length`, { key })
    const kinds = [act, bulk, post] as const
    for (const [at, first] of kinds.entries()) {
      const key = `key-${at}`
      await first(key)
      await first(key)
      for (const other of kinds) if (other !== first) await expectRefused(other(key), 'key-reused')
    }
    await drained()
  })

  it('that failed are refused again under their Idempotency-Key, in the same words', async () => {
    const { say, moderation, comments, discussion } = await open({ settings: { deletion: 'refuse' } })
    const { comment } = await say(ADA, 'hello')
    const reply = await say(BOB, 'reply', { parent: comment.slug })
    const wanted = { act: 'delete', discussion: discussion._id, slug: comment.slug, reason: null, key: 'k' } as const
    const refusal = () => moderation.act(MAY, wanted).catch((error: unknown) => error)
    const first = await refusal()
    expect(first).toMatchObject({ code: 'has-replies' })
    expect(await refusal()).toEqual(first)
    await comments.delete({ actor: BOB, ref: { discussion: discussion._id } }, reply.comment.slug)
    expect(await refusal()).toEqual(first)
    expect(await moderation.act(MAY, { ...wanted, key: 'another' })).toMatchObject({ state: 'done' })
  })

  it('are for moderators of the org', async () => {
    const { say, moderation, discussion } = await open()
    const { comment } = await say(ADA, 'hello')
    const wanted = { act: 'reject', discussion: discussion._id, slug: comment.slug, reason: null, key: null } as const
    await expectRefused(moderation.act(BOB, wanted), 'forbidden')
    await expectRefused(moderation.act(actor('eve', 'admin', 'org2'), wanted), 'discussion-not-found')
    await expectRefused(moderation.act(MAY, { ...wanted, slug: 'none' }), 'comment-not-found')
  })

  it('that a process has begun and left are finished; those that cannot be done are noted', async () => {
    const { say, moderation, comments, discussion, drained } = await open({ settings: { deletion: 'refuse' } })
    const { comment } = await say(ADA, 'hello')
    await say(BOB, 'reply', { parent: comment.slug })
    const { acts } = moderation.needs
    const wanted = { act: 'delete', discussion: discussion._id, slug: comment.slug, reason: null, key: 'k' } as const
    await expectRefused(moderation.act(MAY, wanted), 'has-replies')
    const begun = {
      _id: 'left',
      org: discussion.org,
      act: 'spam' as const,
      discussion: discussion._id,
      slug: comment.slug,
      reason: null,
      by: { id: MAY.id, name: 'may' },
      at: new Date().toISOString(),
      state: 'begun' as const,
      failure: null,
    }
    const event = {
      _id: 'left.act-begun',
      org: begun.org,
      subject: 's',
      type: 'moderation',
      op: 'act-begun',
      at: begun.at,
    }
    await acts.insert(begun, { events: [{ ...event, after: { act: 'left' } }] })
    await drained()
    expect(await acts.get('left')).toMatchObject({ state: 'done' })
    expect(await comments.comment(discussion, comment.slug)).toMatchObject({ status: 'spam' })
    await carryOut(moderation.needs, begun)
    expect((await comments.comment(discussion, comment.slug)).changes).toHaveLength(2)
  })
})
