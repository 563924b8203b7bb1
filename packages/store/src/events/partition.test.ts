import { expect, test } from 'vitest'
import { partitionOf } from './partition.ts'

test('a partition never changes, because events are stored by it', () => {
  const orgs = ['', 'acme', 'Zoë', '🦉', 'org-0001']
  expect(orgs.map((org) => partitionOf(org, 16))).toEqual([11, 10, 6, 15, 3])
})

test('orgs spread evenly over the partitions', () => {
  const sizes = Array.from({ length: 16 }, () => 0)
  for (let n = 0; n < 16_000; n++) {
    const at = partitionOf(`org-${n}`, 16)
    sizes[at] = (sizes[at] ?? 0) + 1
  }
  expect(Math.min(...sizes)).toBeGreaterThan(850)
  expect(Math.max(...sizes)).toBeLessThan(1150)
})

test('one partition takes everything', () => {
  expect(partitionOf('acme', 1)).toBe(0)
})
