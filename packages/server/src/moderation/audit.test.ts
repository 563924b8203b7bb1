import { expect, it } from 'vitest'
import { audit as auditLines } from './collections.ts'
import { auditHandler } from './consumers/audit.ts'
import { ADA, actor, BOB, HOLD_ALL, MAY, MEG, ORG, ROOT } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

const all = { cursor: null, limit: 50 }

/** One of everything that moderators do. */
async function busy({
  say,
  rules,
  moderation,
  comments,
  discussion,
  drained,
}: Awaited<ReturnType<Parameters<Parameters<typeof describeModeration>[1]>[0]>>) {
  const ref = { discussion: discussion._id }
  const [one, two, three] = [await say(ADA, 'one'), await say(ADA, 'two'), await say(ADA, 'three')]
  const act = (name: 'reject' | 'publish' | 'keep' | 'delete', slug: string) =>
    moderation.act(MAY, { act: name, discussion: discussion._id, slug, reason: `to ${name}`, key: null })
  await act('reject', one.comment.slug)
  await act('publish', one.comment.slug)
  await act('keep', one.comment.slug)
  await act('delete', one.comment.slug)
  await comments.delete({ actor: MAY, ref }, two.comment.slug)
  await comments.delete({ actor: ADA, ref }, three.comment.slug)
  await moderation.sanction(MAY, { person: BOB.id, kind: 'ban', sanction: { reason: 'Rude.', until: null } })
  await moderation.sanction(MAY, { person: BOB.id, kind: 'ban', sanction: null })
  await moderation.sanction(MAY, { person: BOB.id, kind: 'shadow', sanction: { reason: 'Troll.', until: null } })
  await rules(HOLD_ALL)
  const { event } = await say(ADA, 'a secret text')
  await moderation.decideHeld(MAY, event, { act: 'approve', reason: null })
  const { event: other } = await say(ADA, 'another secret text')
  await moderation.decideHeld(MAY, other, { act: 'spam', reason: 'Ad.' })
  const root = await say(MAY, 'to be pinned')
  await comments.pin({ actor: MAY, ref }, { slug: root.comment.slug, on: true })
  await moderation.beginBulk(MAY, { act: 'spam', where: { word: 'nothing' }, reason: null })
  await drained()
}

const EXPECTED = [
  'rejected',
  'published',
  'kept',
  'deleted',
  'deleted',
  'banned',
  'unbanned',
  'shadowed',
  'rules-changed',
  'held',
  'approved',
  'held',
  'spam',
  'pinned',
  'bulk-begun',
]

describeModeration('the audit log', (open) => {
  it('has every act once, in order, with who did it and why, and no text', async () => {
    const ground = await open()
    await busy(ground)
    const { entries } = await ground.moderation.auditLog(MAY, all)
    expect(entries.map(({ act }) => act).toReversed()).toEqual(EXPECTED)
    expect(entries.map(({ n }) => n).toReversed()).toEqual(EXPECTED.map((_, at) => at + 1))
    expect(JSON.stringify(entries)).not.toContain('secret text')
    expect(entries.find(({ act }) => act === 'rejected')).toMatchObject({ by: MAY.id, reason: 'to reject' })
    expect(entries.find(({ act }) => act === 'banned')).toMatchObject({ person: BOB.id, reason: 'Rude.' })
  })

  it('is filtered by moderator, person or discussion, and paged', async () => {
    const ground = await open()
    await busy(ground)
    const { moderation, discussion } = ground
    expect((await moderation.auditLog(MAY, { ...all, by: ROOT.id })).entries.map(({ act }) => act)).toEqual([
      'rules-changed',
    ])
    expect((await moderation.auditLog(MAY, { ...all, person: BOB.id })).entries).toHaveLength(3)
    const first = await moderation.auditLog(MAY, { cursor: null, limit: 4, discussion: discussion._id })
    const rest = await moderation.auditLog(MAY, { cursor: first.next, limit: 50, discussion: discussion._id })
    expect(first.entries.length + rest.entries.length).toBe(EXPECTED.length - 5)
    await expectRefused(moderation.auditLog(ADA, all), 'forbidden')
    expect((await moderation.auditLog(actor('eve', 'admin', 'org2'), all)).entries).toEqual([])
  })

  it('leaves out what the host does not let a moderator moderate, whatever it is filtered by', async () => {
    const ground = await open({ mayOf: async (who) => ({ see: who?.id !== MEG.id, comment: true, moderate: true }) })
    await busy(ground)
    const { moderation, discussion } = ground
    const pages = await Promise.all([
      moderation.auditLog(MEG, all),
      moderation.auditLog(MEG, { ...all, person: ADA.id }),
      moderation.auditLog(MEG, { ...all, by: MAY.id }),
    ])
    expect(JSON.stringify(pages)).not.toContain(discussion._id)
    expect(pages[0]?.entries.map(({ act }) => act)).toContain('rules-changed')
    const hidden = await moderation.auditLog(MEG, { cursor: null, limit: 1, discussion: discussion._id })
    expect(hidden).toEqual({ entries: [], next: null })
    const first = await moderation.auditLog(MEG, { cursor: null, limit: 4 })
    const rest = await moderation.auditLog(MEG, { cursor: first.next, limit: 50 })
    expect([...first.entries, ...rest.entries]).toEqual(pages[0]?.entries)
    const { entries } = await moderation.auditLog(MAY, { ...all, discussion: discussion._id })
    expect(entries).toHaveLength(EXPECTED.length - 5)
  })

  it('shows that a line was changed or taken out', async () => {
    const ground = await open()
    await busy(ground)
    const { moderation, store } = ground
    const lines = store.collection(auditLines)
    expect(await moderation.verifyAudit(ORG)).toMatchObject({ entries: EXPECTED.length, flaw: null })
    const { entries } = await moderation.auditLog(MAY, all)
    const [last, , , fourth] = entries
    if (fourth === undefined || last === undefined) throw new Error('There are too few lines.')
    await lines.update({ _id: fourth._id }, { $set: { reason: 'something else' } })
    expect((await moderation.verifyAudit(ORG)).flaw).toBe(`Line ${fourth.n} was changed.`)
    expect((await moderation.verifyAudit(ORG, last.hash)).entries).toBe(fourth.n - 1)
    await lines.update({ _id: fourth._id }, { $set: { reason: fourth.reason } })
    expect((await moderation.verifyAudit(ORG, last.hash)).flaw).toBeNull()
    await lines.remove({ _id: last._id })
    expect((await moderation.verifyAudit(ORG)).flaw).toBeNull()
    expect((await moderation.verifyAudit(ORG, last.hash)).flaw).toContain('not there any more')
    await lines.remove({ _id: fourth._id })
    expect((await moderation.verifyAudit(ORG)).flaw).toContain('is missing')
  })

  it('stays as it is when events come again, to several consumers at once', async () => {
    const ground = await open({ consumers: false })
    await busy({ ...ground, drained: async () => ground.store.events.settle() })
    const { moderation, store } = ground
    const partition = store.events.partitionOf(ORG)
    const events = await store.events.read({ partition, after: 0, limit: 1_000 })
    const handle = auditHandler(moderation.needs)
    const parts = [events.slice(0, 9), events.slice(4), events]
    await Promise.all([events, events].map((some) => handle(some, partition)))
    const before = await moderation.verifyAudit(ORG)
    expect(before).toMatchObject({ flaw: null, entries: EXPECTED.length })
    for (const some of parts) await handle(some, partition)
    expect(await moderation.verifyAudit(ORG)).toEqual(before)
  })
})
