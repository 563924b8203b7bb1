import type { NewEvent } from '@palaver/store'
import { pathUnder } from '../../keys.ts'
import type { Comment } from '../../model.ts'

const BEGIN = Date.UTC(2026, 0, 1)

/** An instant, so many milliseconds into the conversation. */
export const instant = (ms: number): string => new Date(BEGIN + ms).toISOString()

type Said = { under?: Pick<Comment, 'slug' | 'fullSlug'> | null; ms?: number } & Partial<Comment>

/** A comment whose own part of the slug is `part`. */
export function comment(part: string, { under = null, ms = 0, ...fields }: Said = {}): Comment {
  const posted = instant(ms)
  return {
    ...pathUnder(under, posted, part),
    parentSlug: under?.slug ?? null,
    replyTo: null,
    depth: under === null ? 0 : under.slug.split('/').length,
    posted,
    edited: null,
    author: { id: 'u1', name: 'Rick' },
    text: `This is ${part}`,
    html: `<p>This is ${part}</p>`,
    renderer: 1,
    mentions: [],
    status: 'published',
    deleting: null,
    rev: 1,
    history: [],
    changes: [],
    replies: 0,
    votes: { up: 0, down: 0 },
    reactions: {},
    counted: 0,
    from: null,
    writes: 1,
    ...fields,
  }
}

let told = 0
export const event = (subject: string, op = 'created'): NewEvent => ({
  _id: `event${told++}`,
  org: 'org',
  subject,
  type: 'comment',
  op,
  at: instant(0),
})

export const slugsOf = (comments: readonly Comment[]): string[] => comments.map(({ slug }) => slug)

/**
 * A small one with all that matters: a sub-tree two levels deep, a root whose slug begins like another's, replies that
 * were posted in the same millisecond.
 *
 *     b       1 ms
 *       x     4 ms
 *         y   5 ms
 *       w     4 ms
 *     a       2 ms
 *       z     6 ms
 *     bx      3 ms
 */
export function smallConversation(): Record<'b' | 'a' | 'bx' | 'x' | 'w' | 'y' | 'z', Comment> {
  const b = comment('b', { ms: 1 })
  const a = comment('a', { ms: 2 })
  const bx = comment('bx', { ms: 3 })
  const x = comment('x', { under: b, ms: 4 })
  const w = comment('w', { under: b, ms: 4 })
  const y = comment('y', { under: x, ms: 5 })
  const z = comment('z', { under: a, ms: 6 })
  return { b, a, bx, x, w, y, z }
}
