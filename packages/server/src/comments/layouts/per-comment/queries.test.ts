import { createStore, type Store } from '@palaver/store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '../../../../../store/src/testing/suite.ts'
import { comments } from '../../collections.ts'
import { behind, keyOf } from '../../keys.ts'
import type { Comment } from '../../model.ts'
import { comment } from '../conformance/conversation.ts'
import type { Place } from '../layout.ts'
import { perCommentLayout } from './per-comment.ts'
import { childrenQuery, listQuery } from './queries.ts'

const place: Place = { discussion: 'd', home: 'h', order: 'threaded', epoch: 1 }
const other: Place = { ...place, home: 'g' }

describeEngines('queries for comments', (engine) => {
  let store: Store
  const roots = Array.from({ length: 40 }, (_, at) => comment(`r${String(at).padStart(2, '0')}`, { ms: at * 2 }))
  const replies = roots.map((under, at) => comment('x', { under, ms: at * 2 + 1 }))

  beforeAll(async () => {
    store = createStore(await engine.open([comments]))
    const layout = perCommentLayout(store)
    const said = roots.flatMap((root, at) => [root, replies[at] ?? root])
    await Promise.all([place, other].flatMap((where) => said.map((each) => layout.insert(where, each, []))))
  })
  afterAll(() => store.close())

  const keyAt = (order: 'chronological' | 'threaded', at: number): string => keyOf(order, roots[at] as Comment)

  for (const order of ['chronological', 'threaded'] as const)
    it.each([
      { range: 'the first', from: undefined, until: undefined, back: false },
      { range: 'the last', from: undefined, until: undefined, back: true },
      { range: 'those behind a key', from: 30, until: undefined, back: false },
      { range: 'those before a key', from: undefined, until: 30, back: true },
      { range: 'those between two keys', from: 20, until: 30, back: false },
      { range: 'those between two keys, going back', from: 20, until: 30, back: true },
    ])(`looks at no comment but $range, in ${order} order`, async ({ from, until, back }) => {
      const range = {
        ...(from !== undefined && { from: keyAt(order, from) }),
        ...(until !== undefined && { until: keyAt(order, until) }),
        back,
      }
      const all = store.collection(comments)
      const page = await all.explain(listQuery(place, order, { ...range, limit: 10 }))
      expect(page).toMatchObject({ indexes: [order], returned: 10, examined: 10 })
      const whole = await all.explain(listQuery(place, order, { ...range, limit: 1000 }))
      expect(whole.examined).toBe(whole.returned)
      // At the far end of a chronological range stands the one comment of that millisecond, which is left out.
      const beyond = order === 'chronological' && until !== undefined && !back ? 1 : 0
      expect(whole.returned).toBe(((until ?? 40) - (from ?? 0)) * 2 + beyond)
    })

  it('looks at no comment outside of a sub-discussion', async () => {
    const { fullSlug } = roots[7] as Comment
    const query = listQuery(place, 'threaded', { from: fullSlug, until: behind(fullSlug), limit: 100 })
    expect(await store.collection(comments).explain(query)).toMatchObject({ returned: 2, examined: 2 })
  })

  it('looks at no comment but direct replies', async () => {
    const all = store.collection(comments)
    const range = { from: keyAt('chronological', 30), limit: 100 }
    expect(await all.explain(childrenQuery(place, null, range))).toMatchObject({
      indexes: ['children'],
      returned: 10,
      examined: 10,
    })
    expect(await all.explain(childrenQuery(place, 'r07', { limit: 100, back: true }))).toMatchObject({ examined: 1 })
  })
})
