import type { AtHome } from '../home.ts'
import { below, END, isWithin } from '../keys.ts'
import type { Counted } from './counters-facts.ts'
import type { Later } from './recount-later.ts'

const BATCH = 200

/** `wasThere` is false for one that was posted since; it had no replies and no votes then. */
type Past = { comment: Counted; wasThere: boolean }

/** All comments as they were, in threaded order, some at a time. */
export async function* commentsThen({ layout, place }: AtHome, later: Later): AsyncGenerator<Past[]> {
  let from = ''
  while (from !== END) {
    const listed: Counted[] = await layout.list(place, 'threaded', { from, limit: BATCH })
    await later.readOn()
    const last = listed.length < BATCH ? undefined : listed.at(-1)
    const until = last === undefined ? END : below(last.fullSlug)
    const unchanged = listed.filter(({ slug }) => !later.comments.has(slug))
    const past = unchanged.map((comment) => ({ comment, wasThere: true }))
    yield [...past, ...changedSince(later, from, until)].toSorted(inThreadedOrder)
    from = until
  }
}

function changedSince({ comments }: Later, from: string, until: string): Past[] {
  return [...comments.values()].filter(({ comment: { fullSlug } }) => fullSlug >= from && fullSlug < until)
}

const inThreadedOrder = (a: Past, b: Past): number => (a.comment.fullSlug < b.comment.fullSlug ? -1 : 1)

export type Replied = Past & { replies: number }

/** Each comment with the number of its direct replies, once all of those have gone by. */
export async function* withReplies(batches: AsyncIterable<Past[]>): AsyncGenerator<Replied[]> {
  const open: Replied[] = []
  for await (const batch of batches) {
    const done: Replied[] = []
    for (const { comment, wasThere } of batch) {
      const at = open.findIndex((ancestor) => !isWithin(comment.slug, ancestor.comment.slug))
      if (at !== -1) done.push(...open.splice(at))
      const parent = open.at(-1)
      if (wasThere && parent !== undefined && parent.comment.slug === comment.parentSlug) parent.replies++
      open.push({ comment, wasThere, replies: 0 })
    }
    yield done
  }
  yield open
}
