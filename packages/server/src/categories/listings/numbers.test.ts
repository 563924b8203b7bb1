import { expect, it, onTestFinished } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { ADMIN, ANN, listGround, ORG, TREE } from './listings.fixtures.ts'

it('adds what comes to the numbers that are known, for each kind of viewer, as if all were added up anew', async () => {
  const { add, start, say, topics, comments, drained, close } = await listGround(sqliteInMemory.open)
  onTestFinished(close)
  const top = await add('Top')
  const [leaf, inner] = [await add('Leaf', { parent: top._id }), await add('Inner', { parent: top._id })]
  await topics.revise({ actor: ADMIN }, inner._id, { change: { visibility: 'members' } })
  const seen = async () => {
    const snapshot = await topics.tree(ORG, 'main')
    const [nobody, member] = [await topics.numbers(snapshot, null), await topics.numbers(snapshot, ANN)]
    return [top, leaf, inner].map(({ key }) => [nobody(key), member(key)])
  }
  const ids = [await start(leaf, 'a'), await start(inner, 'b'), await start(top, 'c')]
  const steps = [
    async () => {},
    async () => void (await say(ids[0] ?? '')),
    async () => void (await say(ids[1] ?? '')),
    async () =>
      void (await comments.configure({ actor: ADMIN, ref: { discussion: ids[0] ?? '' } }, { topic: inner._id })),
    async () => void (await comments.configure({ actor: ADMIN, ref: { discussion: ids[2] ?? '' } }, { topic: null })),
    async () => void (await topics.merge({ actor: ADMIN }, leaf._id, inner._id)),
  ]
  for (const step of steps) {
    await step()
    await drained()
    const known = await seen()
    topics.listings.forget(TREE)
    expect(known).toEqual(await seen())
  }
  const [[nobody, member] = []] = await seen()
  expect(nobody).toEqual({ discussions: 0, comments: 0, allDiscussions: 0, allComments: 0 })
  expect(member).toEqual({ discussions: 0, comments: 0, allDiscussions: 2, allComments: 4 })
})
