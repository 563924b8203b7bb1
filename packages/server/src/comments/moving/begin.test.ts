import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { openDiscussion, perform } from '../conformance/script.ts'
import { emptyEmbedded, MOST_PLACES } from '../layouts/embedded/writes.ts'
import type { Comments } from '../service.ts'
import { ADMIN, type Ground, groundOn } from '../testing/ground.ts'
import { begin } from './begin.ts'
import { Copier } from './copier.ts'
import { DoesNotFit } from './does-not-fit.ts'
import { conversation, everythingIn } from './everything.fixtures.ts'
import { Lost, type Move, showLife } from './mover.ts'

const PAGES = { layout: 'hybrid', order: 'threaded' } as const
const EMBEDDED = { layout: 'embedded', order: 'threaded' } as const

async function beginMove({ needs }: Comments, id: string, target: typeof PAGES | typeof EMBEDDED): Promise<Move> {
  const move = await begin(needs, { id, target, leaving: null })
  if (move === null) throw new Error('nothing to move')
  return move
}

describeEngines('a mover', (engine) => {
  const conversationOn = async (): Promise<Ground & { id: string }> => {
    const ground = await groundOn(engine.open)
    const id = await openDiscussion(ground.comments, 'x', { layout: 'per-comment', order: 'threaded' })
    await perform(ground.comments, { id }, { maxDepth: 6, deletion: 'tombstone', deeds: conversation(12) })
    await ground.drained()
    return { ...ground, id }
  }

  it('takes over from one that shows no life, also to another layout', async () => {
    const { comments, id, close } = await conversationOn()
    const before = await everythingIn(comments, id)
    const dead = await beginMove(comments, id, PAGES)
    await new Copier(comments.needs, dead).copyAll()
    await comments.needs.homes.discussions.update({ _id: id }, { $set: { switching: 'by the dead one' } })
    expect(await comments.move(id, EMBEDDED)).toBe('moved')
    expect(await comments.discussion({ discussion: id })).toMatchObject({ ...EMBEDDED, moving: null, switching: null })
    expect(await everythingIn(comments, id)).toEqual(before)
    await expect(showLife(comments.needs, dead)).rejects.toBeInstanceOf(Lost)
    await close()
  })

  it('only gives up what a dead one began, where the discussion is to stay', async () => {
    const { comments, id, close } = await conversationOn()
    const { home } = await comments.discussion({ discussion: id })
    await beginMove(comments, id, PAGES)
    expect(await comments.move(id, { layout: 'per-comment', order: 'threaded' })).toBe('there')
    expect(await comments.discussion({ discussion: id })).toMatchObject({ home, moving: null })
    await close()
  })

  it('waits for one that goes to the same place, and is refused where one goes elsewhere', async () => {
    const { comments, id, close } = await conversationOn()
    const alive = await beginMove(comments, id, PAGES)
    const isOver = new AbortController()
    const living = (async () => {
      while (!isOver.signal.aborted) {
        await showLife(comments.needs, alive)
        await comments.needs.world.sleep(5)
      }
    })()
    await expect(comments.move(id, EMBEDDED)).rejects.toMatchObject({ code: 'busy' })
    const waiting = comments.move(id, PAGES)
    isOver.abort()
    await living
    expect(await waiting).toBe('moved')
    expect(await comments.move(id, PAGES)).toBe('there')
    await close()
  })

  it('leaves a discussion where it is when that turns out not to fit', async () => {
    const { comments, id, close } = await conversationOn()
    const before = await everythingIn(comments, id)
    const { discussions } = comments.needs.homes
    const move = await beginMove(comments, id, EMBEDDED)
    const full = { ...emptyEmbedded(), count: MOST_PLACES }
    await discussions.update({ _id: id }, { $set: { [`embedded.${move.to.place.home}` as 'title']: full as never } })
    await expect(new Copier(comments.needs, move).copyAll()).rejects.toBeInstanceOf(DoesNotFit)
    await discussions.update({ _id: id }, { $set: { moving: null, comments: MOST_PLACES + 1 } })
    await expect(comments.move(id, EMBEDDED)).rejects.toBeInstanceOf(DoesNotFit)
    expect(await comments.discussion({ discussion: id })).toMatchObject({ layout: 'per-comment', moving: null })
    expect(await everythingIn(comments, id)).toEqual(before)
    await close()
  })

  it('gives the move up when a comment is too deep for the layout', async () => {
    const { comments, close } = await conversationOn()
    const id = await openDiscussion(comments, 'deep', { layout: 'per-comment', order: 'threaded', maxDepth: 60 })
    const command = { actor: ADMIN, ref: { discussion: id } }
    let parent: string | null = null
    for (let depth = 0; depth <= 40; depth++)
      parent = (await comments.post(command, { text: 'deeper', parent })).comment.slug
    const { epoch } = await comments.discussion({ discussion: id })
    await expect(comments.move(id, EMBEDDED)).rejects.toBeInstanceOf(DoesNotFit)
    const left = await comments.discussion({ discussion: id })
    expect(left).toMatchObject({ layout: 'per-comment', moving: null, switching: null, embedded: {}, epoch: epoch + 1 })
    await comments.post(command, { text: 'goes on' })
    await close()
  })
})
