import type { AtHome } from '../home.ts'
import { behind, keyOf } from '../keys.ts'
import type { Query } from '../layouts/layout.ts'
import type { Comment, Order } from '../model.ts'
import { type Shown, shownOf } from '../present.ts'
import type { Source } from './list.ts'
import type { List } from './page.ts'

type Path = Pick<Comment, 'slug' | 'fullSlug'>

/** Not async where a layout has a way of its own: many lists are read for one page. */
function shown({ layout, place }: AtHome, query: Query): Promise<Shown[]> {
  return layout.shown === undefined ? listed({ layout, place }, query) : layout.shown(place, query)
}

async function listed({ layout, place }: Pick<AtHome, 'layout' | 'place'>, query: Query): Promise<Shown[]> {
  const { range } = query
  const found =
    'order' in query ? await layout.list(place, query.order, range) : await layout.children(place, query.parent, range)
  return found.map(shownOf)
}

/** All comments, in one of the two orders. */
export const inOrder = (home: AtHome, order: Order): Source => ({
  keyOf: (comment) => keyOf(order, comment),
  read: (range) => shown(home, { order, range }),
  threaded: order === 'threaded',
})

/** The direct replies to a comment, or the roots. */
export const childrenOf = (home: AtHome, parent: Path | null): Source => ({
  keyOf: (comment) => keyOf('chronological', comment),
  read: (range) => shown(home, { parent, range }),
  threaded: false,
})

export const chronological = (home: AtHome, sort: 'oldest' | 'newest'): List => ({
  name: `c-${sort}`,
  source: inOrder(home, 'chronological'),
  newestFirst: sort === 'newest',
})

export const threadedOldest = (home: AtHome): List => ({
  name: 't-oldest',
  source: inOrder(home, 'threaded'),
  newestFirst: false,
})

/** A comment and all that lies under it. */
export const threadUnder = (home: AtHome, comment: Path): List => ({
  name: 's',
  source: inOrder(home, 'threaded'),
  from: comment.fullSlug,
  until: behind(comment.fullSlug),
  newestFirst: false,
})

export const replies = (home: AtHome, parent: Path | null, sort: 'oldest' | 'newest'): List => ({
  name: `r-${sort}`,
  source: childrenOf(home, parent),
  newestFirst: sort === 'newest',
})
