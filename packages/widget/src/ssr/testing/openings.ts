import type { Comment, Discussion, Node } from '@palaver/client'
import type { Opening } from '../../thread/state/model.ts'

/** A comment of Ada's; what a test is about is said by it. */
export const comment = (slug: string, change: Partial<Comment> = {}): Comment => ({
  slug,
  parentSlug: slug.includes('/') ? slug.slice(0, slug.lastIndexOf('/')) : null,
  replyTo: null,
  depth: slug.split('/').length - 1,
  posted: '2026-02-28T22:30:00.000Z',
  edited: null,
  author: { id: 'p-ada', name: 'Ada' },
  html: `<p>Text of ${slug}</p>`,
  mentions: [],
  status: 'published',
  rev: 1,
  replies: 0,
  votes: { up: 0, down: 0 },
  reactions: {},
  ...change,
})

export const node = (one: Comment, replies: Node[] = [], more: string | null = null): Node => ({
  comment: { ...one, replies: replies.length },
  replies,
  more,
})

const discussion: Discussion = {
  id: 'd1',
  org: 'main',
  resource: { type: 'article', id: '1' },
  title: 'An article',
  url: null,
  created: '2026-02-01T00:00:00.000Z',
  state: 'open',
  settings: {
    layout: 'per-comment',
    order: 'threaded',
    maxDepth: 10,
    deletion: 'tombstone',
    state: 'open',
    closeAfterDays: 0,
    editWindow: 0,
    maxLength: 10_000,
  },
  comments: 0,
  pinned: [],
  topic: null,
  tags: [],
  rev: 1,
}

/** Where nobody has written anything yet. */
export const nothing: Opening = {
  org: { id: 'main', name: 'Main', reactions: { like: '👍' }, guests: false },
  discussion: null,
  opens: true,
  tree: null,
  page: null,
  pinned: [],
  avatars: {},
}

export const threaded = (roots: Node[], change: Partial<Opening> = {}): Opening => ({
  ...nothing,
  discussion: { ...discussion, comments: roots.length, pinned: change.pinned?.map(({ slug }) => slug) ?? [] },
  tree: { discussion: discussion.id, roots, next: null, previous: null },
  ...change,
})

export const flat = (comments: Comment[]): Opening => ({
  ...nothing,
  discussion: { ...discussion, comments: comments.length },
  page: { discussion: discussion.id, comments, next: null, previous: null },
})
