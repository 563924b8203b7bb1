import type { Collection } from '@palaver/store'
import type { Post, WallRow } from '../model.ts'
import { rowOf, type Walls } from '../walls/walls.ts'
import { byIds, named, type Step, type Wrong } from './step.ts'

export type WallNeeds = { posts: Collection<Post>; wallRows: Collection<WallRow>; walls: Walls }

/** Posts stand on the walls that they are for. */
export const postsStep = ({ posts, wallRows, walls }: WallNeeds): Step => ({
  name: 'posts',
  documents: named(posts),
  look: async (_org, ids) => {
    const found = [...(await byIds(posts, ids)).values()]
    const wanted = found.flatMap((post) => ownersOf(post).map((owner) => ({ owner, post })))
    const rows = await byIds(
      wallRows,
      wanted.map(({ owner, post }) => `${owner}~${post._id}`),
    )
    return wanted.flatMap(({ owner, post }): Wrong[] => {
      const document = `${owner}~${post._id}`
      const [expected, row] = [rowOf(owner, post), rows.get(document)]
      if (isSame(expected, row)) return []
      const says = row === undefined ? 'a post is not on a wall that it is for' : 'a post stands otherwise on a wall'
      return [{ kind: 'wall-wrong', document, says, mend: () => anew({ posts, walls }, owner, post._id) }]
    })
  },
})

const ownersOf = ({ author, wall }: Post): string[] => (wall === null ? [author] : [author, wall])

/** What is gone from a wall need not be on it at all. */
function isSame(expected: WallRow, row: WallRow | undefined): boolean {
  if (expected.state === 'gone') return row === undefined || row.state === 'gone'
  return row?.state === expected.state && row.posted === expected.posted && row.isOwn === expected.isOwn
}

/** It is taken off and put on again, as the post is then; who changes that meanwhile is followed later. */
async function anew({ posts, walls }: Pick<WallNeeds, 'posts' | 'walls'>, owner: string, id: string): Promise<void> {
  await walls.takeOff(owner, id)
  const post = await posts.get(id)
  if (post !== null) await walls.follow(post)
}

/** Nothing else stands on walls. */
export const wallsStep = ({ posts, wallRows, walls }: WallNeeds): Step => ({
  name: 'walls',
  documents: named(wallRows),
  look: async (_org, ids) => {
    const rows = [...(await byIds(wallRows, ids)).values()]
    const found = await byIds(
      posts,
      rows.map(({ post }) => post),
    )
    return rows.flatMap(({ _id: document, owner, post: id, state }): Wrong[] => {
      const post = found.get(id)
      if (state === 'gone' || (post !== undefined && rowOf(owner, post).state !== 'gone')) return []
      const says = post === undefined ? 'there is no such post' : 'the post is not for this wall'
      return [{ kind: 'wall-surplus', document, says, mend: () => walls.takeOff(owner, id) }]
    })
  },
})
