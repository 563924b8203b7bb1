import { expect, it } from 'vitest'
import { ADMIN } from '../testing/ground.ts'
import { ANN, BOB, describeKinds, expectRefused, forgetAnswers, MODERATOR } from './suite.ts'

const BOB_HIMSELF = { id: 'bob', name: 'bob' }

describeKinds('editing', ({ open, clock }) => {
  it('changes the text and keeps the earlier one', async () => {
    const talk = await open()
    const { slug, posted } = await talk.say('one')
    const { comment, event } = await talk.comments.edit(talk.as(ANN), { slug, text: '**two** @bob' })
    expect(comment).toMatchObject({ slug, posted, text: '**two** @bob', mentions: [BOB_HIMSELF], rev: 2 })
    expect(comment.html).toContain('<strong>two</strong>')
    expect(comment.edited !== null && comment.edited > posted).toBe(true)
    expect(comment.history).toEqual([{ text: 'one', at: comment.edited, by: 'ann' }])
    expect(comment.changes).toEqual([expect.any(String), event])
    expect(await talk.read(slug)).toMatchObject({ text: '**two** @bob', rev: 2, history: [{ text: 'one' }] })
    expect(await talk.told()).toEqual(['created', 'edited'])
  })

  it('keeps the last ten texts and the last eight changes', async () => {
    const talk = await open()
    const { slug } = await talk.say('0')
    const events: string[] = []
    for (let at = 1; at <= 12; at++) {
      const { event } = await talk.comments.edit(talk.as(ANN), { slug, text: `${at}` })
      events.push(event)
    }
    const comment = await talk.read(slug)
    expect(comment).toMatchObject({ text: '12', rev: 13, changes: events.slice(-8) })
    expect(comment.history.map(({ text }) => text)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
    expect(await talk.comments.history(ANN, { discussion: talk.id }, slug)).toEqual(comment.history)
  })

  it('keeps no more of the earlier texts than there is room for', async () => {
    const talk = await open({ maxLength: 100_000 })
    const { slug } = await talk.say('short')
    for (const letter of ['a', 'b', 'c']) await talk.comments.edit(talk.as(ANN), { slug, text: letter.repeat(30_000) })
    const { history } = await talk.read(slug)
    expect(history.map(({ text }) => text.slice(0, 2))).toEqual(['bb'])
  })

  it('changes nothing where the text is the same', async () => {
    const talk = await open()
    const { slug } = await talk.say('same')
    const { comment } = await talk.comments.edit(talk.as(ANN), { slug, text: 'same' })
    expect(comment).toMatchObject({ rev: 1, edited: null, history: [] })
    expect(await talk.told()).toEqual(['created'])
  })

  it('is for the author and for moderators', async () => {
    const talk = await open()
    const { slug } = await talk.say('mine')
    await expectRefused(talk.comments.edit(talk.as(BOB), { slug, text: 'his' }), 'forbidden')
    await talk.comments.edit(talk.as(MODERATOR), { slug, text: 'milder' })
    expect(await talk.read(slug)).toMatchObject({ text: 'milder', author: { id: 'ann' }, history: [{ by: 'mona' }] })
    const ref = { discussion: talk.id }
    await expectRefused(talk.comments.history(BOB, ref, slug), 'forbidden')
    await expectRefused(talk.comments.history(null, ref, slug), 'unauthenticated')
    expect(await talk.comments.history(MODERATOR, ref, slug)).toHaveLength(1)
  })

  it('is over after the edit window, but for moderators', async () => {
    const talk = await open({ editWindow: 600 })
    const { slug } = await talk.say('one')
    clock.later(500_000)
    await talk.comments.edit(talk.as(ANN), { slug, text: 'two' })
    clock.later(100_000)
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'three' }), 'edit-window-over')
    expect(await talk.comments.edit(talk.as(ADMIN), { slug, text: 'four' })).toMatchObject({ comment: { rev: 3 } })
  })

  it('refuses to change another revision than the one that was seen', async () => {
    const talk = await open()
    const { slug } = await talk.say('one')
    await talk.comments.edit(talk.as(ANN), { slug, text: 'two', rev: 1 })
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'three', rev: 1 }), 'changed-meanwhile')
    expect(await talk.read(slug)).toMatchObject({ text: 'two', rev: 2 })
    const rivals = ['three', 'four'].map((text) => talk.comments.edit(talk.as(ANN), { slug, text, rev: 2 }))
    const ends = await Promise.allSettled(rivals)
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await talk.read(slug)).toMatchObject({ rev: 3 })
  })

  it('refuses text that could not be posted, and what is not there', async () => {
    const talk = await open({ maxLength: 5 })
    const { slug } = await talk.say('one')
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: '  ' }), 'invalid')
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'too long' }), 'invalid')
    await talk.comments.delete(talk.as(ANN), slug)
    await expectRefused(talk.comments.edit(talk.as(ANN), { slug, text: 'two' }), 'comment-deleted')
    expect(await talk.read(slug)).toMatchObject({ text: '', status: 'deleted' })
  })

  it('edits once under an Idempotency-Key, whatever comes between', async () => {
    const talk = await open({ editWindow: 600 })
    const { slug } = await talk.say('one')
    const first = await talk.comments.edit(talk.as(ANN, 'key'), { slug, text: 'two', rev: 1 })
    await talk.comments.edit(talk.as(MODERATOR), { slug, text: 'three' })
    expect(await talk.comments.edit(talk.as(ANN, 'key'), { slug, text: 'two', rev: 1 })).toEqual(first)
    await expectRefused(talk.comments.edit(talk.as(ANN, 'key'), { slug, text: 'four', rev: 1 }), 'key-reused')
    await forgetAnswers(talk)
    clock.later(3_600_000)
    const { event, comment } = await talk.comments.edit(talk.as(ANN, 'key'), { slug, text: 'two', rev: 1 })
    expect({ event, comment }).toMatchObject({ event: first.event, comment: { text: 'three', rev: 3 } })
    expect(await talk.told()).toEqual(['created', 'edited', 'edited'])
  })

  it('keeps every one of sixteen edits at once', async () => {
    const talk = await open()
    const { slug } = await talk.say('one')
    await Promise.all(Array.from({ length: 16 }, (_, at) => talk.comments.edit(talk.as(ANN), { slug, text: `${at}!` })))
    const comment = await talk.read(slug)
    expect(comment).toMatchObject({ rev: 17, history: { length: 10 }, changes: { length: 8 } })
    expect((await talk.told()).filter((op) => op === 'edited')).toHaveLength(16)
  })
})
