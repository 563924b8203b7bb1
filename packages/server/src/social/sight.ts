import type { Collection } from '@palaver/store'
import type { People, PersonDocument } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import type { Circles, Follow, Membership, Post } from './model.ts'
import { type Facts, maySee } from './policy.ts'

export type SightNeeds = {
  follows: Collection<Follow>
  circles: Collection<Circles>
  memberships: Collection<Membership>
  people: Pick<People, 'many' | 'relations'>
}

export type Viewer = { org: string; actor: Pick<Actor, 'org' | 'id'> | null }

/** What a viewer may see, with the people who were looked at for it. */
export type Sight = Facts & {
  people: ReadonlyMap<string, PersonDocument>
  sees: (post: Post) => boolean
  /** Those whom the viewer muted or is apart from. */
  isHidden: (person: string) => boolean
  /** All of those; null where they are too many to go through. */
  allHidden: () => Promise<readonly string[] | null>
}

/** What is looked at: posts, and people besides those of the posts. `withCircles`: also where no post is for circles. */
export type Looking = { posts?: readonly Post[]; people?: readonly string[]; withCircles?: boolean }

const NOBODY: ReadonlySet<string> = new Set()
const NOTHING = { between: new Map<string, 'mute' | 'block'>(), allHidden: async () => [] }

/**
 * Finds out all that decides whether somebody may see these posts, as it is at this moment: nothing of it is ever kept.
 * However many posts, it is a handful of queries.
 */
export async function sightOf(
  needs: SightNeeds,
  { org, actor }: Viewer,
  { posts = [], people: more = [], withCircles = false }: Looking,
): Promise<Sight> {
  const named = peopleIn(posts, more)
  const viewer = actor?.org === org ? actor.id : null
  const others = named.filter((person) => person !== viewer)
  const me = viewer === null ? null : { org, id: viewer }
  const [people, { between, allHidden }, followed, circled] = await Promise.all([
    needs.people.many(org, named),
    me === null ? NOTHING : needs.people.relations.look(me, others),
    viewer === null ? NOBODY : followedAmong(needs, viewer, others),
    viewer === null ? NO_CIRCLES : circlesWith(needs, viewer, ownersIn(posts, viewer, withCircles)),
  ])
  const facts: Facts = {
    viewer,
    isThere: (person) => people.get(person)?.erased === null,
    isApart: (person) => between.get(person) === 'block',
    isPrivate: (person) => people.get(person)?.profile?.isPrivate === true,
    follows: (person) => followed.has(person),
    circlesOf: (owner) => circled.get(owner) ?? NOBODY,
  }
  const isHidden = (person: string): boolean => between.has(person)
  return { ...facts, people, isHidden, allHidden, sees: (post) => post.org === org && maySee(post, facts) }
}

const peopleIn = (posts: readonly Post[], more: readonly string[]): string[] => [
  ...new Set([...more, ...posts.flatMap(({ author, wall }) => (wall === null ? [author] : [author, wall]))]),
]

const ownersIn = (posts: readonly Post[], viewer: string, isAll: boolean): string[] => [
  ...new Set(
    posts.flatMap(({ author, audience: { to } }) =>
      author !== viewer && (isAll || to === 'circles' || to === 'chosen') ? [author] : [],
    ),
  ),
]

const AT_ONCE = 100

/** Those of these people whom the viewer follows at this moment. */
async function followedAmong(
  { follows }: Pick<SightNeeds, 'follows'>,
  viewer: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const ids = people.slice(at, at + AT_ONCE).map((person) => `${viewer}~${person}`)
    const { docs } = await follows.find({ where: { _id: { $in: ids } }, limit: ids.length, next: false })
    for (const { followee, state } of docs) if (state === 'follows') found.add(followee)
  }
  return found
}

const NO_CIRCLES: ReadonlyMap<string, ReadonlySet<string>> = new Map()

/** For each owner the circles that the viewer is in, of those that still are. */
async function circlesWith(
  { circles, memberships }: SightNeeds,
  viewer: string,
  owners: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (owners.length === 0) return NO_CIRCLES
  const found = new Map<string, ReadonlySet<string>>()
  for (let at = 0; at < owners.length; at += AT_ONCE) {
    const some = owners.slice(at, at + AT_ONCE)
    const limit = some.length
    const [members, kept] = await Promise.all([
      memberships.find({ where: { _id: { $in: some.map((owner) => `${owner}~${viewer}`) } }, limit, next: false }),
      circles.find({ where: { _id: { $in: some } }, limit, next: false }),
    ])
    const live = new Map(kept.docs.map((doc) => [doc._id, new Set(doc.circles.map(({ key }) => key))]))
    for (const { owner, circles: keys } of members.docs)
      found.set(owner, new Set(keys.filter((key) => live.get(owner)?.has(key) === true)))
  }
  return found
}
