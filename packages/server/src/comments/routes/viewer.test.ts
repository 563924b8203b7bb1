import { expect, test } from 'vitest'
import { conversation, service } from './service.fixtures.ts'

test('shows what the viewer gave to comments and may do with them, and nothing to others', async () => {
  const all = await service()
  const { at, slug, discussion: id } = await conversation(all, ['a', 'b'])
  await all.call('PUT', `${at('a')}/vote`, { as: 'bob', body: { value: -1 } })
  await all.call('PUT', `${at('a')}/reactions/heart`, { as: 'bob' })
  const query = `slug=${slug('a')}&slug=${slug('b')}&slug=nothing`
  const mine = async (as: string, role: 'member' | 'admin' = 'member') =>
    (await all.call('GET', `/v1/discussions/${id}/mine?${query}`, { as, role })).data.comments
  const [slugA, slugB] = [slug('a'), slug('b')]
  expect(await mine('bob')).toEqual([
    { slug: slugA, value: -1, reactions: ['heart'], mayEdit: false, mayDelete: false, hidden: false },
    { slug: slugB, value: 0, reactions: [], mayEdit: false, mayDelete: false, hidden: false },
  ])
  expect(await mine('ada')).toMatchObject([
    { value: 0, mayEdit: true, mayDelete: true },
    { value: 0, mayEdit: true, mayDelete: true },
  ])
  expect(await mine('eve', 'admin')).toMatchObject([{ mayEdit: true }, { mayEdit: true }])
  await all.call('DELETE', at('a'), { as: 'ada' })
  expect(await mine('ada')).toMatchObject([{ slug: slugA, mayEdit: false, mayDelete: false }, { mayEdit: true }])
  expect((await all.call('GET', `/v1/discussions/${id}/mine?${query}`)).statusCode).toBe(401)
})
