import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { openDiscussion } from '../conformance/script.ts'
import { MOST_PLACES } from '../layouts/embedded/writes.ts'
import { ORDERS } from '../model.ts'
import { Comments } from '../service.ts'
import { ADMIN, groundOn, ORG, person } from '../testing/ground.ts'
import { everythingIn } from './everything.fixtures.ts'

const POSTERS = 16
const POSTS = 4
/** So many fit before the limit is met. */
const ROOM = 20

describeEngines('a discussion that outgrows its document', (engine) => {
  it.for(ORDERS)('moves to pages by itself, once, while 16 people post in two processes (%s)', async (order) => {
    const ground = await groundOn(engine.open)
    const { store, rules, comments } = ground
    const other = new Comments({ store, rulesOf: async () => rules })
    const id = await openDiscussion(comments, 'growing', { layout: 'embedded', order })
    const ref = { discussion: id }
    const { comment } = await comments.post({ actor: ADMIN, ref }, { text: 'first' })
    const { home } = await comments.discussion(ref)
    const taken = { [`embedded.${home}.count` as 'comments']: MOST_PLACES - ROOM }
    await comments.needs.homes.discussions.update({ _id: id }, { $set: taken })

    const people = Array.from({ length: POSTERS }, (_, number) => person(`user${number}`))
    const slugs = await Promise.all(
      people.map(async (actor, number) => {
        const posted: string[] = []
        for (let each = 0; each < POSTS; each++) {
          const service = number % 2 === 0 ? comments : other
          const parent = each % 2 === 0 ? null : comment.slug
          posted.push((await service.post({ actor, ref }, { text: `${number}.${each}`, parent })).comment.slug)
        }
        return posted
      }),
    )
    await ground.drained()

    expect(await comments.discussion(ref)).toMatchObject({ layout: 'hybrid', order, moving: null, comments: 65 })
    const { chronological = [], threaded = [] } = await everythingIn(comments, id)
    const expected = [comment.slug, ...slugs.flat()].toSorted()
    expect(chronological.map(({ slug }) => slug).toSorted()).toEqual(expected)
    expect(threaded.map(({ slug }) => slug).toSorted()).toEqual(expected)
    expect(chronological.find(({ slug }) => slug === comment.slug)?.replies).toBe((POSTERS * POSTS) / 2)
    const partition = store.events.partitionOf(ORG)
    const events = await store.events.read({ partition, subject: id, after: 0, limit: 1_000 })
    expect(events.filter(({ op }) => op === 'moved')).toHaveLength(1)
    await ground.close()
  })
})
