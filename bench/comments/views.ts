import { type Comment, type Discussion, keyOf, type Order, writeCursor } from '@palaver/server'
import type { Ground, Kind } from '../ground.ts'
import type { Sample } from './growth.ts'

/** A view at many places: `read` takes the n-th of them. */
export type View = { name: string; read: (at: number) => Promise<unknown> }

type Viewed = { discussion: Discussion; kind: Kind; sample: Sample }

const PAGE = 50
const TREE = { limit: 20, replies: 3, depth: 1 }

/** Every view in the stored order, a tree and a permalink, as a route would ask for them. */
export function viewsOf({ comments }: Ground, { discussion, kind, sample }: Viewed): View[] {
  const { order } = kind
  const name = (view: string): string => `${kind.layout}, ${order}: ${view}`
  const fresh = (): Promise<Discussion> => comments.discussion({ discussion: discussion._id })
  const page = async (cursor: string | null): Promise<unknown> =>
    comments.views[order](await fresh(), 'oldest', { limit: PAGE, cursor })
  const pageAt = (part: readonly Comment[]): View['read'] => {
    const cursors = cursorsOf(order, part)
    return (at) => page(cursors[at % cursors.length] ?? null)
  }
  return [
    { name: name('first page'), read: () => page(null) },
    { name: name('middle page'), read: pageAt(sample.middle) },
    { name: name('last page'), read: pageAt(sample.last) },
    { name: name('tree'), read: async () => comments.views.tree(await fresh(), 'oldest', TREE) },
    {
      name: name('permalink'),
      read: async (at) => comments.views.permalink(await fresh(), deepOf(sample.middle, at)),
    },
  ]
}

/** Pages that begin in the first half of a part, so that they are full. */
function cursorsOf(order: Order, part: readonly Comment[]): string[] {
  const keys = part.map((comment) => keyOf(order, comment)).toSorted()
  const list = order === 'threaded' ? 't-oldest' : 'c-oldest'
  return keys.slice(0, part.length - PAGE).map((key) => writeCursor({ list, back: false, root: '', key, score: null }))
}

/** A reply to a reply: it has two ancestors. */
function deepOf(part: readonly Comment[], at: number): string {
  const deep = part.filter(({ depth }) => depth === 2)
  return deep[at % deep.length]?.slug ?? ''
}
