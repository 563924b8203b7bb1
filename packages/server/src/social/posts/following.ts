import type { Collection, LoggedEvent } from '@palaver/store'
import type { Mark, Post } from '../model.ts'
import type { Walls } from '../walls/walls.ts'
import { passedOnNoMore } from './changing.ts'

export type PostFollowNeeds = {
  posts: Collection<Post>
  marks: Collection<Mark>
  walls: Walls
  /** Told of each change of a post, after the walls have it: from here it goes into the news of others. */
  postChanged: (post: Post, event: LoggedEvent) => Promise<void>
}

const CHANGES = new Set([
  'created',
  'edited',
  'audience',
  'deleted',
  'shown',
  'declined',
  'approved',
  'rejected',
  'restored',
])

/** Brings walls and marks up to date with a post, for a writer that died in between. */
export async function followPost(needs: PostFollowNeeds, event: LoggedEvent): Promise<void> {
  const { posts, walls, postChanged } = needs
  if (!CHANGES.has(event.op)) return
  const post = await posts.get(event.subject)
  if (post === null) return
  await walls.follow(post)
  if (post.status === 'deleted') await passedOnNoMore(needs, post)
  await postChanged(post, event)
}
