import { randomBytes } from 'node:crypto'
import type { Store } from '@palaver/store'
import type { People } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import type { Comments, Judge, May, Resource } from '../comments/service.ts'
import * as all from './collections.ts'
import type { PersonalPlace } from '../personal/service.ts'
import type { SocialFollowNeeds } from './consumer.ts'
import { type SocialErasingNeeds, socialPlaces } from './erasing.ts'
import { CircleBook } from './graph/circles.ts'
import * as graph from './graph/follows.ts'
import { lookAt } from './looking.ts'
import { type Audience, type Mark, type Post, POST_RESOURCE } from './model.ts'
import { fill, type Filled, type Found } from './news/filling.ts'
import { feedEntries, feeds, pulledAuthors, walks } from './news/push/collections.ts'
import { newsOf } from './news/push/feeds.ts'
import { newsPlace } from './news/push/erasing.ts'
import { edgeChanged as pushEdge, postChanged as pushPost } from './news/push/following.ts'
import { SIZES, type Sizes } from './news/push/model.ts'
import { Pusher } from './news/push/pusher.ts'
import type { NewsSource } from './news/source.ts'
import { SealedPlaces } from './news/sealing.ts'
import { MOST_RANKED, ranked } from './news/top.ts'
import { postCases } from './moderating/collections.ts'
import { postCasePlaces } from './moderating/erasing.ts'
import { decideOnPost, type PostDecision } from './moderating/deciding.ts'
import type { PostModerationNeeds } from './moderating/needs.ts'
import { postQueue, type PostQueue } from './moderating/queue.ts'
import { type PostReporting, reportPost } from './moderating/reporting.ts'
import { MutedWords } from './people/muted-words.ts'
import type { ProfileNeeds } from './people/own-profile.ts'
import { PeopleBook } from './people/people-book.ts'
import { noPost } from './policy.ts'
import { remove, review, revise, type Revising } from './posts/changing.ts'
import type { PostDraft } from './posts/draft.ts'
import { react, repost, vote } from './posts/marking.ts'
import type { PhotoShelf, PostNeeds } from './posts/needs.ts'
import { write, type Writing, type Written } from './posts/writing.ts'
import { AnyPosts } from './saying/any-posts.ts'
import type { Sight, Viewer } from './sight.ts'
import { type PostView, type ViewNeeds, viewsOf } from './views/post-view.ts'
import { type Place, Walls } from './walls/walls.ts'
import type { World } from './world.ts'

export type SocialOptions = Pick<ViewNeeds, 'saidOf' | 'photosOf' | 'previewsOf' | 'picturesOf'> &
  Pick<PostNeeds, 'wantPreview' | 'reactionsOf'> & {
    store: Store
    people: People
    comments: () => Comments
    judge: Judge
    photos: PhotoShelf
    world: World
    /** What an org has its people say of themselves; nothing where that is not said. */
    profileFieldsOf?: ProfileNeeds['profileFieldsOf']
    /** Resolves when what is derived has followed an event, or it has taken too long. */
    followed: (org: string, event: string) => Promise<void>
    /** From how many followers on, and from how many followed people on, news are built otherwise. */
    news?: { pullFrom: number; keepFrom: number; sizes?: Sizes }
    onError?: (error: unknown) => void
    /** Seals where lists go on; the same on every node. */
    placeSecret?: string
  }

/** Small communities read their news merged; what is kept for others is for those who follow many. */
const NEWS = { pullFrom: 5000, keepFrom: 50, sizes: SIZES }

export type Asked = { before: Place | null; limit: number }
export type Ranked = { posts: PostView[]; rest: string[] }
export type Listed = { posts: PostView[]; next: Place | null }

/** People who follow each other, and what they write: what the routes, the command line and other modules use. */
export class Social {
  readonly needs: PostModerationNeeds & SocialFollowNeeds & graph.FollowNeeds
  readonly circles: CircleBook
  readonly walls: Walls
  /** How people are shown, and who follows whom. */
  readonly people: PeopleBook
  readonly mutedWords: MutedWords
  /** Keeps the news of those who follow many. */
  readonly pusher: Pusher
  /** Where lists go on, for who is shown these. */
  readonly places: SealedPlaces
  readonly #options: SocialOptions
  readonly #erasing: SocialErasingNeeds
  readonly #anyPosts: AnyPosts

  constructor(options: SocialOptions) {
    const { store, people, world, comments, judge, photos } = options
    const kept = {
      follows: store.collection(all.follows),
      followers: store.collection(all.followers),
      circles: store.collection(all.circles),
      memberships: store.collection(all.memberships),
      posts: store.collection(all.posts),
      marks: store.collection(all.marks),
      postNumbers: store.collection(all.postNumbers),
      personNumbers: store.collection(all.personNumbers),
      postCases: store.collection(postCases),
    }
    this.#options = options
    this.places = new SealedPlaces(options.placeSecret ?? randomBytes(32))
    this.#anyPosts = new AnyPosts({ posts: kept.posts, now: world.now })
    this.walls = new Walls(store.collection(all.walls), () => world.now())
    this.circles = new CircleBook({ ...kept, people, world })
    const entries = store.collection(feedEntries)
    const push = { feeds: store.collection(feeds), entries, walks: store.collection(walks) }
    const pulled = store.collection(pulledAuthors)
    const building = { walls: this.walls, world, holder: world.newId(), ...NEWS, ...options.news }
    this.pusher = new Pusher({ ...kept, ...push, ...building, pulledAuthors: pulled })
    const edgeChanged: SocialFollowNeeds['edgeChanged'] = (edge) => pushEdge(this.pusher.needs, edge)
    const postChanged: SocialFollowNeeds['postChanged'] = (post, event) => pushPost(this.pusher.needs, post, event)
    const asked = { saidOf: options.saidOf, photosOf: options.photosOf, previewsOf: options.previewsOf }
    const more = { picturesOf: options.picturesOf, wantPreview: options.wantPreview, reactionsOf: options.reactionsOf }
    const told = { edgeChanged, postChanged, followed: options.followed }
    const own = { walls: this.walls, circleBook: this.circles }
    const { profileFieldsOf = async () => [] } = options
    this.mutedWords = new MutedWords({ mutedWords: store.collection(all.mutedWords), people, world })
    const shown = { ...more, profileFieldsOf, places: this.places }
    this.people = new PeopleBook({ ...kept, ...own, ...shown, people, comments, photos })
    const feed = { mutedWords: store.collection(all.mutedWords), wallRows: store.collection(all.walls) }
    this.#erasing = {
      ...kept,
      ...own,
      ...feed,
      people,
      photos,
      world,
      log: store.events,
      newsPlaces: [newsPlace(this.pusher.needs)],
    }
    this.needs = { ...kept, ...own, ...asked, ...more, ...told, people, world, comments, judge, photos }
  }

  /** Where something of a person lies. */
  personalPlaces(): PersonalPlace[] {
    return [...socialPlaces(this.#erasing), ...postCasePlaces(this.needs.postCases)]
  }

  async follow(actor: Actor, person: string): Promise<graph.Edge> {
    await this.#requireNotBanned(actor)
    return graph.follow(this.needs, actor, person)
  }

  unfollow(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.unfollow(this.needs, actor, person)
  }

  accept(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.accept(this.needs, actor, person)
  }

  decline(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.decline(this.needs, actor, person)
  }

  removeFollower(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.removeFollower(this.needs, actor, person)
  }

  /** For who has just blocked somebody: before that is acknowledged, nothing is between the two any more. */
  async part(org: string, a: string, b: string): Promise<void> {
    await graph.part(this.needs, { org, a, b })
    await this.circles.dropEverywhere(a, b)
  }

  write(writing: Writing, draft: PostDraft): Promise<Written> {
    this.#anyPosts.note(writing.actor.org)
    return write(this.needs, writing, draft)
  }

  revise(actor: Actor, id: string, revising: Revising): Promise<Written> {
    return revise(this.needs, actor, { id, ...revising })
  }

  delete(actor: Actor, id: string): Promise<Written> {
    return remove(this.needs, actor, id)
  }

  review(actor: Actor, id: string, lets: boolean): Promise<Written> {
    return review(this.needs, actor, { id, lets })
  }

  async react(actor: Actor, id: string, reaction: string | null): Promise<Mark> {
    await this.#requireNotBanned(actor)
    return react(this.needs, actor, { id, reaction })
  }

  async vote(actor: Actor, id: string, choices: readonly number[]): Promise<Mark> {
    await this.#requireNotBanned(actor)
    return vote(this.needs, actor, { id, choices })
  }

  async repost(actor: Actor, id: string, audience: Audience): Promise<Written> {
    await this.#requireNotBanned(actor)
    return repost(this.needs, actor, { id, audience })
  }

  /** What waits for a moderator, and what was reported. */
  postQueue(actor: Actor, asked: Parameters<typeof postQueue>[2]): Promise<PostQueue> {
    return postQueue(this.needs, actor, asked)
  }

  decide(actor: Actor, id: string, decision: PostDecision): Promise<Post> {
    return decideOnPost(this.needs, { ...decision, actor, id })
  }

  report(actor: Actor, id: string, reporting: PostReporting): Promise<void> {
    return reportPost(this.needs, actor, { ...reporting, id })
  }

  /** Whether anybody of an org has posted anything; what another node has written is known within a second. */
  hasPosts(org: string): Promise<boolean> {
    return this.#anyPosts.in(org)
  }

  #requireNotBanned(actor: Actor): Promise<void> {
    return this.needs.comments().needs.requireNotBanned(actor)
  }

  /** Whether somebody may see a post at this moment; what is passed on must be theirs to see as well. */
  async sees(viewer: Viewer, id: string): Promise<boolean> {
    return (await this.#look(viewer, id)) !== null
  }

  /** What somebody may do with the discussion of a post; null where it is about something else. */
  mayAt(actor: Actor | null, org: string, { type, id }: Resource): Promise<May> | null {
    if (type !== POST_RESOURCE) return null
    return this.sees({ org, actor }, id).then((see) => ({ see, comment: see, moderate: null }))
  }

  async post(viewer: Viewer, id: string): Promise<PostView> {
    const looked = await this.#look(viewer, id)
    const [view] = looked === null ? [] : await viewsOf(this.needs, viewer, looked)
    if (view === undefined) throw noPost()
    return view
  }

  /** Posts by or to a person. `incoming`: what waits for the owner of the wall to let it show. */
  async wall(viewer: Viewer, owner: string, asked: Asked & { lane: 'shown' | 'waiting' }): Promise<Listed> {
    const source: NewsSource = (before, limit) => this.walls.page(owner, asked.lane, { before, limit })
    const wants = ({ post }: Found, { isHidden }: Sight): boolean => post.author === owner || !isHidden(post.author)
    return this.#listed(viewer, await fill(this.needs, { viewer, source, wants }, asked))
  }

  /** What those wrote whom somebody follows, and they themselves; the newest first. */
  async news(actor: Actor, asked: Asked): Promise<Listed> {
    return this.#listed({ org: actor.org, actor }, await this.#newsOf(actor, asked))
  }

  /** The newest of them, without all that is shown of them. */
  async newestNews(actor: Actor, limit: number): Promise<Post[]> {
    return (await this.#newsOf(actor, { before: null, limit })).found.map(({ post }) => post)
  }

  async #newsOf(actor: Actor, asked: Asked): Promise<Filled> {
    const viewer = { org: actor.org, actor }
    const source = await newsOf(this.pusher.needs, actor, this.#options.onError ?? (() => {}))
    const wants = wantedBy(actor, await this.mutedWords.postMatcherFor(actor))
    return fill(this.needs, { viewer, source, wants }, asked)
  }

  /**
   * The newest of these news, the best first. What is behind the first page is named in `rest`, by which the next page is
   * asked for: so nothing comes twice, however much is given to posts meanwhile.
   */
  async top(actor: Actor, { rest, limit }: { rest: readonly string[] | null; limit: number }): Promise<Ranked> {
    const viewer = { org: actor.org, actor }
    if (rest !== null) {
      const found = await this.#foundOf(actor, rest.slice(0, limit))
      return { posts: await viewsOf(this.needs, viewer, found), rest: rest.slice(limit) }
    }
    const { posts } = await this.news(actor, { before: null, limit: MOST_RANKED })
    const best = ranked(posts, this.needs.world.now())
    return { posts: best.slice(0, limit), rest: best.slice(limit).map(({ id }) => id) }
  }

  /** Those of these posts that are still in somebody's news, in the same order. */
  async #foundOf(actor: Actor, ids: readonly string[]): Promise<Pick<Filled, 'found' | 'sight'>> {
    const source: NewsSource = async (before) =>
      before === null ? ids.map((post) => ({ post, author: '', posted: '' })) : []
    const viewer = { org: actor.org, actor }
    const wants = wantedBy(actor, await this.mutedWords.postMatcherFor(actor))
    return fill(this.needs, { viewer, source, wants }, { before: null, limit: ids.length })
  }

  /** Those of these posts that are in somebody's news at this moment. */
  async inNews(actor: Actor, ids: readonly string[]): Promise<Post[]> {
    return ids.length === 0 ? [] : (await this.#foundOf(actor, ids)).found.map(({ post }) => post)
  }

  async #listed(viewer: Viewer, filled: Filled): Promise<Listed> {
    return { posts: await viewsOf(this.needs, viewer, filled), next: filled.next }
  }

  async #look(viewer: Viewer, id: string): Promise<{ found: Found[]; sight: Sight } | null> {
    const looked = await lookAt(this.needs, viewer, id)
    if (looked === null) return null
    const { post, of, sight } = looked
    const isSeen = of !== null && sight.sees(of)
    if (post.kind === 'repost' && !isSeen) return null
    return { found: [{ post, of: isSeen ? of : null }], sight }
  }
}

/** Of those whom somebody follows, and their own; nothing of whom, or with what words, they have muted. */
const wantedBy =
  (actor: Actor, isMuted: (post: Post, of: Post | null) => boolean) =>
  ({ post, of }: Found, { follows, isHidden }: Sight): boolean =>
    post.author === actor.id
      ? post.kind !== 'repost' || (of !== null && !isHidden(of.author))
      : follows(post.author) &&
        !isHidden(post.author) &&
        (post.kind !== 'repost' || (of !== null && !isHidden(of.author))) &&
        !isMuted(post, of)

export type { Audience, Post, PostView }
export { addFollow, addMark, addPost } from './seeding/quietly.ts'
export { blankPost } from './posts/blank.ts'
export { kindOf } from './posts/draft.ts'
export { holderOf } from './posts/needs.ts'
export type { PersonView } from './people/person-view.ts'
export { POST_RESOURCE }
