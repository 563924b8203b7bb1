import type { Store } from '@palaver/store'
import type { People } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import type { Comments, Judge, May, Resource } from '../comments/service.ts'
import * as all from './collections.ts'
import type { SocialFollowNeeds } from './consumer.ts'
import { CircleBook } from './graph/circles.ts'
import * as graph from './graph/follows.ts'
import { type Audience, type Mark, type Post, POST_RESOURCE } from './model.ts'
import { fill, type Filled, type Found, postsOf } from './news/filling.ts'
import { pulled } from './news/pull.ts'
import type { NewsSource } from './news/source.ts'
import { noPost } from './policy.ts'
import { remove, review, revise, type Revising } from './posts/changing.ts'
import type { PostDraft } from './posts/draft.ts'
import { react, repost, vote } from './posts/marking.ts'
import type { PhotoShelf, PostNeeds } from './posts/needs.ts'
import { write, type Writing, type Written } from './posts/writing.ts'
import { type Sight, sightOf, type Viewer } from './sight.ts'
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
    /** Resolves when what is derived has followed an event, or it has taken too long. */
    followed: (org: string, event: string) => Promise<void>
    /** What may be news for somebody, where more is kept than is needed; merged as it is read otherwise. */
    newsOf?: (viewer: Actor) => Promise<NewsSource>
    edgeChanged?: SocialFollowNeeds['edgeChanged']
    postChanged?: SocialFollowNeeds['postChanged']
  }

export type Asked = { before: Place | null; limit: number }
export type Listed = { posts: PostView[]; next: Place | null }

/** People who follow each other, and what they write: what the routes, the command line and other modules use. */
export class Social {
  readonly needs: PostNeeds & ViewNeeds & SocialFollowNeeds & graph.FollowNeeds
  readonly circles: CircleBook
  readonly walls: Walls
  readonly #options: SocialOptions

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
    }
    this.#options = options
    this.walls = new Walls(store.collection(all.walls))
    this.circles = new CircleBook({ ...kept, people, world })
    const { edgeChanged = async () => {}, postChanged = async () => {} } = options
    const asked = { saidOf: options.saidOf, photosOf: options.photosOf, previewsOf: options.previewsOf }
    const more = { picturesOf: options.picturesOf, wantPreview: options.wantPreview, reactionsOf: options.reactionsOf }
    const told = { edgeChanged, postChanged, followed: options.followed }
    const own = { walls: this.walls, circleBook: this.circles }
    this.needs = { ...kept, ...own, ...asked, ...more, ...told, people, world, comments, judge, photos }
  }

  follow(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.follow(this.needs, actor, person)
  }

  unfollow(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.unfollow(this.needs, actor, person)
  }

  accept(actor: Actor, person: string): Promise<graph.Edge> {
    return graph.accept(this.needs, actor, person)
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
    return write(this.needs, writing, draft)
  }

  revise(actor: Actor, id: string, revising: Revising): Promise<Written> {
    return revise(this.needs, actor, id, revising)
  }

  delete(actor: Actor, id: string): Promise<Written> {
    return remove(this.needs, actor, id)
  }

  review(actor: Actor, id: string, lets: boolean): Promise<Written> {
    return review(this.needs, actor, id, lets)
  }

  react(actor: Actor, id: string, reaction: string | null): Promise<Mark> {
    return react(this.needs, actor, id, reaction)
  }

  vote(actor: Actor, id: string, choices: readonly number[]): Promise<Mark> {
    return vote(this.needs, actor, id, choices)
  }

  repost(actor: Actor, id: string, audience: Audience): Promise<Written> {
    return repost(this.needs, actor, id, audience)
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
    const viewer = { org: actor.org, actor }
    const source = (await this.#options.newsOf?.(actor)) ?? pulled(this.needs, actor.id)
    const wants = ({ post, of }: Found, { follows, isHidden }: Sight): boolean =>
      (post.author === actor.id || follows(post.author)) &&
      !isHidden(post.author) &&
      (post.kind !== 'repost' || (of !== null && !isHidden(of.author)))
    return this.#listed(viewer, await fill(this.needs, { viewer, source, wants }, asked))
  }

  async #listed(viewer: Viewer, filled: Filled): Promise<Listed> {
    return { posts: await viewsOf(this.needs, viewer, filled), next: filled.next }
  }

  async #look(viewer: Viewer, id: string): Promise<{ found: Found[]; sight: Sight } | null> {
    const post = await this.needs.posts.get(id)
    if (post === null) return null
    const of = post.of === null ? null : ((await postsOf(this.needs, [post.of])).get(post.of) ?? null)
    const sight = await sightOf(this.needs, viewer, of === null ? [post] : [post, of])
    const isSeen = of !== null && sight.sees(of)
    if (!sight.sees(post) || (post.kind === 'repost' && !isSeen)) return null
    return { found: [{ post, of: isSeen ? of : null }], sight }
  }
}

export type { Post, PostView }
export { POST_RESOURCE }
