import type { Audience, Post } from '../model.ts'

type Named = { id: string; org: string; author: string; posted: string; audience: Audience }

/** A post that says nothing yet. */
export const blankPost = ({ id, ...named }: Named): Post => ({
  ...named,
  _id: id,
  wall: null,
  wallState: 'shown',
  kind: 'status',
  edited: null,
  text: '',
  html: '',
  renderer: 0,
  mentions: [],
  link: null,
  photos: [],
  place: null,
  poll: null,
  of: null,
  status: 'published',
  isSecret: false,
  history: [],
  changes: [],
  rev: 1,
})
