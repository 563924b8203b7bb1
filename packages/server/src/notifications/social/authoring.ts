import type { Discussion } from '../../comments/service.ts'
import { POST_RESOURCE } from '../../social/service.ts'
import type { SocialKnown } from './known.ts'

type Known = { social?: Pick<SocialKnown, 'posts'> }

/** Who wrote a post takes part in what is said about it, also before they have said anything there. */
export async function authorOfPost(
  { social }: Known,
  discussion: Pick<Discussion, 'resource'>,
): Promise<string | null> {
  const id = postIn(discussion)
  return id === null ? null : ((await social?.posts([id]))?.get(id)?.author ?? null)
}

/** The post that a discussion is about; null where it is about something else. */
export const postIn = ({ resource: { type, id } }: Pick<Discussion, 'resource'>): string | null =>
  type === POST_RESOURCE ? id : null
