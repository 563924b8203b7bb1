import type { Collection } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import type { Circles, Mark, Membership, Post } from '../model.ts'
import type { World } from '../world.ts'
import { byIds, named, type Step, type Wrong } from './step.ts'

export type LeftoverNeeds = {
  marks: Collection<Mark>
  posts: Collection<Post>
  circles: Collection<Circles>
  memberships: Collection<Membership>
  people: Pick<People, 'many'>
  world: Pick<World, 'now'>
}

/** A mark names the post before that is written: for so long it may be under way. */
const UNDER_WAY_MS = 60_000

/** Who passed something on has done so: else they could never do it again. */
export const marksStep = ({ marks, posts, world }: LeftoverNeeds): Step => ({
  name: 'marks',
  documents: named(marks),
  look: async (_org, ids) => {
    const old = new Date(world.now() - UNDER_WAY_MS).toISOString()
    const passed = [...(await byIds(marks, ids)).values()].filter(({ repost, at }) => repost !== null && at < old)
    const reposts = await byIds(
      posts,
      passed.flatMap(({ repost }) => repost ?? []),
    )
    return passed.flatMap(({ _id: document, repost }): Wrong[] => {
      if (repost === null || (reposts.get(repost)?.status ?? 'deleted') !== 'deleted') return []
      const mend = () => marks.update({ _id: document, repost }, { $set: { repost: null } })
      return [{ kind: 'mark-repost', document, says: 'what passes the post on is not there', mend }]
    })
  },
})

/** People are in circles that are, of people who are. */
export const membershipsStep = (needs: LeftoverNeeds): Step => ({
  name: 'memberships',
  documents: named(needs.memberships),
  look: async (org, ids) => {
    const found = [...(await byIds(needs.memberships, ids)).values()]
    const ends = found.flatMap(({ owner, member }) => [owner, member])
    const [kept, people] = await Promise.all([
      byIds(
        needs.circles,
        found.map(({ owner }) => owner),
      ),
      needs.people.many(org, [...new Set(ends)]),
    ])
    return found.flatMap(({ _id: document, owner, member, circles }): Wrong[] => {
      const isGone = [owner, member].some((id) => (people.get(id)?.erased ?? null) !== null)
      const live = isGone ? [] : (kept.get(owner)?.circles.map(({ key }) => key) ?? [])
      const dead = circles.filter((key) => !live.includes(key))
      if (dead.length === 0 && circles.length > 0) return []
      const says = isGone ? 'one of the two was erased' : 'it is of circles that are no more'
      return [{ kind: 'membership', document, says, mend: () => takeOut(needs, document, dead) }]
    })
  },
})

const takeOut = ({ memberships }: LeftoverNeeds, id: string, dead: readonly string[]): Promise<unknown> =>
  memberships.change(id, (now, to) => {
    const left = now?.circles.filter((key) => !dead.includes(key)) ?? []
    if (now === null) return null
    return left.length === 0 ? to.remove() : to.change({ $set: { circles: left } })
  })
