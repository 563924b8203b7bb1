import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { openDiscussion, perform } from '../conformance/script.ts'
import type { Comments } from '../service.ts'
import { groundOn, KINDS } from '../testing/ground.ts'
import { begin } from './begin.ts'
import { Copier } from './copier.ts'
import { conversation, everythingIn, tourOf } from './everything.fixtures.ts'

const HOUR_MS = 3_600_000

async function clearAll(comments: Comments): Promise<void> {
  while (await comments.clearOldHomes());
}

describeEngines('homes that were left', (engine) => {
  it('are kept for ten minutes, then cleared; the one that is lived in stays', { timeout: 60_000 }, async () => {
    let now = Date.UTC(2026, 0, 1)
    const ground = await groundOn(engine.open, { world: { now: () => now++ } })
    const { comments } = ground
    const [first, ...rest] = tourOf(KINDS.filter(({ order }) => order === 'threaded'))
    const id = await openDiscussion(comments, 'left', { ...first })
    await perform(comments, { id }, { maxDepth: 6, deletion: 'tombstone', deeds: conversation(20) })
    await ground.drained()
    const before = await everythingIn(comments, id)
    const { home } = await comments.discussion({ discussion: id })
    for (const target of rest) await comments.move(id, target)
    const { homes, oldHomes } = comments.needs
    const place = { discussion: id, home, order: 'threaded', epoch: 0 } as const

    await clearAll(comments)
    expect(await homes.layouts['per-comment'].list(place, 'threaded', { limit: 50 })).toHaveLength(20)
    now += HOUR_MS
    await clearAll(comments)
    expect(await homes.layouts['per-comment'].list(place, 'threaded', { limit: 50 })).toEqual([])
    expect(await everythingIn(comments, id)).toEqual(before)
    expect((await oldHomes.find({ limit: 50 })).docs).toEqual([])
    const discussion = await comments.discussion({ discussion: id })
    expect(Object.keys(discussion.embedded).filter((each) => each !== discussion.home)).toEqual([])
    await ground.close()
  })

  it('are given up with their mover, when that was not seen for as long', async () => {
    let now = Date.UTC(2026, 0, 1)
    const ground = await groundOn(engine.open, { world: { now: () => now } })
    const { comments } = ground
    const { needs } = comments
    const id = await openDiscussion(comments, 'dead', { layout: 'per-comment', order: 'threaded' })
    await perform(comments, { id }, { maxDepth: 6, deletion: 'tombstone', deeds: conversation(20) })
    const target = { layout: 'per-comment', order: 'chronological' } as const
    const move = await begin(needs, { id, target, leaving: null })
    if (move === null) throw new Error('nothing to move')
    await new Copier(needs, move).copyAll()
    const { layout, place } = move.to
    now += 60_000
    await clearAll(comments)
    expect((await comments.discussion({ discussion: id })).moving).not.toBeNull()
    now += HOUR_MS
    await clearAll(comments)
    expect((await comments.discussion({ discussion: id })).moving).toBeNull()
    expect(await layout.list(place, 'threaded', { limit: 50 })).toHaveLength(20)
    now += HOUR_MS
    await clearAll(comments)
    expect(await layout.list(place, 'threaded', { limit: 50 })).toEqual([])
    expect((await everythingIn(comments, id))['threaded']).toHaveLength(20)
    await ground.close()
  })
})
