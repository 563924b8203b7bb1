import { type AtHome } from '../home.ts'
import { behind } from '../keys.ts'
import type { Range } from '../layouts/layout.ts'
import type { Shown } from '../present.ts'
import { isCut } from '../situation.ts'

/** Gives the comments of a list between two of its keys, in its order. */
export type Source = {
  keyOf: (comment: Shown) => string
  read: (range: Range) => Promise<Shown[]>
  /** Whether what lies under a comment follows it at once, so that a deleted sub-tree can be jumped over. */
  threaded: boolean
}

/** The smallest key behind a key. */
export const justBehind = (key: string): string => `${key}\u0000`

/** Bounds the work where much was deleted and the documents have not followed: the page is short, its cursor goes on. */
const MOST_READS = 50
const MOST_AT_ONCE = 500

export type Listed = {
  comments: Shown[]
  /** Where to go on; null at the end. */
  resume: string | null
}

type Wanted = { from?: string; until?: string; back: boolean; limit: number; skip?: number }

/** Reads on until `limit` visible comments are there, leaving out deleted sub-trees. */
export function visible(home: AtHome, source: Source, wanted: Wanted): Promise<Listed> {
  return home.discussion.cuts.length === 0 ? readOnce(source, wanted) : readOn(home, source, wanted)
}

async function readOn({ discussion }: AtHome, source: Source, wanted: Wanted): Promise<Listed> {
  const found: Shown[] = []
  const bounds = { ...wanted, skip: 0 }
  let toSkip = wanted.skip ?? 0
  for (let reads = 0; reads < MOST_READS; reads++) {
    const limit = Math.min(MOST_AT_ONCE, toSkip + wanted.limit + 1 - found.length)
    const read = await source.read({ ...bounds, limit })
    for (const comment of read) {
      if (isCut(discussion, comment.slug)) continue
      if (toSkip > 0) toSkip--
      else found.push(comment)
    }
    if (found.length > wanted.limit) return cutOff(source, found, wanted)
    const last = read.at(-1)
    if (read.length < limit || last === undefined) return { comments: found, resume: null }
    Object.assign(bounds, boundBehind(source, last, { discussion, back: wanted.back }))
  }
  const edge = wanted.back ? bounds.until : bounds.from
  return { comments: found, resume: edge ?? null }
}

async function readOnce(source: Source, wanted: Wanted): Promise<Listed> {
  const { limit, ...rest } = wanted
  return cutOff(source, await source.read({ ...rest, limit: limit + 1 }), wanted)
}

/** One more than asked for shows that there are more. */
function cutOff(source: Source, found: Shown[], { limit, back }: Wanted): Listed {
  const comments = found.slice(0, limit)
  const last = comments.at(-1)
  if (found.length <= limit || last === undefined) return { comments, resume: null }
  const key = source.keyOf(last)
  return { comments, resume: back ? key : justBehind(key) }
}

type Met = { discussion: AtHome['discussion']; back: boolean }

/** The next bound behind a comment; behind all that lies under it where it is the top of a deleted sub-tree. */
function boundBehind(source: Source, last: Shown, { discussion, back }: Met): Pick<Range, 'from' | 'until'> {
  const top = source.threaded ? discussion.cuts.find(({ slug }) => isWithinCut(last.slug, slug)) : undefined
  if (back) return { until: top?.fullSlug ?? source.keyOf(last) }
  return { from: top === undefined ? justBehind(source.keyOf(last)) : behind(top.fullSlug) }
}

const isWithinCut = (slug: string, cut: string): boolean => slug === cut || slug.startsWith(`${cut}/`)
