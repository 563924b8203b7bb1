import type { CollectionSpec, NewEvent } from '@palaver/store'
import { describe, expect, it } from 'vitest'
import type { UpdateRequest } from '../../../../../store/src/engine.ts'
import { contentsOf } from '../../../../../store/src/testing/protocol-contents.ts'
import { withMembers } from '../../../../../store/src/testing/protocol/stepped.ts'
import { defineProtocol, expectBroken, exploreProtocol } from '../../../../../store/src/testing/protocol.ts'
import { END } from '../../keys.ts'
import { instant } from '../conformance/conversation.ts'
import { at, FIRST_PAGE, openWithFirstPage, seriesOf } from './protocol.fixtures.ts'
import { splitPage } from './split.ts'
import { changeItem } from './write.ts'

const edited: NewEvent = { _id: 'e', org: 'org', subject: 'd', type: 'comment', op: 'edited', at: instant(0) }

/** As on MongoDB: an event waits in its document until somebody brings what waits there into the log. */
async function waitingWorld(settles: boolean) {
  const engine = await openWithFirstPage()
  const waiting: Record<string, string[]> = { [FIRST_PAGE]: ['created'] }
  const log: string[] = []
  const tell = async (id: string): Promise<void> => {
    log.push(...(waiting[id] ?? []))
    delete waiting[id]
  }
  const update = async (collection: CollectionSpec, request: UpdateRequest) => {
    const answer = await engine.update(collection, { ...request, events: [] })
    if (answer.outcome === 'updated' && request.events.length > 0)
      waiting[request.id] = [...(waiting[request.id] ?? []), ...request.events.map(({ op }) => op)]
    return answer
  }
  const settle = async (): Promise<void> => {
    if (settles) for (const id of Object.keys(waiting)) await tell(id)
  }
  /** A sequencer that happens to come by the newest page first. */
  const sequence = async (): Promise<void> => {
    for (const id of Object.keys(waiting).toReversed()) await tell(id)
  }
  return { engine: withMembers(engine, { update, settle }), waiting, log, sequence }
}

const edits = (title: string, settles: boolean) =>
  defineProtocol({
    title,
    setUp: () => waitingWorld(settles),
    tearDown: ({ engine }) => engine.close(),
    steps: ['engine', 'sequence'],
    unstepped: ['onAppend'],
    actors: {
      split: (world) => splitPage(seriesOf(world, 9), FIRST_PAGE, END),
      edit: (world) => {
        const edit = () => ({ set: { text: 'edited' }, events: [edited] })
        return changeItem(seriesOf(world, 9), at(40).slug, edit)
      },
      sequencer: ({ sequence }) => sequence(),
    },
    fingerprint: async ({ engine, waiting, log }) => ({ contents: await contentsOf(engine), waiting, log }),
    check: async ({ log, sequence }, { acknowledged }) => {
      await sequence()
      const wanted = log.length > 1 || 'edit' in acknowledged ? ['created', 'edited'] : ['created']
      expect(log, 'a comment is edited before it is created').toEqual(wanted)
    },
  })

describe('the events of a comment whose page splits', { timeout: 300_000 }, () => {
  it('are told in order', async ({ annotate }) => {
    const explored = await exploreProtocol(edits('split, edit, sequencer', true))
    await annotate(explored.report)
    expect(explored.exhaustive).toBe(true)
  })

  it('are told out of order when what waits is not told before the comment moves on', async () => {
    await expectBroken(edits('nothing is told first', false), /is edited before it is created/)
  })
})
