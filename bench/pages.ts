import { type Comment, type Discussion, keyOf, type Order } from '@palaver/server'
import { type Ground, layoutOf, placeOf } from './ground.ts'

const AT_ONCE = 500

type At = { ground: Ground; discussion: Discussion }

/**
 * Makes a hybrid discussion of the comments of another one, as a move does: page by page, because writing a million
 * comments one by one takes an hour.
 */
export async function copyToPages({ from, to }: { from: At; to: At }): Promise<void> {
  const layout = layoutOf(to.ground, to.discussion)
  await layout.fill?.(placeOf(to.discussion), (order) => inOrder(from, order))
}

async function* inOrder({ ground, discussion }: At, order: Order): AsyncGenerator<Comment[]> {
  const layout = layoutOf(ground, discussion)
  for (let from = ''; ;) {
    const found = await layout.list(placeOf(discussion), order, { from, limit: AT_ONCE })
    yield found
    const last = found.at(-1)
    if (last === undefined || found.length < AT_ONCE) return
    from = `${keyOf(order, last)}\u0000`
  }
}
