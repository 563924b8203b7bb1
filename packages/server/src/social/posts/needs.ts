import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import type { Comments, Judge } from '../../comments/service.ts'
import type { CircleBook } from '../graph/circles.ts'
import type { Mark, Post } from '../model.ts'
import type { SightNeeds } from '../sight.ts'
import type { Walls } from '../walls/walls.ts'
import type { World } from '../world.ts'

/** What is kept of pictures elsewhere. `claim` is refused where one is not the actor's, or in use. */
export type PhotoShelf = {
  claim: (actor: Actor, ids: readonly string[], holder: string) => Promise<unknown>
  release: (org: string, holder: string, ids: readonly string[]) => Promise<void>
}

export type PostNeeds = SightNeeds & {
  posts: Collection<Post>
  marks: Collection<Mark>
  walls: Walls
  circleBook: CircleBook
  comments: () => Pick<Comments, 'needs' | 'preview'>
  judge: Judge
  photos: PhotoShelf
  /** A link that is shown with what is behind it. */
  wantPreview: (org: string, url: string) => Promise<void>
  reactionsOf: (org: string) => Promise<readonly string[]>
  world: World
}

export const holderOf = (post: string): string => `post~${post}`
