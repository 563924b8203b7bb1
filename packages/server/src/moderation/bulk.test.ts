import { expect, it } from 'vitest'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { bulkStep } from './bulk-step.ts'
import type { Where } from './model.ts'
import { ADA, actor, BOB, type Ground, HOLD_ALL, MAY, MEG, ORG, ROOT } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

async function statuses({ comments, discussion }: Ground): Promise<Record<string, string>> {
  const now = await comments.discussion({ discussion: discussion._id })
  const { comments: shown } = await comments.views.chronological(now, 'oldest', {
    limit: 100,
    cursor: null,
    page: null,
  })
  const all = await Promise.all(shown.map(({ slug }) => comments.comment(now, slug)))
  return Object.fromEntries(all.map(({ text, status }) => [text, status]))
}

async function finished({ moderation, drained }: Ground, id: string, by = MAY) {
  for (let round = 0; round < 20; round++) {
    await drained()
    const bulk = await moderation.bulk(by, id)
    if (bulk.state === 'done') return bulk
  }
  throw new Error('The bulk act does not end.')
}

describeModeration('a bulk act', (open) => {
  it('is by user, by word, by address, by time, or by several of these', async () => {
    const ground = await open()
    const { say, moderation, clock } = ground
    await say(ADA, 'one', { address: '192.0.2.1' })
    await say(ADA, 'B*A*D', { address: '192.0.2.2' })
    await say(BOB, 'three', { address: '192.0.2.2' })
    clock.now += 60_000
    const from = new Date(clock.now).toISOString()
    await say(BOB, 'four')
    const done = async (act: 'spam' | 'publish', where: Parameters<typeof moderation.beginBulk>[1]['where']) => {
      const bulk = await moderation.beginBulk(MAY, { act, where, reason: null })
      return { ...(await finished(ground, bulk._id)), statuses: await statuses(ground) }
    }
    const down = (all: Record<string, string>) => Object.keys(all).filter((text) => all[text] === 'spam')
    expect(down((await done('spam', { user: ADA.id })).statuses)).toEqual(['one', 'B*A*D'])
    expect(await done('publish', { user: ADA.id })).toMatchObject({ changed: 2, done: 2, of: 2 })
    expect(down((await done('spam', { word: 'bad' })).statuses)).toEqual(['B*A*D'])
    await done('publish', { word: 'bad' })
    expect(down((await done('spam', { address: '192.0.2.2' })).statuses)).toEqual(['B*A*D', 'three'])
    await done('publish', { address: '192.0.2.2' })
    expect(down((await done('spam', { address: '192.0.2.2', user: BOB.id })).statuses)).toEqual(['three'])
    await done('publish', { user: BOB.id })
    expect(down((await done('spam', { from })).statuses)).toEqual(['four'])
  })

  it('deletes, goes through many, and rejects what waits', async () => {
    const ground = await open()
    const { say, moderation, rules } = ground
    await rules([])
    for (let at = 0; at < 60; at++) await say(ADA, `number ${at}`)
    await rules(HOLD_ALL)
    const held = await say(ADA, 'waiting')
    const other = await say(BOB, 'waiting too')
    const { _id } = await moderation.beginBulk(MAY, { act: 'delete', where: { user: ADA.id }, reason: 'Spammer.' })
    expect(await finished(ground, _id)).toMatchObject({ changed: 61, done: 61, of: 61 })
    expect(Object.values(await statuses(ground))).toEqual(['deleted'])
    expect(await moderation.needs.held.get(held.event)).toMatchObject({ state: 'rejected', reason: 'Spammer.' })
    expect(await moderation.needs.held.get(other.event)).toMatchObject({ state: 'waiting' })
  })

  it('goes on after a process was killed at any step, and does nothing twice', async () => {
    const ground = await open()
    const { say, moderation, store, rules, comments, discussion, drained } = ground
    await rules([])
    for (let at = 0; at < 60; at++) await say(ADA, `number ${at}`)
    await drained()
    const { _id } = await moderation.beginBulk(MAY, { act: 'reject', where: { user: ADA.id }, reason: null })
    // Whoever did the work of a step but died before it was noted is followed by one that does it again.
    const { needs } = moderation
    const dying = {
      ...needs,
      comments: needs.comments,
      bulks: {
        ...needs.bulks,
        get: needs.bulks.get.bind(needs.bulks),
        update: () => Promise.reject(new Error('killed')),
      },
    }
    await bulkStep(dying, _id, 0).catch(() => {})
    await bulkStep(needs, _id, 0)
    await bulkStep(needs, _id, 0)
    expect(await finished(ground, _id)).toMatchObject({ done: 60, state: 'done' })
    await store.events.settle()
    const partition = store.events.partitionOf(discussion.org)
    const told = await store.events.read({ partition, subject: discussion._id, after: 0, limit: 1_000 })
    expect(told.filter(({ op }) => op === 'rejected')).toHaveLength(60)
    expect(await comments.discussion({ discussion: discussion._id })).toMatchObject({ comments: 0 })
  })

  it('is begun once under a key, however often it is asked for', async () => {
    const ground = await open()
    const { say, moderation } = ground
    await say(ADA, 'one', { address: '192.0.2.1' })
    const wanted = { act: 'spam', where: { address: '192.0.2.1' }, reason: null, key: 'k' } as const
    const all = await Promise.all([1, 2, 3].map(() => moderation.beginBulk(MAY, wanted)))
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(1)
    expect(await finished(ground, all[0]?._id ?? '')).toMatchObject({ changed: 1 })
    expect(await moderation.beginBulk(MAY, wanted)).toMatchObject({ _id: all[0]?._id, state: 'done' })
    await expectRefused(moderation.beginBulk(MAY, { ...wanted, act: 'delete' }), 'key-reused')
    await expectRefused(moderation.beginBulk(MAY, { ...wanted, where: { user: ADA.id } }), 'key-reused')
    const other = await moderation.beginBulk(ROOT, wanted)
    expect(other._id).not.toBe(all[0]?._id)
    await finished(ground, other._id)
  })

  it('says how many it could not look at, because the host did not answer, once it does: of what they may see', async () => {
    const host = { isDown: false }
    const ground = await open({
      mayOf: async (who, _org, { id }) => {
        if (host.isDown) throw new Refusal('host-unavailable', 'The site could not be asked.')
        return { see: who?.id !== MAY.id || id !== 'hidden', comment: true, moderate: true }
      },
    })
    const { say, moderation, rules, comments, drained } = ground
    await rules([])
    await say(ADA, 'one')
    await rules(HOLD_ALL)
    await say(ADA, 'two')
    const hidden = { org: ORG, resource: { type: 'page', id: 'hidden' } }
    for (const phases of [[], HOLD_ALL]) {
      await rules(phases)
      await comments.post({ actor: ADA, ref: hidden }, { text: 'not to be seen' })
    }
    host.isDown = true
    const wanted = { act: 'spam', where: { user: ADA.id }, reason: null } as const
    const { _id } = await moderation.beginBulk(MAY, wanted)
    const nothing = await moderation.beginBulk(MAY, { ...wanted, where: { user: 'nobody' } })
    for (let round = 0; round < 5; round++) await drained()
    for (const id of [_id, nothing._id]) await expectRefused(moderation.bulk(MAY, id), 'host-unavailable')
    host.isDown = false
    expect(await finished(ground, _id)).toMatchObject({ done: 2, of: 2, changed: 0, left: 2 })
    expect(await finished(ground, nothing._id)).toMatchObject({ done: 0, left: 0 })
    const again = await moderation.beginBulk(MAY, wanted)
    expect(await finished(ground, again._id)).toMatchObject({ done: 2, changed: 2, left: 0 })
  })

  it('tells nobody of what they may not moderate, by no number', async () => {
    const ground = await open({
      mayOf: async (who, _org, { id }) => ({ see: who?.id !== MAY.id || id !== '1', comment: true, moderate: true }),
    })
    const { say, moderation, rules, comments } = ground
    await rules([])
    for (const text of ['one', 'two', 'three']) await say(ADA, text)
    const seen = await comments.open(ROOT, { org: ORG, resource: { type: 'page', id: '2' } })
    await comments.post({ actor: ADA, ref: { discussion: seen._id } }, { text: 'to be seen' })
    await rules(HOLD_ALL)
    const { event } = await say(ADA, 'a hidden casino')
    const begun = async (by: Actor, where: Where) =>
      moderation.beginBulk(by, { act: 'reject', where: { user: ADA.id, ...where }, reason: null })
    for (const word of ['casino', 'nothing']) {
      const { _id, of } = await begun(MAY, { word })
      expect(of).toBe(0)
      expect(await finished(ground, _id)).toMatchObject({ done: 1, of: 1, changed: 0, left: 0 })
    }
    expect(await moderation.needs.held.get(event)).toMatchObject({ state: 'waiting' })
    const { _id } = await begun(MEG, { word: 'casino' })
    await expectRefused(moderation.bulk(MAY, _id), 'bulk-not-found')
    expect(await finished(ground, _id, MEG)).toMatchObject({ done: 5, of: 5, changed: 1 })
  })

  it('ends where it is when who began it is banned', async () => {
    const ground = await open()
    const { say, moderation, people } = ground
    await say(ADA, 'one')
    await people.sanction(ROOT, MAY.id, { kind: 'ban', sanction: { until: null, reason: 'Rude.' } })
    const { _id } = await moderation.beginBulk(MAY, { act: 'spam', where: { user: ADA.id }, reason: null })
    expect(await finished(ground, _id, MEG)).toMatchObject({ state: 'done', changed: 0 })
    expect(await statuses(ground)).toEqual({ one: 'published' })
  })

  it('is for moderators, of what they may moderate, and of their org', async () => {
    const ground = await open({ mayOf: async (who) => ({ see: true, comment: true, moderate: who?.role === 'admin' }) })
    const { say, moderation } = ground
    await say(ADA, 'one')
    const wanted = { act: 'spam', where: { user: ADA.id }, reason: null } as const
    await expectRefused(moderation.beginBulk(ADA, wanted), 'forbidden')
    const { _id } = await moderation.beginBulk(MAY, wanted)
    expect(await finished(ground, _id)).toMatchObject({ changed: 0 })
    await expectRefused(moderation.bulk(actor('eve', 'admin', 'org2'), _id), 'bulk-not-found')
  })
})
