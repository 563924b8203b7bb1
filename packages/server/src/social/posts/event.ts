import type { NewEvent } from '@palaver/store'
import type { Post } from '../model.ts'
import { isOpenPost } from '../policy.ts'
import { socialEvent, type World } from '../world.ts'

/** What an event tells of a post: enough for what follows from it, and not a word of what it says or whom it is for. */
export type ToldPost = Pick<Post, 'author' | 'wall' | 'wallState' | 'kind' | 'of' | 'status' | 'rev' | 'posted'> & {
  isOpen: boolean
  mentions: string[]
  /** It may be for others than before. */
  isReaddressed: boolean
}

const toldOf = (post: Post, isReaddressed = false): ToldPost => ({
  author: post.author,
  wall: post.wall,
  wallState: post.wallState,
  kind: post.kind,
  of: post.of,
  status: post.status,
  rev: post.rev,
  posted: post.posted,
  isOpen: isOpenPost(post),
  mentions: post.mentions.map(({ id }) => id),
  isReaddressed,
})

type Happened = {
  _id?: string
  op: 'created' | 'edited' | 'audience' | 'deleted' | 'shown' | 'declined' | 'approved' | 'rejected' | 'restored'
  at: string
  before: Post | null
  after: Post | null
  by: { id: string; name: string } | null
  isReaddressed?: boolean
}

export function postEvent(world: World, { before, after, by, isReaddressed = false, ...happened }: Happened): NewEvent {
  const post = after ?? before
  if (post === null) throw new Error('An event tells of a post.')
  return socialEvent(world, 'post', {
    ...happened,
    org: post.org,
    subject: post._id,
    ...(before !== null && { before: toldOf(before) }),
    ...(after !== null && { after: toldOf(after, isReaddressed) }),
    ...(by !== null && { actor: { id: by.id, name: by.name } }),
  })
}
