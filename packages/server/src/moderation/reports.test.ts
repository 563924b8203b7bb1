import { expect, it } from 'vitest'
import { ADA, BOB, MAY, MEG } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

const all = { cursor: null, limit: 10 }

describeModeration('reports', (open) => {
  it('are one a person and comment; a case adds them up, and is closed by an act or by keep', async () => {
    const { say, moderation, discussion, drained } = await open()
    const { comment } = await say(ADA, 'hello')
    const about = { ref: { discussion: discussion._id }, slug: comment.slug }
    const cases = async (state: 'open' | 'closed') => (await moderation.caseQueue(MAY, { state, ...all })).items
    await moderation.report(BOB, { ...about, reason: 'spam', note: null })
    await moderation.report(BOB, { ...about, reason: 'spam', note: 'again' })
    await moderation.report(BOB, { ...about, reason: 'abuse', note: 'worse' })
    await moderation.report(MEG, { ...about, reason: 'abuse', note: null })
    await drained()
    expect(await cases('open')).toMatchObject([
      { reports: 2, reasons: { spam: 0, abuse: 2 }, slug: comment.slug, comment: { text: 'hello' } },
    ])
    expect(await moderation.counts(MAY)).toMatchObject({ reported: 1 })
    const { reports } = await moderation.reportsOf(MAY, { ...about, ...all })
    expect(reports).toMatchObject([{ note: 'worse' }, { note: null }])
    const act = { act: 'keep', discussion: discussion._id, slug: comment.slug, reason: 'Fine.', key: null } as const
    await moderation.act(MAY, act)
    await drained()
    expect([await cases('open'), (await cases('closed')).length]).toEqual([[], 1])
    await moderation.report(BOB, { ...about, reason: 'illegal', note: null })
    await drained()
    expect(await cases('open')).toMatchObject([{ reports: 2, reasons: { illegal: 1, abuse: 1 } }])
    await moderation.act(MAY, { ...act, act: 'reject' })
    await drained()
    expect(await cases('open')).toEqual([])
  })

  it('are closed when the author deletes it', async () => {
    const { say, moderation, comments, discussion, drained } = await open()
    const { comment } = await say(ADA, 'hello')
    const ref = { discussion: discussion._id }
    await moderation.report(BOB, { ref, slug: comment.slug, reason: 'spam', note: null })
    await comments.delete({ actor: ADA, ref }, comment.slug)
    await drained()
    expect((await moderation.caseQueue(MAY, { state: 'open', ...all })).items).toEqual([])
  })

  it('are not of what one wrote, nor of what one may not see', async () => {
    const isHidden = { is: false }
    const { say, moderation, discussion } = await open({
      mayOf: async () => ({ see: !isHidden.is, comment: true, moderate: null }),
    })
    const { comment } = await say(ADA, 'hello')
    const about = { ref: { discussion: discussion._id }, slug: comment.slug, reason: 'spam', note: null } as const
    await expectRefused(moderation.report(ADA, about), 'forbidden')
    await expectRefused(moderation.report(BOB, { ...about, slug: 'none' }), 'comment-not-found')
    await moderation.act(MAY, {
      act: 'reject',
      discussion: discussion._id,
      slug: comment.slug,
      reason: null,
      key: null,
    })
    await expectRefused(moderation.report(BOB, about), 'comment-not-found')
    await expectRefused(moderation.reportsOf(BOB, { ...about, ...all }), 'forbidden')
    isHidden.is = true
    await expectRefused(moderation.report(BOB, about), 'discussion-not-found')
  })
})
