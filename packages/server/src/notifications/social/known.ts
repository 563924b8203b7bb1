import type { Collection, Filter } from '@palaver/store'
import type { PersonDocument } from '../../accounts/service.ts'
import type { Post, Social } from '../../social/service.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Skip } from '../model.ts'

export type Whose = { org: string; id: string }
type Mark = NonNullable<Awaited<ReturnType<Social['needs']['marks']['get']>>>
type Follow = NonNullable<Awaited<ReturnType<Social['needs']['follows']['get']>>>

/** What is known of people and posts at this moment: nothing of it is ever kept. */
export type SocialKnown = {
  /** Those of these posts that somebody may see. */
  seen: (viewer: Whose, ids: readonly string[]) => Promise<ReadonlyMap<string, Post>>
  /** The same whoever may see them: for finding out whom something concerns, never for showing it. */
  posts: (ids: readonly string[]) => Promise<ReadonlyMap<string, Post>>
  /** How people stand to each other, by `follower~followee`. */
  edges: (ids: readonly string[]) => Promise<ReadonlyMap<string, Follow['state']>>
  /** What people gave posts, by `person~post`. */
  marks: (ids: readonly string[]) => Promise<ReadonlyMap<string, Mark>>
  people: (org: string, ids: readonly string[]) => Promise<ReadonlyMap<string, PersonDocument>>
  /** Those of these with whom somebody does not want to have to do, or who do not with them. */
  apart: (viewer: Whose, people: readonly string[]) => Promise<ReadonlyMap<string, Skip>>
  /** Whether a text has words in it that somebody does not want to read. */
  mutes: (viewer: Whose) => Promise<(text: string) => boolean>
  /** Where a post or a person is on the host's pages; null where nobody has said. */
  pageOf: (org: string, of: { post: string } | { person: string }) => Promise<string | null>
}

type Needs = Pick<Social, 'sees'> & {
  needs: Pick<Social['needs'], 'posts' | 'follows' | 'marks' | 'people'>
}
type Options = Partial<Pick<SocialKnown, 'mutes' | 'pageOf'>>

const AT_ONCE = 100
const NOTHING_MUTED = async (): Promise<() => boolean> => () => false

export function socialKnown(social: Needs, { mutes = NOTHING_MUTED, pageOf = async () => null }: Options = {}) {
  const { posts: allPosts, follows, marks, people } = social.needs
  const posts: SocialKnown['posts'] = (ids) => byId(allPosts, ids)
  const known: SocialKnown = {
    posts,
    mutes,
    pageOf,
    seen: async (viewer, ids) => {
      const found = new Map<string, Post>()
      await sideBySide([...(await posts(ids)).values()], async (post) => {
        if (await social.sees({ org: viewer.org, actor: viewer }, post._id)) found.set(post._id, post)
      })
      return found
    },
    edges: async (ids) => new Map([...(await byId(follows, ids))].map(([id, { state }]) => [id, state])),
    marks: (ids) => byId(marks, ids),
    people: (org, ids) => people.many(org, [...new Set(ids)]),
    apart: async (viewer, others) => {
      const hidden = await people.relations.hiddenFrom(viewer, others)
      const blocked = hidden.size === 0 ? hidden : await people.relations.blockedWith(viewer, [...hidden])
      return new Map([...hidden].map((id) => [id, blocked.has(id) ? 'blocked' : 'muted-author']))
    },
  }
  return known
}

async function byId<T extends { _id: string }>(
  collection: Collection<T>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, T>> {
  const wanted = [...new Set(ids)]
  const found = new Map<string, T>()
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE)
    const where = { _id: { $in: some } } as unknown as Filter<T>
    const { docs } = await collection.find({ where, limit: some.length, next: false })
    for (const doc of docs) found.set(doc._id, doc)
  }
  return found
}
