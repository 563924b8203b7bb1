import type { Collection } from '@palaver/store'
import type { Post } from '../model.ts'
import { type Sight, sightOf, type SightNeeds, type Viewer } from '../sight.ts'
import type { Place } from '../walls/walls.ts'
import { type NewsRow, type NewsSource, placeOf } from './source.ts'

export type FillNeeds = SightNeeds & { posts: Collection<Post> }

/** A post that the viewer may see, and what it passes on or quotes, where they may see that as well. */
export type Found = { post: Post; of: Post | null }
export type Filled = { found: Found[]; sight: Sight; next: Place | null }

/** `wants`: whether the viewer wants to have a post in this list that they may see. */
export type Filling = { viewer: Viewer; source: NewsSource; wants: (found: Found, sight: Sight) => boolean }

const MOST_ROUNDS = 6
const MORE = 2

/**
 * Fills a page with what the viewer may see at this moment: whatever led here may be stale, which costs a place and
 * shows nothing. After some rounds the page is left short, and its `next` goes on.
 */
export async function fill(
  needs: FillNeeds,
  { viewer, source, wants }: Filling,
  { before, limit }: { before: Place | null; limit: number },
): Promise<Filled> {
  const found: Found[] = []
  const sights: Sight[] = []
  let place = before
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const asked = limit - found.length + MORE
    const rows = await source(place, asked)
    const { candidates, sight } = await candidatesOf(needs, viewer, rows)
    sights.push(sight)
    for (const [at, candidate] of candidates.entries()) {
      const row = rows[at]
      if (row === undefined) continue
      if (found.length === limit) return { found, sight: joined(sights), next: place }
      place = placeOf(row)
      if (candidate !== null && isShown(candidate, sight) && wants(candidate, sight)) found.push(candidate)
    }
    if (rows.length < asked) return { found, sight: joined(sights), next: null }
  }
  return { found, sight: joined(sights), next: place }
}

/** What is passed on is shown to who may see it; of what is quoted, the rest is shown without it. */
const isShown = ({ post, of }: Found, { sees }: Sight): boolean =>
  sees(post) && (post.kind !== 'repost' || (of !== null && sees(of)))

type Candidates = { candidates: (Found | null)[]; sight: Sight }

async function candidatesOf(needs: FillNeeds, viewer: Viewer, rows: readonly NewsRow[]): Promise<Candidates> {
  const posts = await postsOf(
    needs,
    rows.map(({ post }) => post),
  )
  const originals = await postsOf(
    needs,
    [...posts.values()].flatMap(({ of }) => (of === null ? [] : [of])),
  )
  const all = [...posts.values(), ...originals.values()]
  const sight = await sightOf(needs, viewer, { posts: all })
  const candidates = rows.map(({ post: id }) => {
    const post = posts.get(id)
    if (post === undefined) return null
    const of = post.of === null ? null : (originals.get(post.of) ?? null)
    return { post, of: of !== null && sight.sees(of) && !sight.isHidden(of.author) ? of : null }
  })
  return { candidates, sight }
}

const AT_ONCE = 100

export async function postsOf(
  { posts }: Pick<FillNeeds, 'posts'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Post>> {
  const wanted = [...new Set(ids)]
  const found = new Map<string, Post>()
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE)
    const { docs } = await posts.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
    for (const post of docs) found.set(post._id, post)
  }
  return found
}

/** The newest look at each person counts. */
function joined(sights: readonly Sight[]): Sight {
  const [first, ...more] = sights
  if (first === undefined) throw new Error('A page that was filled was looked at.')
  if (more.length === 0) return first
  return { ...first, people: new Map(sights.flatMap(({ people }) => [...people])) }
}
