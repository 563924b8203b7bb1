import { Refusal } from '../api/refusal.ts'
import type { Post } from './model.ts'

/** What is known at this moment between a viewer and the people of some posts. Nobody is a viewer without an id. */
export type Facts = {
  viewer: string | null
  /** Erased people are not there, nor is anything of theirs. */
  isThere: (person: string) => boolean
  /** A block between the viewer and somebody, whoever made it. */
  isApart: (person: string) => boolean
  isPrivate: (person: string) => boolean
  /** The viewer follows them, and was let. */
  follows: (person: string) => boolean
  /** In which of the owner's circles that still are the viewer is. */
  circlesOf: (owner: string) => ReadonlySet<string>
}

/**
 * Whether a viewer may see a post, from first principles. Of what is passed on or quoted this says nothing: that is
 * asked about by itself.
 */
export function maySee(post: Post, facts: Facts): boolean {
  const { viewer, isThere, isApart } = facts
  if (post.status === 'deleted' || !isThere(post.author)) return false
  if (post.author === viewer) return true
  if (post.status !== 'published' || post.isSecret || isApart(post.author)) return false
  return isOnOpenWall(post, facts) && isMeant(post, facts)
}

/** What is on somebody else's wall shows once they let it, to those who may see their wall. */
function isOnOpenWall({ wall, wallState }: Post, facts: Facts): boolean {
  if (wall === null || wall === facts.viewer) return true
  if (wallState !== 'shown' || !facts.isThere(wall) || facts.isApart(wall)) return false
  return !facts.isPrivate(wall) || facts.follows(wall)
}

function isMeant({ author, wall, audience }: Post, facts: Facts): boolean {
  const { viewer, follows, isPrivate, circlesOf } = facts
  // Who is written to may read it.
  if (viewer !== null && wall === viewer) return true
  switch (audience.to) {
    case 'public':
      return !isPrivate(author) || follows(author)
    case 'followers':
      return follows(author)
    case 'circles':
      return circlesOf(author).size > 0
    case 'chosen':
      return audience.circles.some((circle) => circlesOf(author).has(circle))
    case 'people':
      return viewer !== null && audience.people.includes(viewer)
  }
}

/** Whether it is for all, also for those who are not signed in, as far as it alone says. */
export const isOpenPost = ({ status, audience, isSecret, wallState }: Post): boolean =>
  status === 'published' && audience.to === 'public' && !isSecret && wallState === 'shown'

/** What may not be seen is not to be told from what never was. */
export const noPost = (): Refusal => new Refusal('post-not-found', 'There is no post of that id that you may see.')

export const noPerson = (): Refusal => new Refusal('person-not-found', 'There is no such person in this org.')

export const noCircle = (): Refusal => new Refusal('circle-not-found', 'You have no circle of that id.')
