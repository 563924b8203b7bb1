import { expect } from 'vitest'
import type { Discussion } from '../../comments/model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { TREE } from './listings.fixtures.ts'
import { atOnce, drain, processOn, type World } from './stepped.fixtures.ts'
import { survey } from './survey.ts'

/** Once all has been followed, lists and numbers are what the discussions and the tree say. */
export async function expectExact(world: World): Promise<void> {
  await drain(world, 'last')
  const { comments, topics } = processOn({ ...world, inTurn: false, sleep: atOnce }, 'look')
  const snapshot = await topics.operator.settle(TREE)
  const { wrong } = await survey(topics.listings.needs, snapshot)
  const said = wrong.map(({ kind, document, says }) => `${kind} ${document}: ${says}`)
  expect(said.join('; '), 'lists or numbers are wrong').toBe('')
  expect(await topics.catchingUp(TREE), 'the lists have not followed the tree').toBe(null)
  const all: Discussion[] = []
  for await (const discussion of comments.all()) all.push(discussion)
  for (const topic of snapshot.below(null)) {
    const query = { within: 'all', sort: 'newest', limit: 50, cursor: null } as const
    const page = await topics.discussionsIn(null, { topic, snapshot }, query)
    const shown = page.discussions.map(({ id }) => id)
    const there = all.filter((one) => lineOf(snapshot, one.topic).includes(topic.key)).map(({ _id }) => _id)
    expect(new Set(shown), `another list in ${topic.key}`).toEqual(new Set(there))
  }
}

/** From the topic that a discussion names, from heir to heir and then from parent to parent. */
function lineOf(snapshot: Snapshot, named: string | null | undefined): string[] {
  let at = snapshot.get(named?.split('~')[1] ?? '')
  while (at !== null && at.retired !== null) at = snapshot.get(at.retired.heir ?? '')
  const line: string[] = []
  for (; at !== null; at = snapshot.get(at.parent ?? '')) line.push(at.key)
  return line
}
