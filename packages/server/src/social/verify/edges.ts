import type { Collection } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import { copied } from '../graph/following.ts'
import { edgeId, type FollowNeeds, part } from '../graph/follows.ts'
import type { Follow, Follower } from '../model.ts'
import { byIds, named, type Step, type Wrong } from './step.ts'

export type EdgeNeeds = Pick<FollowNeeds, 'follows' | 'world'> & {
  followers: Collection<Follower>
  people: Pick<People, 'many' | 'relations'>
}

const now = async (): Promise<void> => {}
const rowId = ({ follower, followee }: Follow): string => `${followee}~${follower}`

/** Whom people follow has its other side, and nobody follows who was erased, or is. */
export const followsStep = (needs: EdgeNeeds): Step => ({
  name: 'follows',
  documents: named(needs.follows),
  look: async (org, ids) => {
    const edges = [...(await byIds(needs.follows, ids)).values()]
    const ends = edges.flatMap(({ follower, followee }) => [follower, followee])
    const [rows, people] = await Promise.all([
      byIds(needs.followers, edges.map(rowId)),
      needs.people.many(org, [...new Set(ends)]),
    ])
    return edges.flatMap((edge): Wrong[] => {
      const { _id: document, follower: a, followee: b } = edge
      if ([a, b].some((id) => (people.get(id)?.erased ?? null) !== null)) {
        const mend = () => part({ ...needs, followed: now }, { org, a, b })
        return [{ kind: 'follow-erased', document, says: 'one of the two was erased', mend }]
      }
      const row = rows.get(rowId(edge))
      if (row?.state === edge.state && row.at === edge.at) return []
      const says = row === undefined ? 'who is followed does not have it' : 'who is followed has it otherwise'
      return [{ kind: 'follower-wrong', document, says, mend: () => copied(needs, edge) }]
    })
  },
})

export const followersStep = (needs: EdgeNeeds): Step => ({
  name: 'followers',
  documents: named(needs.followers),
  look: async (_org, ids) => {
    const rows = [...(await byIds(needs.followers, ids)).values()]
    const edges = await byIds(needs.follows, rows.map(edgeId))
    return rows.flatMap((row): Wrong[] =>
      edges.has(edgeId(row))
        ? []
        : [
            {
              kind: 'follower-surplus',
              document: row._id,
              says: 'nobody follows there',
              mend: () => copied(needs, row),
            },
          ],
    )
  },
})
