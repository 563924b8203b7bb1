import { expect, test } from 'vitest'
import type { Comment } from '@palaver/client'
import type { Me, Own } from '../thread/state/model.ts'
import { offersOf } from './offers.ts'

const COMMENT: Comment = {
  slug: 'a',
  parentSlug: null,
  replyTo: null,
  depth: 0,
  posted: '2026-01-01T00:00:00.000Z',
  edited: null,
  author: { id: 'ada', name: 'Ada' },
  html: '<p>Hello.</p>',
  mentions: [],
  status: 'published',
  rev: 1,
  replies: 0,
  votes: { up: 0, down: 0 },
  reactions: {},
}
const OWN: Own = { slug: 'a', value: 0, reactions: [], mayEdit: false, mayDelete: false, hidden: false }
const me = (id: string, moderates = false): Me => ({
  id,
  name: id,
  role: moderates ? 'moderator' : 'member',
  kind: 'person',
  avatar: null,
  handle: id,
  moderates,
})
const reader = (who: Me | null, own: Partial<Own> = {}) => ({
  me: who,
  own: new Map([['a', { ...OWN, ...own }]]),
  pinned: [],
  isFlat: false,
})

test('nobody moderates, mutes or reports themselves into a corner', () => {
  const { everyone, staff } = offersOf(COMMENT, reader(me('ada', true), { mayEdit: true, mayDelete: true }))
  expect(everyone).toEqual(['copy', 'edit', 'delete'])
  expect(staff).toEqual(['pin', 'reject'])
})

test('who was muted can be heard again', () => {
  expect(offersOf(COMMENT, reader(me('bob'), { hidden: true })).everyone).toEqual(['copy', 'report', 'unmute'])
})

test('members have nothing of what moderators have', () => {
  expect(offersOf(COMMENT, reader(me('bob'))).staff).toEqual([])
  expect(offersOf(COMMENT, reader(null)).staff).toEqual([])
})

test('what stands under another comment is not pinned, but can be unpinned', () => {
  const reply = { ...COMMENT, parentSlug: 'b' }
  const moderator = reader(me('mo', true))
  expect(offersOf(reply, moderator).staff).not.toContain('pin')
  expect(offersOf(reply, { ...moderator, pinned: ['a'] }).staff).toContain('unpin')
  expect(offersOf(reply, { ...moderator, isFlat: true }).staff).toContain('pin')
})

test('what was taken down is put up again; what was deleted is not', () => {
  const gone = { ...COMMENT, author: null, html: '' }
  expect(offersOf({ ...gone, status: 'spam' }, reader(me('mo', true)))).toEqual({
    everyone: ['copy'],
    staff: ['restore'],
  })
  expect(offersOf({ ...gone, status: 'deleted' }, reader(me('mo', true)))).toEqual({ everyone: ['copy'], staff: [] })
})
