import type { Collection } from '@palaver/store'
import type { Post } from './model.ts'
import { blankPost } from './posts/blank.ts'
import { type Sight, sightOf, type SightNeeds, type Viewer } from './sight.ts'

/** `of`: what it passes on or quotes, whether or not the viewer may see that. */
export type Looked = { post: Post; of: Post | null; sight: Sight }

/**
 * One post, where the viewer may see it. What never was is looked at like what they may not see, with the same queries
 * whoever it is for: so how long it takes does not tell one from the other, either.
 */
export async function lookAt(
  needs: SightNeeds & { posts: Pick<Collection<Post>, 'get'> },
  viewer: Viewer,
  id: string,
): Promise<Looked | null> {
  const found = await needs.posts.get(id)
  const post = found ?? neverWas(viewer.org, id)
  const of = post.of === null ? null : await needs.posts.get(post.of)
  const sight = await sightOf(needs, viewer, { posts: of === null ? [post] : [post, of], withCircles: true })
  return found !== null && isTheirs({ post: found, of, sight }) ? { post: found, of, sight } : null
}

/** What is passed on must be theirs to see as well; who passed it on may take that back, whatever became of it. */
const isTheirs = ({ post, of, sight }: Looked): boolean =>
  sight.sees(post) && (post.kind !== 'repost' || post.author === sight.viewer || (of !== null && sight.sees(of)))

const NOBODY = 'nobody'

const neverWas = (org: string, id: string): Post =>
  blankPost({ id, org, author: NOBODY, posted: '', audience: { to: 'people', circles: [], people: [] } })
