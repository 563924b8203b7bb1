import { Duplicate, type Collection, type Find, type Store } from '@palaver/store'
import { type CommentDocument, comments } from '../../collections.ts'
import { keyOf } from '../../keys.ts'
import type { Comment, Order } from '../../model.ts'
import type { Shown } from '../../present.ts'
import type { Changed, DecideComment, Layout, Place, Query, Range, Written } from '../layout.ts'
import { isWithinRange } from '../in-memory.ts'
import { plainComment } from '../plain-comment.ts'
import { documentAt, idAt } from './document.ts'
import { childrenQuery, listQuery } from './queries.ts'
import { shownIn } from '../shown-in.ts'

type Comments = Collection<CommentDocument>

/** A document a comment: any size, both orders, one walk along an index a page. */
export function perCommentLayout(store: Store): Layout {
  const all = store.collection(comments)
  return {
    name: 'per-comment',
    guardsEpoch: false,
    insert: (place, comment, events) => insert(all, documentAt(place, comment), events),
    change: (place, slug, decide) => change(all, idAt(place, slug), decide),
    get: (place, slugs) => Promise.all(slugs.map((slug) => get(all, idAt(place, slug)))),
    list: (place, order, range) => find(all, listQuery(place, order, range), { order, range }),
    children: (place, parent, range) =>
      find(all, childrenQuery(place, parent?.slug ?? null, range), { order: 'chronological', range }),
    shown: (place, query) => showAll(all, place, query),
    put: (place, comment) => put(all, place, comment),
    drop: async (place, slug) => void (await all.remove({ _id: idAt(place, slug) })),
    clear: (place, limit) => clear(all, place, limit),
  }
}

async function insert(
  all: Comments,
  document: CommentDocument,
  events: Parameters<Layout['insert']>[2],
): Promise<Written> {
  try {
    await all.insert(document, { events })
  } catch (error) {
    if (!(error instanceof Duplicate && error.index === '_id')) throw error
  }
  return 'done'
}

/** The store's version of a document is raised by the same writes as `writes`, and is what is compared. */
async function change(all: Comments, id: string, decide: DecideComment): Promise<Changed> {
  const { doc } = await all.change(id, (found, to) => {
    const decision = found === null ? null : decide(plainComment(found))
    if (found === null || decision === null) return null
    const { events } = decision
    if ('remove' in decision) return to.remove({ events })
    return to.change({ $set: { ...decision.set, writes: found.writes + 1 } }, { events })
  })
  return { written: 'done', comment: doc === null ? null : plainComment(doc) }
}

async function get(all: Comments, id: string): Promise<Comment | null> {
  const found = await all.get(id)
  return found === null ? null : plainComment(found)
}

async function find(
  all: Comments,
  query: Find<CommentDocument>,
  { order, range }: { order: Order; range: Range },
): Promise<Comment[]> {
  const { docs } = await all.find(query)
  return docs.filter((found) => isWithinRange(keyOf(order, found), range)).map(plainComment)
}

async function showAll(all: Comments, place: Place, query: Query): Promise<Shown[]> {
  const { range } = query
  const [order, found] =
    'order' in query
      ? [query.order, await all.findRaw(listQuery(place, query.order, range))]
      : (['chronological', await all.findRaw(childrenQuery(place, query.parent?.slug ?? null, range))] as const)
  return found.docs.map(shownIn).filter((shown) => isWithinRange(keyOf(order, shown), range))
}

async function put(all: Comments, place: Place, comment: Comment): Promise<Written> {
  const { slug, ...fields } = plainComment(comment)
  await all.change(idAt(place, slug), (found, to) => {
    if (found === null) return to.insert(documentAt(place, comment))
    return found.writes >= comment.writes ? null : to.change({ $set: fields })
  })
  return 'done'
}

async function clear(all: Comments, { home }: Place, limit: number): Promise<boolean> {
  const { docs, next } = await all.find({ where: { home }, limit, project: { _id: 1 } })
  await Promise.all(docs.flatMap(({ _id }) => (_id === undefined ? [] : [all.remove({ _id })])))
  return next !== null
}
