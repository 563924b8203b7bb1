import { expect, it } from 'vitest'
import type { Refusal } from '../api/refusal.ts'
import { ADA, actor, BOB, HOLD_ALL, MAY, MEG, ORG, ROOT } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

const APPROVE = { act: 'approve', reason: null } as const
const all = { cursor: null, limit: 10 }

describeModeration('what is held', (open) => {
  it('is published once it is approved, at that moment and under the names it was given', async () => {
    const { say, rules, moderation, comments, discussion, drained, clock } = await open()
    await rules(HOLD_ALL)
    const { comment, event } = await say(ADA, 'hello')
    await expectRefused(comments.comment(discussion, comment.slug), 'comment-not-found')
    clock.now += 60_000
    expect(await moderation.decideHeld(MAY, event, APPROVE)).toMatchObject({ state: 'published', by: MAY.id })
    const published = await comments.comment(discussion, comment.slug)
    expect(published).toMatchObject({ text: 'hello', author: { id: ADA.id }, status: 'published' })
    expect(published.posted > comment.posted).toBe(true)
    await drained()
    expect(await comments.discussion({ discussion: discussion._id })).toMatchObject({ comments: 1 })
  })

  it('is decided once: who says the same is told the same, who says another thing is refused', async () => {
    const { say, rules, moderation } = await open()
    await rules(HOLD_ALL)
    const [one, two] = [await say(ADA, 'one'), await say(ADA, 'two')]
    await moderation.decideHeld(MAY, one.event, APPROVE)
    expect(await moderation.decideHeld(MEG, one.event, APPROVE)).toMatchObject({ state: 'published', by: MAY.id })
    await expectRefused(moderation.decideHeld(MEG, one.event, { act: 'spam', reason: null }), 'already-decided')
    const reject = { act: 'reject', reason: 'Off topic.' } as const
    expect(await moderation.decideHeld(MAY, two.event, reject)).toMatchObject({
      state: 'rejected',
      reason: 'Off topic.',
    })
    await expectRefused(moderation.decideHeld(MEG, two.event, APPROVE), 'already-decided')
    await expectRefused(moderation.withdrawHeld(ADA, two.event), 'already-decided')
  })

  it('is rejected, with that reason, if what it replies to is gone meanwhile', async () => {
    const { say, rules, moderation, comments, discussion } = await open({ settings: { deletion: 'refuse' } })
    const parent = await say(BOB, 'parent')
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'reply', { parent: parent.comment.slug })
    await comments.delete({ actor: BOB, ref: { discussion: discussion._id } }, parent.comment.slug)
    const after = await moderation.decideHeld(MAY, event, APPROVE)
    expect([after.state, after.reason]).toEqual(['rejected', expect.stringContaining('no comment')])
  })

  it('is seen by its author and by moderators only, and taken back by its author', async () => {
    const { say, rules, moderation, discussion } = await open()
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'hello')
    const seenBy = async (who: typeof ADA) =>
      (await moderation.heldIn(who, { ref: { discussion: discussion._id }, ...all })).items.length
    expect([await seenBy(ADA), await seenBy(BOB), await seenBy(MAY)]).toEqual([1, 0, 1])
    await expectRefused(moderation.heldQueue(ADA, { state: 'waiting', ...all }), 'forbidden')
    await expectRefused(moderation.decideHeld(ADA, event, APPROVE), 'forbidden')
    await expectRefused(moderation.withdrawHeld(BOB, event), 'held-not-found')
    await moderation.withdrawHeld(ADA, event)
    await moderation.withdrawHeld(ADA, event).catch(() => {})
    expect(await seenBy(ADA)).toBe(0)
    await expectRefused(moderation.decideHeld(MAY, event, APPROVE), 'already-decided')
  })

  it('is of its org alone', async () => {
    const { say, rules, moderation, discussion } = await open()
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'hello')
    const eve = actor('eve', 'admin', 'org2')
    await expectRefused(moderation.decideHeld(eve, event, APPROVE), 'held-not-found')
    await expectRefused(moderation.withdrawHeld({ ...eve, id: ADA.id }, event), 'held-not-found')
    await expectRefused(moderation.heldIn(eve, { ref: { discussion: discussion._id }, ...all }), 'discussion-not-found')
    expect((await moderation.heldQueue(eve, { state: 'waiting', ...all })).items).toEqual([])
    expect(await moderation.counts(eve)).toEqual({ held: 0, reported: 0, isMore: false })
  })

  it('is a queue by cursor, the oldest first, with its count', async () => {
    const { say, rules, moderation } = await open()
    await rules(HOLD_ALL)
    for (const text of ['a', 'b', 'c', 'd', 'e']) await say(ADA, text)
    expect(await moderation.counts(MAY)).toEqual({ held: 5, reported: 0, isMore: false })
    const texts: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof moderation.heldQueue>> = await moderation.heldQueue(MAY, {
        state: 'waiting',
        cursor,
        limit: 2,
      })
      texts.push(...page.items.map(({ text }) => text))
      cursor = page.next
    } while (cursor !== null)
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e'])
    await expectRefused(moderation.heldQueue(MAY, { state: 'waiting', cursor: 'x', limit: 2 }), 'bad-cursor')
  })

  it('is hidden from a moderator whom the host does not let moderate it, and not counted', async () => {
    const { say, rules, moderation } = await open({
      mayOf: async (who) => ({ see: true, comment: true, moderate: who?.id === MEG.id || who?.id === ROOT.id }),
    })
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'hello')
    expect((await moderation.heldQueue(MAY, { state: 'waiting', ...all })).items).toEqual([])
    expect(await moderation.counts(MAY)).toMatchObject({ held: 0 })
    await expectRefused(moderation.decideHeld(MAY, event, APPROVE), 'forbidden')
    expect((await moderation.heldQueue(MEG, { state: 'waiting', ...all })).items).toHaveLength(1)
    expect(await moderation.counts(MEG)).toMatchObject({ held: 1 })
  })

  it('is not told from what never was, where a moderator may not see its discussion', async () => {
    const asked: (string | undefined)[] = []
    const { say, rules, moderation, discussion } = await open({
      mayOf: async (who) => {
        asked.push(who?.id)
        return { see: who?.id !== MAY.id, comment: true, moderate: true }
      },
    })
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'hello')
    const timesAsked = async (id: string): Promise<number> => {
      asked.length = 0
      await expectRefused(moderation.decideHeld(MAY, id, APPROVE), 'held-not-found')
      return asked.length
    }
    expect(await timesAsked(event)).toBe(await timesAsked('never-was'))
    await expectRefused(moderation.decideHeld(MEG, discussion._id, APPROVE), 'held-not-found')
    expect(await moderation.decideHeld(MEG, event, APPROVE)).toMatchObject({ state: 'published' })
  })

  it('opens a discussion that is not there for others, until something is published', async () => {
    const { rules, moderation, comments } = await open()
    const ref = { org: ORG, resource: { type: 'page', id: '2' } }
    await rules(HOLD_ALL)
    const { discussion, event } = await comments.post({ actor: ADA, ref }, { text: 'hello' })
    const seenBy = (who: typeof ADA | null) =>
      comments.shown(who, ref).then(
        ({ _id }) => _id,
        ({ code }: Refusal) => code,
      )
    const all = async () => [await seenBy(null), await seenBy(BOB), await seenBy(ADA), await seenBy(MAY)]
    const forSome = ['discussion-not-found', 'discussion-not-found', discussion, discussion]
    expect(await all()).toEqual(forSome)
    expect(await comments.counts(null, [ref, { discussion }])).toEqual([null, null])
    expect(await comments.foreseen(BOB, ref)).toBeNull()
    const reply = { text: 'hello', parent: 'xxxxxxxxxx' }
    await expectRefused(comments.post({ actor: BOB, ref }, reply), 'discussion-not-found')
    await expectRefused(comments.post({ actor: BOB, ref: { discussion } }, { text: 'hi' }), 'discussion-not-found')
    await moderation.decideHeld(MAY, event, { act: 'reject', reason: null })
    expect(await all()).toEqual(forSome)
    await rules([])
    await comments.post({ actor: BOB, ref }, { text: 'hi' })
    expect(new Set(await all())).toEqual(new Set([discussion]))
    expect(await comments.counts(null, [ref])).toEqual([expect.any(Number)])
  })

  it.each(['approved', 'configured'])('opens a discussion that is there for all once it is %s', async (by) => {
    const { rules, moderation, comments } = await open()
    const ref = { org: ORG, resource: { type: 'page', id: '2' } }
    await rules(HOLD_ALL)
    const { discussion, event } = await comments.post({ actor: ADA, ref }, { text: 'hello' })
    if (by === 'approved') await moderation.decideHeld(MAY, event, APPROVE)
    else await comments.configure({ actor: MAY, ref }, { title: 'A page' })
    expect(await comments.shown(null, ref)).toMatchObject({ _id: discussion })
  })

  it('tells nobody of it in the events of its discussion, and no event has its text', async () => {
    const { say, rules, store, discussion } = await open()
    await rules(HOLD_ALL)
    await say(ADA, 'a secret text')
    await store.events.settle()
    const partition = store.events.partitionOf(discussion.org)
    const told = await store.events.read({ partition, subject: discussion._id, after: 0, limit: 100 })
    expect(told.map(({ op }) => op)).toEqual(['opened'])
    const everything = await store.events.read({ partition, after: 0, limit: 100 })
    expect(JSON.stringify(everything)).not.toContain('a secret text')
  })
})
