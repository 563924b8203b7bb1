import { call, type CallOptions } from './call.ts'
import type { Palaver } from './connect.ts'
import type { DiscussionRef } from './discussion.ts'
import { inGroups } from './groups.ts'

type Asked = { ref: DiscussionRef; at: number }

/** How many comments each of these has, in the same order; null where there is no discussion. */
export async function counts(
  palaver: Palaver,
  refs: readonly DiscussionRef[],
  options?: Pick<CallOptions, 'signal'>,
): Promise<(number | null)[]> {
  const found: (number | null)[] = refs.map(() => null)
  const asked = refs.map((ref, at): Asked => ({ ref, at }))
  // One request is about resources of one type.
  const byType = Map.groupBy(asked, ({ ref }) => ('type' in ref ? ref.type : null))
  for (const [type, all] of byType)
    for (const group of inGroups(all, idOf)) {
      const query = type === null ? { discussion: group.map(idOf) } : { org: palaver.org, type, id: group.map(idOf) }
      const answer = await call(palaver, 'GET /v1/counts', { query, options })
      group.forEach(({ at }, position) => (found[at] = answer.counts[position]?.comments ?? null))
    }
  return found
}

const idOf = ({ ref }: Asked): string => ('type' in ref ? ref.id : ref.discussion)
