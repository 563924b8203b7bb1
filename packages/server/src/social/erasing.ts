import type { Collection, EventLogApi } from '@palaver/store'
import type { Erasure, PersonalPlace } from '../personal/service.ts'
import { SOCIAL } from './consumer.ts'
import { circlesPlace } from './erasing/circles.ts'
import { followsPlace } from './erasing/follows.ts'
import { marksPlace } from './erasing/marks.ts'
import type { NameNeeds } from './erasing/names.ts'
import { postsPlace } from './erasing/posts.ts'
import { wallPlace } from './erasing/wall.ts'
import type { CircleNeeds } from './graph/circles.ts'
import type { Follow, Follower, MutedWords, WallRow } from './model.ts'
import type { PostNeeds } from './posts/needs.ts'

export type SocialErasingNeeds = NameNeeds &
  Pick<CircleNeeds, 'circles' | 'memberships'> &
  Pick<PostNeeds, 'posts' | 'marks' | 'walls' | 'photos' | 'world'> & {
    people: PostNeeds['people']
    follows: Collection<Follow>
    followers: Collection<Follower>
    wallRows: Collection<WallRow>
    mutedWords: Collection<MutedWords>
    log: Pick<EventLogApi, 'settle' | 'positionOf' | 'partitionOf'>
    /** Where else something of a person's news lies. */
    newsPlaces: readonly PersonalPlace[]
  }

/**
 * Where something of a person lies in what they write and whom they know. What they told of themselves lies with who
 * they are, and went with it; numbers follow from the events that are told here.
 */
export const socialPlaces = (needs: SocialErasingNeeds): PersonalPlace[] => [
  settled(needs, followsPlace(needs)),
  settled(needs, postsPlace(needs)),
  settled(needs, wallPlace(needs)),
  marksPlace(needs),
  circlesPlace(needs),
  {
    name: 'muted words',
    async *items({ org, id }) {
      const kept = await needs.mutedWords.get(id)
      if (kept?.org === org) yield* kept.words
    },
    erase: async ({ id }) => void (await needs.mutedWords.remove({ _id: id })),
  },
  ...needs.newsPlaces,
]

/** What lies there is found by lists that follow events: these must have followed all that was told before. */
const settled = ({ log }: SocialErasingNeeds, place: PersonalPlace): PersonalPlace => ({
  ...place,
  erase: async (erasure: Erasure) => {
    await log.settle()
    const { org, seq, late } = erasure
    if ((await log.positionOf(SOCIAL, log.partitionOf(org))) < (late ? seq : seq - 1))
      throw new Error('Not all that was told is in the lists yet: erasing goes on in a moment.')
    await place.erase(erasure)
  },
})
