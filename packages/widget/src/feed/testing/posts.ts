import type { Post } from '../../social/model.ts'

/** A post that says nothing. */
export const postNamed = (id: string): Post => ({
  id,
  author: { id: 'ada', name: 'Ada', avatar: null, isPrivate: false },
  wall: null,
  wallState: 'shown',
  kind: 'status',
  posted: '2026-03-01T12:00:00.000Z',
  edited: null,
  rev: 1,
  audience: { to: 'public' },
  text: null,
  html: '',
  mentions: [],
  link: null,
  photos: [],
  place: null,
  poll: null,
  of: null,
  isOfGone: false,
  status: 'published',
  reason: null,
  numbers: { comments: 0, reactions: {}, reposts: 0, quotes: 0 },
  mine: { reaction: null, repost: null, votes: null, mayEdit: false, mayDelete: false, mayReview: false },
  latest: [],
})
