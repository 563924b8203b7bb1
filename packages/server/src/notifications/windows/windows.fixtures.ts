import type { Item } from '../model.ts'

export const itemOf = (event: string, given: Partial<Item> = {}): Item => ({
  event,
  org: 'acme',
  discussion: 'd1',
  slug: `slug${event}`,
  actor: { id: 'bob', name: 'Bob' },
  reason: 'reply',
  at: '2026-01-01T10:00:00.000Z',
  person: 'ann',
  ...given,
})
