import { beforeEach, expect, it } from 'vitest'
import type { Candidate, Holding, Verdict } from '../judging.ts'
import { ORG } from '../testing/ground.ts'
import { ANN, BOB, describeKinds, expectRefused, forgetAnswers } from './suite.ts'

const judged: Candidate[] = []
const held = new Map<string, Holding>()
const WHY = [{ phase: 'test', reason: 'because' }]

/** Texts say themselves what is to become of them. */
async function judge(candidate: Candidate): Promise<Verdict> {
  judged.push(candidate)
  if (candidate.text.startsWith('refuse')) return { is: 'refuse', why: WHY }
  const secretly = candidate.text.startsWith('shadow')
  return secretly || candidate.text.startsWith('hold') ? { is: 'hold', why: WHY, secretly } : { is: 'publish' }
}

async function hold(holding: Holding): Promise<void> {
  held.set(holding.names.event, holding)
}

const approved = (event: string) => {
  const holding = held.get(event)
  if (holding === undefined) throw new Error(`${event} is not held.`)
  return { ...holding, names: { ...holding.names, posted: '2026-06-01T00:00:00.000Z' }, since: 0 }
}

describeKinds(
  'what is held',
  ({ open, ground }) => {
    beforeEach(() => {
      judged.length = 0
      held.clear()
    })

    it('is not in the discussion, and no event tells of it, until it is published', async () => {
      const talk = await open()
      const root = await talk.say('root')
      const posted = await talk.comments.post(talk.as(BOB), { text: 'hold this', parent: root.slug })
      expect(posted).toMatchObject({ held: WHY, comment: { text: 'hold this' } })
      expect(await talk.slugs()).toEqual([root.slug])
      expect(await talk.told()).toEqual(['created'])
      const published = await talk.comments.publish(approved(posted.event))
      expect(published.comment).toMatchObject({ slug: posted.comment.slug, posted: '2026-06-01T00:00:00.000Z' })
      expect(published.comment).toMatchObject({ author: { id: 'bob' }, parentSlug: root.slug, status: 'published' })
      expect(await talk.slugs()).toEqual([root.slug, posted.comment.slug])
      expect(await talk.told()).toEqual(['created', 'created'])
    })

    it('is published once, however often that is tried', async () => {
      const talk = await open()
      const { event } = await talk.comments.post(talk.as(BOB), { text: 'hold this' })
      const tries = await Promise.all([1, 2, 3].map(() => talk.comments.publish(approved(event))))
      expect(new Set(tries.map(({ comment }) => comment.slug)).size).toBe(1)
      expect(await talk.slugs()).toHaveLength(1)
      expect(await talk.told()).toEqual(['created'])
    })

    it('does not come back by a late try, once its author has removed it', async () => {
      const talk = await open({ deletion: 'refuse' })
      const { event, comment } = await talk.comments.post(talk.as(BOB), { text: 'hold this' })
      await talk.comments.publish(approved(event))
      await talk.comments.delete(talk.as(BOB), comment.slug)
      await talk.comments.publish(approved(event))
      expect(await talk.slugs()).toEqual([])
    })

    it('keeps the old text in sight while a new one waits', async () => {
      const talk = await open()
      const { slug } = await talk.say('old')
      const edited = await talk.comments.edit(talk.as(ANN), { slug, text: 'hold new' })
      expect(edited).toMatchObject({ held: WHY, comment: { text: 'old', rev: 1 } })
      expect(held.get(edited.event)).toMatchObject({ kind: 'edit', slug, text: 'hold new', org: ORG })
      expect(await talk.read(slug)).toMatchObject({ text: 'old' })
      await talk.comments.publish(approved(edited.event))
      await talk.comments.publish(approved(edited.event))
      expect(await talk.read(slug)).toMatchObject({ text: 'hold new', rev: 2, history: [{ text: 'old' }] })
      expect(await talk.told()).toEqual(['created', 'edited'])
    })

    it('is judged once: a repeat under its key is answered as before, whatever the rules have become', async () => {
      const talk = await open()
      const first = await talk.comments.post(talk.as(BOB, 'k'), { text: 'hold this' })
      await forgetAnswers(talk)
      const again = await talk.comments.post(talk.as(BOB, 'k'), { text: 'hold this' })
      expect(again).toEqual(first)
      expect([judged.length, held.size]).toEqual([1, 1])
    })

    it('looks published to who must not know', async () => {
      const talk = await open()
      expect(await talk.comments.post(talk.as(BOB), { text: 'shadow' })).toMatchObject({ held: null })
      expect(await talk.slugs()).toEqual([])
    })

    it('is not even kept where it is refused, and opens nothing', async () => {
      const talk = await open()
      const { slug } = await talk.say('old')
      await expectRefused(talk.comments.post(talk.as(BOB, 'k'), { text: 'refuse' }), 'text-refused')
      await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'refuse' }), 'text-refused')
      const ref = { org: ORG, resource: { type: 'new', id: talk.id } }
      await expectRefused(talk.comments.post({ actor: BOB, ref }, { text: 'refuse' }), 'text-refused')
      expect(await ground().comments.needs.discussions.find(ref)).toBeNull()
      expect(held.size).toBe(0)
    })

    it('tells a stranger who edits that they may not, before anything is judged', async () => {
      const talk = await open()
      const { slug } = await talk.say('old')
      judged.length = 0
      await expectRefused(talk.comments.edit(talk.as(BOB), { slug, text: 'refuse' }), 'forbidden')
      expect(judged).toEqual([])
    })
  },
  { judge, hold },
)
