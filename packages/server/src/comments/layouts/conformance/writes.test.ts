import { expect, it } from 'vitest'
import type { Comment } from '../../model.ts'
import type { Ground } from './ground.ts'
import { describeLayouts } from './ground.ts'
import { comment, event, slugsOf, smallConversation } from './conversation.ts'

const allOf = ({ layout, place }: Ground): Promise<Comment[]> => layout.list(place, 'chronological', { limit: 1000 })

async function eventsOf({ store, place }: Ground): Promise<string[]> {
  await store.events.settle()
  const partition = store.events.partitionOf('org')
  const events = await store.events.read({ partition, subject: place.discussion, after: 0, limit: 1000 })
  return events.map(({ _id }) => _id)
}

describeLayouts('writes', (open) => {
  it('adds a comment with its event, and gives it back as it was', async () => {
    const ground = await open()
    const { layout, place } = ground
    const said = comment('a', {
      mentions: [{ id: 'u2', name: 'Ann' }],
      history: [{ text: 'before', at: '2026-01-01T00:00:00.000Z', by: 'u1' }],
      reactions: { '👍': 2 },
      text: 'Grüße, 𝄞',
    })
    const created = event(place.discussion)
    expect(await layout.insert(place, said, [created])).toBe('done')
    expect(await layout.get(place, ['a'])).toEqual([said])
    expect(await eventsOf(ground)).toEqual([created._id])
  })

  it('adds a comment once, however often it is told to', async () => {
    const ground = await open()
    const { layout, place } = ground
    const said = comment('a')
    const created = event(place.discussion)
    const answers = await Promise.all(Array.from({ length: 5 }, () => layout.insert(place, said, [created])))
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'done'))
    await layout.change(place, 'a', () => ({ set: { text: 'edited' }, events: [] }))
    expect(await layout.insert(place, said, [created])).toBe('done')
    const all = await allOf(ground)
    expect(all).toEqual([{ ...said, text: 'edited', writes: 2 }])
    expect(await eventsOf(ground)).toEqual([created._id])
  })

  it('takes comments in any order, replies before what they reply to', async () => {
    const ground = await open()
    const { b, x, y, w } = smallConversation()
    for (const said of [y, w, b, x]) expect(await ground.layout.insert(ground.place, said, [])).toBe('done')
    expect(await allOf(ground)).toEqual([b, w, x, y])
    expect(await ground.layout.list(ground.place, 'threaded', { limit: 10 })).toEqual([b, w, x, y])
  })

  it('changes what is named, raises `writes`, and tells of it', async () => {
    const ground = await open()
    const { layout, place } = ground
    const { b, x } = smallConversation()
    await layout.insert(place, b, [])
    await layout.insert(place, x, [])
    const edited = event(place.discussion, 'edited')
    const change = { text: 'better', replies: 3, votes: { up: 1, down: 0 }, reactions: { heart: 1 } }
    const expected = { ...x, ...change, writes: 2 }
    expect(await layout.change(place, x.slug, () => ({ set: change, events: [edited] }))).toEqual({
      written: 'done',
      comment: expected,
    })
    expect(await layout.get(place, [x.slug, b.slug])).toEqual([expected, b])
    expect(await eventsOf(ground)).toEqual([edited._id])
  })

  it('leaves a comment as it is where nothing was decided', async () => {
    const { layout, place } = await open()
    const said = comment('a')
    await layout.insert(place, said, [])
    expect(await layout.change(place, 'a', () => null)).toEqual({ written: 'done', comment: said })
    expect(await layout.get(place, ['a'])).toEqual([said])
  })

  it('says when there is no comment to change', async () => {
    const { layout, place } = await open()
    await layout.insert(place, comment('a'), [])
    const never = (): never => expect.unreachable()
    expect(await layout.change(place, 'b', never)).toEqual({ written: 'done', comment: null })
    expect(await layout.change(place, 'a/b', never)).toEqual({ written: 'done', comment: null })
  })

  it('loses none of sixteen changes made at once', async () => {
    const ground = await open()
    const { layout, place } = ground
    await layout.insert(place, comment('a'), [])
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        layout.change(place, 'a', ({ votes }) => ({
          set: { votes: { ...votes, up: votes.up + 1 } },
          events: [event(place.discussion, 'voted')],
        })),
      ),
    )
    const [after] = await layout.get(place, ['a'])
    expect(after).toMatchObject({ votes: { up: 16, down: 0 }, writes: 17 })
    expect(answers.map((answer) => answer.comment?.votes.up).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, at) => at + 1),
    )
    expect(await eventsOf(ground)).toHaveLength(16)
  })

  it('removes a comment and keeps what replies to it', async () => {
    const ground = await open()
    const { layout, place } = ground
    const said = smallConversation()
    for (const each of Object.values(said)) await layout.insert(place, each, [])
    const removed = event(place.discussion, 'removed')
    expect(await layout.change(place, 'b', () => ({ remove: true, events: [removed] }))).toEqual({
      written: 'done',
      comment: null,
    })
    expect(await layout.get(place, ['b', 'b/x'])).toEqual([null, said.x])
    expect(slugsOf(await allOf(ground))).toEqual(['a', 'bx', 'b/w', 'b/x', 'b/x/y', 'a/z'])
    expect(slugsOf(await layout.list(place, 'threaded', { limit: 10 }))).toEqual([
      'b/w',
      'b/x',
      'b/x/y',
      'a',
      'a/z',
      'bx',
    ])
    expect(await layout.change(place, 'b', () => expect.unreachable())).toEqual({ written: 'done', comment: null })
    expect(await eventsOf(ground)).toEqual([removed._id])
  })

  it('takes a reply to a comment that was removed, and the comment itself once more', async () => {
    const ground = await open()
    const { layout, place } = ground
    const { b, x, w } = smallConversation()
    await layout.insert(place, b, [])
    await layout.insert(place, x, [])
    await layout.change(place, 'b', () => ({ remove: true, events: [] }))
    expect(await layout.insert(place, w, [])).toBe('done')
    expect(await allOf(ground)).toEqual([w, x])
    const again = { ...b, text: 'once more' }
    expect(await layout.insert(place, again, [])).toBe('done')
    expect(await allOf(ground)).toEqual([again, w, x])
  })

  it('takes what sixteen writers say at once, each comment once', async () => {
    const ground = await open()
    const { layout, place } = ground
    const root = comment('root')
    await layout.insert(place, root, [])
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      const said: Comment[] = []
      for (let at = 0; at < 6; at++) {
        const under = at % 3 === 0 ? root : (said.at(-1) ?? null)
        const next = comment(`w${writer}n${at}`, { under, ms: at })
        expect(await layout.insert(place, next, [event(place.discussion)])).toBe('done')
        said.push(next)
      }
      return said
    })
    const said = [root, ...(await Promise.all(writers)).flat()]
    const chronological = said.toSorted((a, b) => (`${a.posted}/${a.slug}` < `${b.posted}/${b.slug}` ? -1 : 1))
    const threaded = said.toSorted((a, b) => (a.fullSlug < b.fullSlug ? -1 : 1))
    expect(slugsOf(await allOf(ground))).toEqual(slugsOf(chronological))
    expect(slugsOf(await layout.list(place, 'threaded', { limit: 1000 }))).toEqual(slugsOf(threaded))
    expect(await eventsOf(ground)).toHaveLength(96)
  })

  it('keeps discussions apart', async () => {
    const [one, other] = [await open(), await open()]
    await one.layout.insert(one.place, comment('a'), [])
    await other.layout.insert(other.place, comment('b'), [])
    expect(slugsOf(await allOf(one))).toEqual(['a'])
    expect(await one.layout.get(one.place, ['b'])).toEqual([null])
    expect(await one.layout.change(one.place, 'b', () => expect.unreachable())).toMatchObject({ comment: null })
  })
})
