import type { People } from '../../accounts/service.ts'
import { JsonList } from '../../api/json-list.ts'
import { authorOf, type Comments, type Discussion, isPublished, type Shown } from '../../comments/service.ts'
import { type Post, POST_RESOURCE } from '../model.ts'
import type { Sight, Viewer } from '../sight.ts'
import type { Said, ViewNeeds } from '../views/post-view.ts'
import { hiddenCounts } from './hidden-counts.ts'

export type SayingNeeds = {
  comments: Pick<Comments, 'discussionsOf' | 'views' | 'authored' | 'current'>
  relations: Pick<People['relations'], 'hiddenFrom'>
}

const MOST_SHOWN = 3
/** A few more than are shown: some may have been taken down, or be of somebody whom the viewer does not see. */
const FIRST_READ = 5
const NEXT_READ = 20
const MOST_ROUNDS = 4

/** What is said about a post, as far as it was read. */
type Lane = { post: string; discussion: Discussion; shown: Shown[]; next: string | null }

/** What is said about posts, as it is at this moment: only about those that somebody has said something about. */
export const saidOn =
  (comments: SayingNeeds['comments'], { relations }: Pick<People, 'relations'>): ViewNeeds['saidOf'] =>
  (viewer, posts, { allHidden }) =>
    saidOf({ comments, relations, allHidden }, viewer, posts)

/** How many comments there are on these posts, and the last three: as the viewer may see them. */
async function saidOf(
  needs: SayingNeeds & Pick<Sight, 'allHidden'>,
  viewer: Viewer,
  posts: readonly Post[],
): Promise<ReadonlyMap<string, Said>> {
  const ids = [...new Set(posts.map(({ _id }) => _id))]
  const discussions = await needs.comments.discussionsOf(viewer.org, POST_RESOURCE, ids)
  if (discussions.size === 0) return new Map()
  const me = viewer.actor?.org === viewer.org ? viewer.actor : null
  const all = me === null ? [] : await needs.allHidden()
  const counted = { people: all ?? [], discussions: [...discussions.values()], since: firstOf(posts) }
  const [lanes, hidden] = await Promise.all([
    lanesOf(needs, hiddenAmong(needs, { me, all }), discussions),
    me === null ? NONE : hiddenCounts(needs, me.org, counted),
  ])
  return new Map(lanes.map((lane) => [lane.post, saidIn(lane, hidden.get(lane.discussion._id) ?? 0)]))
}

/** When the first of them was posted. */
const firstOf = (posts: readonly Post[]): string =>
  posts.reduce((first, { posted }) => (first === '' || posted < first ? posted : first), '')

const NONE: ReadonlyMap<string, number> = new Map()

/** What was written last may not be counted yet. */
const saidIn = ({ discussion, shown }: Lane, hidden: number): Said => ({
  comments: Math.max(discussion.comments - hidden, shown.length),
  latest: new JsonList(shown.map(({ json }) => json)),
})

type Me = { org: string; id: string } | null

async function lanesOf(
  needs: SayingNeeds,
  hiddenIn: HiddenIn,
  discussions: ReadonlyMap<string, Discussion>,
): Promise<Lane[]> {
  const lanes = Array.from(discussions, ([post, discussion]): Lane => ({ post, discussion, shown: [], next: null }))
  let open = lanes
  for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
    const limit = round === 0 ? FIRST_READ : NEXT_READ
    const read = await Promise.all(open.map((lane) => newestIn(needs, lane, limit)))
    const hidden = await hiddenIn(read.flat())
    for (const [at, lane] of open.entries()) {
      const found = read[at] ?? []
      const more = hidden.size === 0 ? found : found.filter((comment) => isByAnyBut(comment, hidden))
      lane.shown = [...lane.shown, ...more].slice(0, MOST_SHOWN)
    }
    open = open.filter(({ shown, next }) => shown.length < MOST_SHOWN && next !== null)
  }
  return lanes
}

/** The next of what is published, the newest first. */
async function newestIn({ comments }: SayingNeeds, lane: Lane, limit: number): Promise<Shown[]> {
  const page = await comments.views.chronological(lane.discussion, 'newest', { limit, cursor: lane.next })
  lane.next = page.next
  return page.comments.filter(isPublished)
}

function isByAnyBut(comment: Shown, hidden: ReadonlySet<string>): boolean {
  const author = authorOf(comment)
  return author !== null && !hidden.has(author)
}

type HiddenIn = (comments: readonly Shown[]) => Promise<ReadonlySet<string>>

/** Whom the viewer does not see of those who wrote something; `all` where these are few. */
function hiddenAmong({ relations }: SayingNeeds, { me, all }: { me: Me; all: readonly string[] | null }): HiddenIn {
  const known = new Set(all)
  return async (comments) => {
    if (me === null || all !== null) return known
    const authors = new Set(comments.flatMap((comment) => authorOf(comment) ?? []))
    authors.delete(me.id)
    return relations.hiddenFrom(me, [...authors])
  }
}
