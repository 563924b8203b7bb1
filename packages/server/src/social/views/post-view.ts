import type { Collection } from '@palaver/store'
import { JsonList } from '../../api/json-list.ts'
import type { PublicComment } from '../../comments/service.ts'
import type { Mark, Post, PostNumbers } from '../model.ts'
import { markId } from '../posts/marking.ts'
import type { Found } from '../news/filling.ts'
import { NO_POST } from '../numbers.ts'
import type { Sight, Viewer } from '../sight.ts'
import { type PersonBrief, personBrief } from './person-brief.ts'

/** What is said about a post, in its discussion. */
export type Said = { comments: number; latest: Latest }
/** As everyone may see them. */
type Latest = JsonList<PublicComment>
export type PhotoView = { id: string; alt: string; width: number; height: number; small: string; large: string }
export type PreviewView = { title: string; description: string; site: string; picture: PhotoView | null }

export type ViewNeeds = {
  marks: Collection<Mark>
  postNumbers: Collection<PostNumbers>
  world: { now: () => number }
  /** How many comments there are on these posts, and the last three: as the viewer may see them. */
  saidOf: (
    viewer: Viewer,
    posts: readonly Post[],
    sight: Pick<Sight, 'allHidden'>,
  ) => Promise<ReadonlyMap<string, Said>>
  photosOf: (viewer: Viewer, ids: readonly string[]) => Promise<ReadonlyMap<string, PhotoView>>
  previewsOf: (viewer: Viewer, urls: readonly string[]) => Promise<ReadonlyMap<string, PreviewView>>
  /** Addresses of pictures that people have chosen for themselves. */
  picturesOf: Parameters<typeof personBrief>[1]
}

/** To others it says no more than whether all may see it, or followers, or some. */
export type AudienceView =
  | { to: 'public' | 'followers' | 'limited' }
  | { to: Post['audience']['to']; circles: string[]; people: string[] }

export type PostView = {
  id: string
  author: PersonBrief
  wall: PersonBrief | null
  /** For its author and for the owner of the wall that it is on. */
  wallState: Post['wallState']
  kind: Post['kind']
  posted: string
  edited: string | null
  rev: number
  audience: AudienceView
  /** What was typed: for its author. */
  text: string | null
  html: string
  mentions: Post['mentions']
  link: { url: string; preview: PreviewView | null } | null
  photos: PhotoView[]
  place: Post['place']
  poll: {
    choices: { text: string; votes: number }[]
    isMultiple: boolean
    closes: string
    isClosed: boolean
    voters: number
  } | null
  /** What it passes on or quotes; `isGone` where there was something that the viewer may not see. */
  of: PostView | null
  isOfGone: boolean
  status: Post['status']
  /** Why it is held or was taken down: for its author. */
  reason: string | null
  numbers: { comments: number; reactions: Record<string, number>; reposts: number; quotes: number }
  mine: {
    reaction: string | null
    repost: string | null
    votes: number[] | null
    mayEdit: boolean
    mayDelete: boolean
    mayReview: boolean
  }
  latest: Latest
}

type Extras = {
  numbers: ReadonlyMap<string, PostNumbers>
  marks: ReadonlyMap<string, Mark>
  said: ReadonlyMap<string, Said>
  photos: ReadonlyMap<string, PhotoView>
  previews: ReadonlyMap<string, PreviewView>
  now: number
  needs: ViewNeeds
  isModerator: boolean
}

/** All that is shown of some posts, as one viewer may see them. */
export async function viewsOf(
  needs: ViewNeeds,
  viewer: Viewer & { isModerator?: boolean },
  { found, sight }: { found: readonly Found[]; sight: Sight },
): Promise<PostView[]> {
  const all = found.flatMap(({ post, of }) => (of === null ? [post] : [post, of]))
  const ids = [...new Set(all.map(({ _id }) => _id))]
  const [numbers, marks, said, photos, previews] = await Promise.all([
    numbersOf(needs, ids),
    marksOf(needs, sight.viewer, ids),
    needs.saidOf(viewer, all, sight),
    needs.photosOf(viewer, [...new Set(all.flatMap((post) => post.photos))]),
    needs.previewsOf(viewer, [...new Set(all.flatMap(({ link }) => (link === null ? [] : [link])))]),
  ])
  const now = needs.world.now()
  const extras = { numbers, marks, said, photos, previews, now, needs, isModerator: viewer.isModerator === true }
  return found.map((one) => viewOf(one, sight, extras))
}

async function numbersOf(
  { postNumbers }: ViewNeeds,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PostNumbers>> {
  if (ids.length === 0) return new Map()
  const { docs } = await postNumbers.find({ where: { _id: { $in: [...ids] } }, limit: ids.length, next: false })
  return new Map(docs.map((doc) => [doc._id, doc]))
}

async function marksOf(
  { marks }: ViewNeeds,
  viewer: string | null,
  posts: readonly string[],
): Promise<ReadonlyMap<string, Mark>> {
  if (viewer === null || posts.length === 0) return new Map()
  const ids = posts.map((post) => markId(viewer, post))
  const { docs } = await marks.find({ where: { _id: { $in: ids } }, limit: ids.length, next: false })
  return new Map(docs.map((doc) => [doc.post, doc]))
}

/** Written out: to put together what several objects have takes several times as long, for each post of a page. */
function viewOf({ post, of }: Found, sight: Sight, extras: Extras): PostView {
  const { author, wall } = peopleOf(post, sight, extras.needs)
  const { audience, text, reason } = wordsOf(post, sight)
  const { link, photos, place, poll } = shownOf(post, extras)
  const { numbers, latest } = givenTo(post, extras)
  const { _id: id, wallState, kind, posted, edited, rev, html, mentions, status } = post
  return {
    id,
    author,
    wall,
    wallState,
    kind,
    posted,
    edited,
    rev,
    audience,
    text,
    html,
    mentions,
    status,
    reason,
    link,
    photos,
    place,
    poll,
    of: of === null ? null : viewOf({ post: of, of: null }, sight, extras),
    isOfGone: post.of !== null && of === null,
    numbers,
    latest,
    mine: mineOf(post, sight, extras),
  }
}

function peopleOf(
  { author, wall }: Post,
  { people }: Sight,
  { picturesOf }: ViewNeeds,
): Pick<PostView, 'author' | 'wall'> {
  const brief = (person: string): PersonBrief => personBrief(people.get(person), picturesOf)
  return { author: brief(author), wall: wall === null ? null : brief(wall) }
}

/** What was typed, whom it is for and why it waits is for its author alone. */
function wordsOf(post: Post, { viewer }: Sight): Pick<PostView, 'audience' | 'text' | 'reason'> {
  if (post.author !== viewer) return { audience: { to: outwardly(post) }, text: null, reason: null }
  const reason = post.status === 'published' ? null : (post.judged?.reason ?? null)
  return { audience: { ...post.audience }, text: post.text, reason }
}

function shownOf(post: Post, extras: Extras): Pick<PostView, 'link' | 'photos' | 'place' | 'poll'> {
  const { photos, previews } = extras
  return {
    link: post.link === null ? null : { url: post.link, preview: previews.get(post.link) ?? null },
    photos: post.photos.flatMap((id) => photos.get(id) ?? []),
    place: post.place,
    poll: pollOf(post, extras),
  }
}

const NONE: Latest = new JsonList([])

function givenTo({ _id }: Post, { said, numbers }: Extras): Pick<PostView, 'numbers' | 'latest'> {
  const { comments = 0, latest = NONE } = said.get(_id) ?? {}
  const { reactions, reposts, quotes } = numbers.get(_id) ?? NO_POST
  return { numbers: { comments, reactions, reposts, quotes }, latest }
}

function mineOf({ _id, author, wall }: Post, { viewer }: Sight, { marks, isModerator }: Extras): PostView['mine'] {
  const { reaction = null, repost = null, votes = null } = marks.get(_id) ?? {}
  const isMine = author === viewer
  const mayReview = wall !== null && wall === viewer
  return { reaction, repost, votes, mayEdit: isMine, mayDelete: isMine || isModerator, mayReview }
}

const outwardly = ({ audience: { to } }: Post): 'public' | 'followers' | 'limited' =>
  to === 'public' || to === 'followers' ? to : 'limited'

function pollOf({ _id, poll }: Post, { numbers, now }: Extras): PostView['poll'] {
  if (poll === null) return null
  const { votes, voters } = numbers.get(_id) ?? NO_POST
  const choices = poll.choices.map((text, at) => ({ text, votes: votes[at] ?? 0 }))
  const { isMultiple, closes } = poll
  return { choices, isMultiple, closes, isClosed: Date.parse(closes) <= now, voters }
}
