import { expect, it, onTestFinished, vi } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import { ORG } from '../comments/testing/ground.ts'
import { BY_ADMIN, idOf, topicsOn, treeGround } from './testing/ground.ts'

it('says whether anything is hidden: at once where it was changed, elsewhere within a second', async () => {
  const { store, topics, close } = await treeGround(sqliteInMemory.open)
  onTestFinished(close)
  let time = 0
  const other = topicsOn(store, 'other', { now: () => time })
  const asked = vi.spyOn(other.trees, 'of')
  await topics.create(BY_ADMIN, 'main', { name: 'Open' })
  expect([await topics.hidesAny(ORG), await topics.hidesAny('nobody')]).toEqual([false, false])
  for (let stream = 0; stream < 100; stream++) expect(await other.hidesAny(ORG)).toBe(false)
  expect(asked).toHaveBeenCalledTimes(1)
  await topics.revise(BY_ADMIN, idOf('k1'), { change: { visibility: 'members' } })
  expect([await topics.hidesAny(ORG), await topics.hidesAny('nobody')]).toEqual([true, false])
  time += 1000
  expect(await other.hidesAny(ORG)).toBe(true)
})

it('asks again where it could not find out', async () => {
  const { topics, close } = await treeGround(sqliteInMemory.open)
  onTestFinished(close)
  vi.spyOn(topics.trees, 'of').mockRejectedValueOnce(new Error('away'))
  await expect(topics.hidesAny(ORG)).rejects.toThrow('away')
  expect(await topics.hidesAny(ORG)).toBe(false)
})
