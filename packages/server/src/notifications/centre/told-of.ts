import type { Collection, Position } from '@palaver/store'
import { pagesOf } from '../audience/stored.ts'
import type { Audience } from '../model.ts'

const BATCH = 20
const LAST_PAGE = 99
const LAST = '\u{10FFFF}'

type About = { discussion: string; slug: string | null }
type Pages = { docs: Audience[]; next: Position | null }

/** Whom anything concerned that was told of a comment, a page at a time: they lie together, so nobody else is asked. */
export async function* toldOf(audiences: Collection<Audience>, about: About): AsyncGenerator<Audience> {
  const where = { _id: { $gt: pagesOf(about, 0), $lt: `${pagesOf(about, LAST_PAGE)}${LAST}` } }
  for (let after: Position | null = null; ;) {
    const pages: Pages = await audiences.find({ where, sort: { _id: 1 }, limit: BATCH, after })
    yield* pages.docs
    if (pages.next === null) return
    after = pages.next
  }
}
