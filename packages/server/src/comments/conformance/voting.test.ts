import { expect, it } from 'vitest'
import { votes } from '../collections.ts'
import { person } from '../testing/ground.ts'
import { ANN, BOB, describeKinds, expectRefused } from './suite.ts'

describeKinds('voting', ({ open }) => {
  it('counts one vote a user, which may change', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    const counted = async (): Promise<unknown> => {
      await talk.ground.drained()
      return (await talk.read(slug)).votes
    }
    await talk.comments.vote(talk.as(BOB), { slug, value: 1 })
    await talk.comments.vote(talk.as(BOB), { slug, value: 1 })
    await talk.comments.vote(talk.as(person('cat')), { slug, value: -1 })
    expect(await counted()).toEqual({ up: 1, down: 1 })
    await talk.comments.vote(talk.as(BOB), { slug, value: -1 })
    expect(await counted()).toEqual({ up: 0, down: 2 })
    await talk.comments.vote(talk.as(BOB), { slug, value: 0 })
    expect(await counted()).toEqual({ up: 0, down: 1 })
    expect((await talk.told()).filter((op) => op === 'voted')).toHaveLength(4)
  })

  it('says what stands and whether anything changed', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    const first = await talk.comments.vote(talk.as(BOB), { slug, value: 1 })
    expect(first).toEqual({ discussion: talk.id, slug, value: 1, reactions: [], event: expect.any(String) })
    expect(await talk.comments.vote(talk.as(BOB), { slug, value: 1 })).toEqual({ ...first, event: null })
    expect(await talk.comments.vote(talk.as(person('cat')), { slug, value: 0 })).toMatchObject({
      value: 0,
      event: null,
    })
  })

  it('changes neither the revision of a comment nor its history', async () => {
    const talk = await open()
    const before = await talk.say('root')
    await talk.comments.vote(talk.as(BOB), { slug: before.slug, value: 1 })
    await talk.ground.drained()
    const { rev, history, changes, edited } = await talk.read(before.slug)
    expect({ rev, history, changes, edited }).toEqual({ rev: 1, history: [], changes: before.changes, edited: null })
  })

  it('is not for comments of one’s own, nor for deleted ones', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    await expectRefused(talk.comments.vote(talk.as(ANN), { slug, value: 1 }), 'forbidden')
    await expectRefused(talk.comments.vote(talk.as(ANN), { slug, value: -1 }), 'forbidden')
    expect(await talk.comments.vote(talk.as(ANN), { slug, value: 0 })).toMatchObject({ event: null })
    await talk.comments.delete(talk.as(ANN), slug)
    await expectRefused(talk.comments.vote(talk.as(BOB), { slug, value: 1 }), 'comment-deleted')
    await expectRefused(talk.comments.react(talk.as(BOB), { slug, name: 'like', on: true }), 'comment-deleted')
  })

  it('takes the reactions that the org has chosen, several of a user', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    await talk.comments.react(talk.as(BOB), { slug, name: 'like', on: true })
    await talk.comments.react(talk.as(BOB), { slug, name: 'like', on: true })
    const both = await talk.comments.react(talk.as(BOB), { slug, name: 'heart', on: true })
    expect(both.reactions).toEqual(['heart', 'like'])
    await talk.comments.vote(talk.as(BOB), { slug, value: 1 })
    await talk.comments.react(talk.as(ANN), { slug, name: 'like', on: true })
    await talk.ground.drained()
    expect(await talk.read(slug)).toMatchObject({ reactions: { like: 2, heart: 1 }, votes: { up: 1, down: 0 } })
    await talk.comments.react(talk.as(BOB), { slug, name: 'like', on: false })
    await talk.ground.drained()
    expect(await talk.read(slug)).toMatchObject({ reactions: { like: 1, heart: 1 }, votes: { up: 1, down: 0 } })
  })

  it.for(['unknown', '__proto__', 'constructor', '$inc', 'like.x', ''])('offers no reaction %j', async (name) => {
    const talk = await open()
    const { slug } = await talk.say('root')
    await expectRefused(talk.comments.react(talk.as(BOB), { slug, name, on: true }), 'invalid')
    expect(await talk.comments.react(talk.as(BOB), { slug, name, on: false })).toMatchObject({ event: null })
    expect(await talk.told()).toEqual(['created'])
  })

  it('counts sixteen votes at once, and one of sixteen by one user', async () => {
    const talk = await open()
    const { slug } = await talk.say('root')
    const voters = Array.from({ length: 16 }, (_, at) => person(`voter${at}`))
    await Promise.all(voters.map((voter) => talk.comments.vote(talk.as(voter), { slug, value: 1 })))
    await Promise.all(voters.map(() => talk.comments.vote(talk.as(BOB), { slug, value: -1 })))
    await talk.ground.drained()
    expect(await talk.read(slug)).toMatchObject({ votes: { up: 16, down: 1 } })
  })

  it('leaves no votes of what is gone', async () => {
    const talk = await open({ deletion: 'refuse' })
    const { slug } = await talk.say('root')
    const other = await talk.say('other')
    for (const voted of [slug, other.slug]) await talk.comments.vote(talk.as(BOB), { slug: voted, value: 1 })
    await talk.comments.delete(talk.as(ANN), slug)
    await talk.ground.drained()
    const all = await talk.ground.store.collection(votes).find({ where: { discussion: talk.id }, limit: 10 })
    expect(all.docs.map((vote) => vote.slug)).toEqual([other.slug])
  })
})
