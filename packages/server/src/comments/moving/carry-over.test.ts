import type { LoggedEvent } from '@palaver/store'
import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { openDiscussion } from '../conformance/script.ts'
import { commentEvent, type CommentOp } from '../events.ts'
import { atHome } from '../home.ts'
import { comment as commentOf, instant } from '../layouts/conformance/conversation.ts'
import type { Comment } from '../model.ts'
import type { Comments } from '../service.ts'
import { groundOn, ORG } from '../testing/ground.ts'
import { carryOver } from './carry-over.ts'

type Change = { op: CommentOp; before: Comment | null; after: Comment | null }

describeEngines('a write that went to a home which the discussion had left', (engine) => {
  const groundWith = async (...there: readonly Comment[]) => {
    const ground = await groundOn(engine.open, { consumers: false })
    const { comments } = ground
    const id = await openDiscussion(comments, 'x', { layout: 'hybrid', order: 'threaded' })
    const { layout, place } = atHome(comments.needs.homes, await comments.discussion({ discussion: id }))
    for (const comment of there) await layout.insert(place, comment, [])
    const find = async (slug: string): Promise<Comment | null> => (await layout.get(place, [slug]))[0] ?? null
    return { ...ground, id, find }
  }

  /** Puts it into the log, as the write to the old home did. */
  async function logged(comments: Comments, id: string, change: Change): Promise<LoggedEvent> {
    const discussion = await comments.discussion({ discussion: id })
    const { log, votes } = comments.needs
    const told = { id: `late ${change.op}`, at: instant(9), ...change }
    const vote = {
      _id: told.id,
      discussion: 'other',
      slug: 's',
      user: 'u',
      value: 0,
      reactions: [],
      at: instant(9),
    } as const
    await votes.insert({ ...vote, reactions: [] }, { events: [commentEvent({ ...discussion, epoch: 0 }, told)] })
    await log.settle()
    const events = await log.read({ partition: log.partitionOf(ORG), subject: id, after: 0, limit: 100 })
    const event = events.find(({ _id }) => _id === told.id)
    if (event === undefined) throw new Error('not in the log')
    return event
  }

  const x = commentOf('x', { ms: 1 })

  it('is done again where a comment is missing, once', async () => {
    const { comments, id, find, close } = await groundWith()
    const event = await logged(comments, id, { op: 'created', before: null, after: x })
    for (let times = 0; times < 2; times++) await carryOver(comments.needs, event)
    expect(await find('x')).toEqual(x)
    await close()
  })

  it('is not done again where the comment was removed since', async () => {
    const { comments, id, find, close } = await groundWith()
    const event = await logged(comments, id, { op: 'created', before: null, after: x })
    await logged(comments, id, { op: 'removed', before: x, after: null })
    await carryOver(comments.needs, event)
    expect(await find('x')).toBeNull()
    await close()
  })

  it('leaves a comment that is there as it is', async () => {
    const now = { ...x, text: 'newer', writes: 5 }
    const { comments, id, find, close } = await groundWith(now)
    await carryOver(comments.needs, await logged(comments, id, { op: 'created', before: null, after: x }))
    expect(await find('x')).toEqual(now)
    await close()
  })

  it('changes a comment that has not changed since, once', async () => {
    const { comments, id, find, close } = await groundWith(x)
    const after = { ...x, text: 'edited', rev: 2, edited: instant(9) }
    const event = await logged(comments, id, { op: 'edited', before: x, after })
    for (let times = 0; times < 2; times++) await carryOver(comments.needs, event)
    expect(await find('x')).toEqual({ ...after, changes: [event._id], writes: 2 })
    await close()
  })

  it('does not undo a later change', async () => {
    const now = { ...x, text: 'later', rev: 2 }
    const { comments, id, find, close } = await groundWith(now)
    const event = await logged(comments, id, { op: 'edited', before: x, after: { ...x, text: 'earlier', rev: 2 } })
    await carryOver(comments.needs, event)
    expect(await find('x')).toEqual(now)
    await close()
  })

  it('removes a comment, but leaves the place of one that has a reply', async () => {
    const y = commentOf('y', { ms: 2 })
    const reply = commentOf('z', { under: y, ms: 3 })
    const { comments, id, find, close } = await groundWith(x, y, reply)
    const removal = await logged(comments, id, { op: 'removed', before: x, after: null })
    await carryOver(comments.needs, removal)
    expect(await find('x')).toBeNull()
    await carryOver(comments.needs, { ...removal, before: y as never })
    expect(await find('y')).toMatchObject({ status: 'deleted', text: '', rev: 2 })
    expect(await find(reply.slug)).toEqual(reply)
    await close()
  })
})
