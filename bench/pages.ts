import { type Comment, type Discussion, END, keyOf, type Order, pages, type Stub } from '@palaver/server'
import { type Ground, layoutOf, placeOf } from './ground.ts'

/** How full the layout leaves its pages: nearly, where they are written at the end; elsewhere as splits in half do. */
const FULL = { atTheEnd: 0.9, anywhere: 0.7 }
const LIMITS = { comments: 100, stubs: 400 }
const AT_ONCE = 500
const PAGES_AT_ONCE = 50

type At = { ground: Ground; discussion: Discussion }

/**
 * Makes a hybrid discussion of the comments of another one, page by page as the layout would have left them: writing
 * a million comments one by one takes an hour.
 */
export async function copyToPages({ from, to }: { from: At; to: At }): Promise<void> {
  const { order, home } = to.discussion
  const other = order === 'threaded' ? 'chronological' : 'threaded'
  await writeSeries(from, to, { home, order, itemOf: (comment) => comment, limit: LIMITS.comments })
  await writeSeries(from, to, { home: `${home}o`, order: other, itemOf: stubOf, limit: LIMITS.stubs })
}

const stubOf = ({ slug, fullSlug, posted }: Comment): Stub => ({ slug, fullSlug, posted, writes: 0 })

type Series = {
  home: string
  order: Order
  itemOf: (comment: Comment) => Comment | Stub
  limit: number
}

async function writeSeries(from: At, to: At, { home, order, itemOf, limit }: Series): Promise<void> {
  const size = Math.round(limit * (order === 'chronological' ? FULL.atTheEnd : FULL.anywhere))
  const all = to.ground.store.collection(pages)
  let start = ''
  let items: Comment[] = []
  let writing: Promise<void>[] = []
  const write = (until: string): void => {
    const rest = { open: true, split: null, left: null, count: items.length, comments: items.map(itemOf) }
    writing.push(all.insert({ _id: `${home}~${start}`, home, from: start, until, ...rest }))
  }
  for await (const comment of inOrder(from, order)) {
    const last = items.at(-1)
    if (items.length >= size && last !== undefined) {
      const at = separator(keyOf(order, last), keyOf(order, comment))
      write(at)
      start = at
      items = []
      if (writing.length >= PAGES_AT_ONCE) {
        await Promise.all(writing)
        writing = []
      }
    }
    items.push(comment)
  }
  write(END)
  await Promise.all(writing)
}

async function* inOrder({ ground, discussion }: At, order: Order): AsyncGenerator<Comment> {
  const layout = layoutOf(ground, discussion)
  for (let from = ''; ;) {
    const found = await layout.list(placeOf(discussion), order, { from, limit: AT_ONCE })
    yield* found
    const last = found.at(-1)
    if (last === undefined || found.length < AT_ONCE) return
    from = `${keyOf(order, last)}\u0000`
  }
}

/** The shortest key between two, as the layout chooses it. */
function separator(before: string, behind: string): string {
  let same = 0
  while (before[same] === behind[same]) same++
  return behind.slice(0, same + 1)
}
