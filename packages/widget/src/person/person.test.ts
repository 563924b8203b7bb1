import { expect, test } from 'vitest'
import type { Person } from '../social/model.ts'
import { withFollow } from './follow.tsx'
import { offered } from './own/offered.ts'
import { untilOf } from './mute-dialog.tsx'

const person = (follows: 'asked' | 'follows' | null): Person => ({
  id: 'ben',
  name: 'Ben',
  handle: 'Ben',
  url: null,
  avatar: null,
  isPrivate: false,
  bio: '',
  links: [],
  locale: null,
  fields: [],
  created: null,
  numbers: { followers: 3, following: 1, posts: 0 },
  you: { follows, followsYou: false, isMuted: false, isBlocked: false, circles: [], mayWrite: false },
})

test.each([
  [null, 'follows', 4],
  ['follows', null, 2],
  [null, 'asked', 3],
  ['asked', null, 3],
  ['follows', 'follows', 3],
] as const)('from %s to %s there are %d followers', (before, after, followers) => {
  const now = withFollow(person(before), after)
  expect([now.you?.follows, now.numbers.followers]).toEqual([after, followers])
})

test('a time to mute for ends, or does not', () => {
  expect(untilOf('day', 0)).toBe('1970-01-02T00:00:00.000Z')
  expect(untilOf('forever', 0)).toBe(null)
})

test('a form has every field of the org, with what was said there', () => {
  const offers = [
    { name: 'town', label: 'Town' },
    { name: 'team', label: 'Team' },
  ]
  const fields = [{ name: 'team', value: 'Blue', to: 'followers' as const }]
  expect(offered({ offers, fields })).toEqual([
    { name: 'town', label: 'Town', value: '', to: 'everyone' },
    { name: 'team', label: 'Team', value: 'Blue', to: 'followers' },
  ])
})
