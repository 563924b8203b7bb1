import { expect, it, onTestFinished } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import { type Found, resolve } from './addresses.ts'
import { BY_ADMIN, idOf, MAIN, treeGround } from './testing/ground.ts'

it('leads to what was there as a whole once, not to parts that never were there together', async () => {
  const { topics, close } = await treeGround(sqliteInMemory.open)
  onTestFinished(close)
  // Two of the same name elsewhere: neither is taken for it.
  await topics.create(BY_ADMIN, 'main', { name: 'Old' })
  await topics.create(BY_ADMIN, 'main', { name: 'Other' })
  await topics.create(BY_ADMIN, 'main', { name: 'Child', parent: idOf('k1') })
  await topics.create(BY_ADMIN, 'main', { name: 'Child', parent: idOf('k2') })
  await topics.revise(BY_ADMIN, idOf('k3'), { change: { parent: null } })
  await topics.revise(BY_ADMIN, idOf('k1'), { change: { name: 'Newer' } })
  await topics.create(BY_ADMIN, 'main', { name: 'Late', parent: idOf('k1') })
  await topics.create(BY_ADMIN, 'main', { name: 'Late', parent: idOf('k2') })
  const snapshot = await topics.snapshots.of(MAIN)
  const keyAt = (path: string): string | null => {
    const found: Found | 'gone' | null = resolve(snapshot, path, null)
    return found === null || found === 'gone' ? found : found.topic.key
  }
  expect(keyAt('old/child')).toBe('k3')
  // It had left before the topic above it got that name, …
  expect(keyAt('newer/child')).toBe(null)
  expect(keyAt('newer/late')).toBe('k5')
  // … and this one came after it had lost the other.
  expect(keyAt('old/late')).toBe(null)
})
