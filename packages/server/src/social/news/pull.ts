import type { Collection, Page, Position } from '@palaver/store'
import type { Follow } from '../model.ts'
import { MOST_FOLLOWED } from '../graph/follows.ts'
import type { Walls } from '../walls/walls.ts'
import { merged } from './merge.ts'
import type { NewsSource } from './source.ts'

type PullNeeds = { follows: Collection<Follow>; walls: Walls }

/**
 * News as they are: what those whom somebody follows, and they themselves, have written, merged as it is read. Nothing
 * is kept for it, so it is right at every moment; what it costs grows with how many somebody follows.
 */
export function pulled(needs: PullNeeds, viewer: string): NewsSource {
  let source: Promise<NewsSource> | undefined
  return async (before, limit) => {
    source ??= followees(needs, viewer).then((people) => merged([viewer, ...people].map((one) => wrote(needs, one))))
    return (await source)(before, limit)
  }
}

/** What one person wrote. */
export const wrote =
  ({ walls }: Pick<PullNeeds, 'walls'>, person: string): NewsSource =>
  (before, limit) =>
    walls.page(person, 'own', { before, limit })

const BATCH = 500

export async function followees({ follows }: Pick<PullNeeds, 'follows'>, follower: string): Promise<string[]> {
  const found: string[] = []
  let after: Position | null = null
  while (found.length < MOST_FOLLOWED) {
    const where = { follower, state: 'follows' as const }
    const page: Page<Follow> = await follows.find({ where, sort: { at: -1, followee: 1 }, limit: BATCH, after })
    found.push(...page.docs.map(({ followee }) => followee))
    after = page.next
    if (after === null) break
  }
  return found
}
