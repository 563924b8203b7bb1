import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { groundOn, KINDS, ORG, person, tickingClock } from '../testing/ground.ts'
import { AUTHORED, authoredHandler } from './authored.ts'

const [ANN, BOB] = [person('ann'), person('bob')]

describeEngines('who wrote what', (engine) => {
  it.each(KINDS)('is known of every comment that is there, exactly, in $layout, $order', async ({ layout, order }) => {
    const ground = await groundOn(engine.open, { settings: { layout, order, deletion: 'cascade' } })
    const { comments, store } = ground
    const consumer = store.consume(AUTHORED, authoredHandler(comments.needs), {
      onError: (error) => {
        throw error
      },
    })
    const ref = { org: ORG, resource: { type: 'page', id: '1' } }
    const say = async (actor: typeof ANN, text: string, parent: string | null = null): Promise<string> =>
      (await comments.post({ actor, ref }, { text, parent })).comment.slug
    const [one, two] = [await say(ANN, 'one'), await say(BOB, 'two')]
    await say(ANN, 'three', one)
    const last = await say(ANN, 'four', two)
    await comments.delete({ actor: ANN, ref }, one)
    await ground.drained()
    await store.events.settle()
    await consumer.drained()
    const slugs = async (actor: typeof ANN) =>
      (await comments.authoredBy(ORG, actor.id, { cursor: null, limit: 10 })).items.map(({ slug }) => slug)
    expect([await slugs(ANN), await slugs(BOB)]).toEqual([[last], [two]])
    const partition = store.events.partitionOf(ORG)
    const events = await store.events.read({ partition, after: 0, limit: 100 })
    await authoredHandler(comments.needs)(events.slice(0, 3), partition)
    expect(await slugs(ANN), 'a late consumer brought something back').toEqual([last])
    const { comments: own } = await comments.ownComments(ANN, { cursor: null, limit: 10 })
    expect(own).toMatchObject([{ comment: { text: 'four' }, resource: ref.resource }])
    await ground.close()
  })

  it('is listed newest first, by cursor', async () => {
    const ground = await groundOn(engine.open, { world: { now: tickingClock() } })
    const { comments, store } = ground
    const ref = { org: ORG, resource: { type: 'page', id: '1' } }
    for (const text of ['a', 'b', 'c', 'd', 'e']) await comments.post({ actor: ANN, ref }, { text })
    await store.events.settle()
    const partition = store.events.partitionOf(ORG)
    await authoredHandler(comments.needs)(await store.events.read({ partition, after: 0, limit: 100 }), partition)
    const texts: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof comments.ownComments>> = await comments.ownComments(ANN, {
        cursor,
        limit: 2,
      })
      texts.push(...page.comments.map(({ comment }) => comment.text))
      cursor = page.next
    } while (cursor !== null)
    expect(texts).toEqual(['e', 'd', 'c', 'b', 'a'])
    await ground.close()
  })
})
