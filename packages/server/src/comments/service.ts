import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { EventLogApi, Position, Store } from '@palaver/store'
import { anyCompany, type Company } from './company.ts'
import {
  type Authored,
  authoredBy,
  authoredIn,
  type AuthoredPage,
  type AuthoredQuery,
  countAuthored,
} from './authored.ts'
import { areIn, asCard, type Card, cardOf } from './cards.ts'
import { aliases, authored, discussions, oldHomes, rankings, votes } from './collections.ts'
import { AUTHORED } from './consumers/authored.ts'
import { requestRecount } from './consumers/recount-request.ts'
import { type Deleted, remove } from './deleting.ts'
import { Discussions, type Head, type Name, type Opening, type Ref } from './discussions.ts'
import { edit, type Edit } from './editing.ts'
import { commentPlaces } from './erasing.ts'
import type { PersonalPlace } from '../personal/service.ts'
import type { Homes } from './home.ts'
import { type Hold, holdNothing, type Judge, publishAll } from './judging.ts'
import { Keys, requestKeys } from './keys-of-requests.ts'
import { createLayouts } from './layouts/layouts.ts'
import {
  changeDiscussion,
  type DiscussionChange,
  openDiscussion,
  refileDiscussion,
  type Refiling,
  renameDiscussion,
} from './managing.ts'
import type { Comment, Discussion, Resource, Revision } from './model.ts'
import { clearOldHomes } from './moving/clear-old.ts'
import { type Moved, moveDiscussion, type MoveOptions } from './moving/move.ts'
import type { Target } from './moving/mover.ts'
import { outgrowing } from './moving/outgrow.ts'
import type { Needs } from './needs.ts'
import { currentOf, type Numbers, numbersOf } from './numbers.ts'
import { ownComments, type OwnComment } from './own-comments.ts'
import type { PageOfPost } from './of-posts.ts'
import { countSeenBy, everyoneMay, foreseenBy, type MayOf, seenBy } from './permission.ts'
import { pin } from './pinning.ts'
import { noDiscussion, requireMaySeeHistory, type Situation } from './policy.ts'
import { type Command, type Draft, post, type Posted } from './posting.ts'
import { noSecrets, requireShown, secretAt, type Secrets, underItsParent } from './secret.ts'
import type { OrgRules } from './settings.ts'
import { requireComment, situationAt, situationOf } from './situation.ts'
import { type Approved, publish } from './publishing.ts'
import { type Decision, decide } from './taking-down.ts'
import { renderAll, type Rerendered } from './rendering.ts'
import { type Mentioned, mentionsNobody, type Spoken, understood } from './speaking.ts'
import { noTopics, type TopicRules } from './topics.ts'
import { type Mine, viewerOf } from './viewer.ts'
import type { Page } from './views/page.ts'
import type { Tree } from './views/tree.ts'
import { type Permalink, Views } from './views/views.ts'
import { requireUnveiled, veiledAmong, veiledIn, veiledPage, veiledTree, type Viewing } from './veiling.ts'
import { react, type Reaction, vote, type VoteState, type Voted } from './voting.ts'
import { realWorld, type World } from './world.ts'

export { type OrgRules, readOrgSettings } from './settings.ts'
export { commentParams, discussionParams, orgField, refOf, refQuery, slugSchema } from './routes/inputs.ts'
export { honeypotField, resourceId, resourceType, tagsField, urlField } from './routes/inputs.ts'
export { commentSchema, discussionSchema, pageSchema, treeSchema } from './routes/answers.ts'
export { discussionView, heldSchema, keptFor, pageJson, postedSchema, treeJson } from './routes/answers.ts'
export { answerOfPost } from './routes/comments.ts'
export { TREE_REQUEST } from './views/tree.ts'
export { type Candidate, demandFit, type Hold, type Holding, type Judge, type Reason, type Verdict } from './judging.ts'
export { changedMeanwhile } from './editing.ts'
export { openInThePast } from './seeding/open.ts'
export { sow } from './seeding/sow.ts'
export { Dice } from './seeding/dice.ts'
export { nameOf } from './seeding/names.ts'
export { textOf } from './seeding/text.ts'
export { type Mentioned, rendered, type Spoken } from './speaking.ts'
export type { World } from './world.ts'
export type { Company } from './company.ts'
export type { Rewriting, SecretPost, Secrets, SecretText } from './secret.ts'
export type { Authored } from './authored.ts'
export type { Approved } from './publishing.ts'
export type { Author, Discussion, Comment, Resource } from './model.ts'
export { isOfPost, POST_RESOURCE, type PageOfPost } from './of-posts.ts'
export { linkTo, pageOf } from './link.ts'
export type { Filing } from './filing.ts'
export { asModerator, type May, mayAt, type Thing, thingOf } from './permission.ts'
export type { Card } from './cards.ts'
export type { TopicRules } from './topics.ts'
export { authorOf, isPublished, present, presentWithText, type PublicComment, type Shown } from './present.ts'
export type { Page, Sort } from './views/page.ts'
export type { Node, Tree } from './views/tree.ts'

type Paging = { cursor: string | null; limit: number }

export type CommentsOptions = {
  store: Store
  rulesOf: (org: string) => Promise<OrgRules | null>
  /** Told of each write before it is acknowledged. */
  changed?: Needs['changed']
  judge?: Judge
  hold?: Hold
  secrets?: Secrets
  hasHeld?: Needs['hasHeld']
  requireNotBanned?: Needs['requireNotBanned']
  fromOf?: Needs['fromOf']
  mayOf?: MayOf
  topics?: TopicRules
  pageOfPost?: PageOfPost
  mentioned?: Mentioned
  company?: Company
  isQuiet?: boolean
  world?: Partial<World>
}

/** Comments in domain verbs: what the routes, the command line and the other modules use. */
export class Comments {
  readonly needs: Needs
  readonly views: Views

  constructor({ store, rulesOf, world: overrides = {}, ...options }: CommentsOptions) {
    const { changed = () => {}, judge = publishAll, hold = holdNothing, mayOf = everyoneMay } = options
    const { mentioned = mentionsNobody, company = anyCompany, fromOf = async () => null } = options
    const { secrets = noSecrets, requireNotBanned = async () => {}, topics = noTopics } = options
    const { pageOfPost, hasHeld } = { pageOfPost: async () => null, hasHeld: async () => false, ...options }
    const isQuiet = options.isQuiet === true
    const world = { ...realWorld, ...overrides }
    const all = store.collection(discussions)
    const named = new Discussions({ discussions: all, aliases: store.collection(aliases), rulesOf, world })
    const log: EventLogApi = store.events
    const layouts = createLayouts(store, world)
    const homes: Homes = { discussions: all, layouts, world, outgrow: outgrowing(() => this.needs) }
    const keys = new Keys(store.collection(requestKeys), world)
    const kept = {
      votes: store.collection(votes),
      rankings: store.collection(rankings),
      authored: store.collection(authored),
      oldHomes: store.collection(oldHomes),
    }
    const asked = {
      judge,
      hold,
      secrets,
      hasHeld,
      requireNotBanned,
      fromOf,
      mayOf,
      topics,
      pageOfPost,
      mentioned,
      company,
      isQuiet,
    }
    this.needs = { discussions: named, homes, ...kept, keys, log, rulesOf, world, changed, ...asked }
    this.views = new Views({ discussions: named, homes, rankings: kept.rankings })
  }

  /** The discussion of that name, where the viewer may see one. */
  shown(actor: Actor | null, ref: Ref): Promise<Discussion> {
    return seenBy(this.needs, actor, ref)
  }

  /** The same, but null where nobody has begun one that the viewer would see. */
  async foreseen(actor: Actor | null, ref: Name): Promise<Discussion | null> {
    if ((await this.needs.rulesOf(ref.org)) === null) throw noDiscussion()
    return foreseenBy(this.needs, actor, ref)
  }

  /** What a discussion is about; null where there is none. */
  head(ref: Ref): Promise<Head | null> {
    return this.needs.discussions.head(ref)
  }

  /** The discussion, and the actor with the role that they have in it; refused where they may not see it. */
  situation(actor: Actor, ref: Ref): Promise<Situation> {
    return situationAt(this.needs, actor, ref)
  }

  /** A comment with its ancestors, the root first; also one that its author alone sees, who is not to notice. */
  async permalink(
    viewer: Actor | null,
    discussion: Discussion,
    slug: string,
  ): Promise<Permalink & { isSecret: boolean }> {
    try {
      return { ...(await this.views.permalink(discussion, slug)), isSecret: false }
    } catch (error) {
      if (viewer === null || !(error instanceof Refusal) || error.code !== 'comment-not-found') throw error
      const secret = await secretAt(this.needs, { actor: viewer, discussion }, slug)
      if (secret === null) throw error
      const viewing = { actor: viewer, discussion }
      return { ...(await underItsParent(this, viewing, secret.comment)), isSecret: true }
    }
  }

  /** A page as somebody may see it: of what those wrote from whom a block keeps them it has the places. */
  veiledPage(viewing: Viewing, page: Page): Promise<Page> {
    return veiledPage(this.needs, viewing, page)
  }

  veiledTree(viewing: Viewing, tree: Tree): Promise<Tree> {
    return veiledTree(this.needs, viewing, tree)
  }

  /** Slugs of those of a comment and its ancestors of which somebody sees the places alone. */
  veiledIn(viewing: Viewing, permalink: Permalink): Promise<ReadonlySet<string>> {
    return veiledIn(this.needs, viewing, permalink)
  }

  veiledAmong(viewing: Viewing, comments: readonly Comment[]): Promise<ReadonlySet<string>> {
    return veiledAmong(this.needs, viewing, comments)
  }

  /** The discussions of things of one type, by their ids: those that there are. */
  discussionsOf(org: string, type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Discussion>> {
    return this.needs.discussions.many(org, type, ids)
  }

  /** The same without its ancestors. */
  async shownComment(viewer: Actor, discussion: Discussion, slug: string): Promise<Comment> {
    const { comment } = await requireShown(this.needs, { actor: viewer, discussion }, slug)
    await requireUnveiled(this.needs, { actor: viewer, discussion }, comment)
    return comment
  }

  /** A comment as it is, whatever became of it. */
  comment(discussion: Discussion, slug: string): Promise<Comment> {
    return requireComment(this.needs, discussion, slug)
  }

  /** Those of these comments that a reader can see, as they are now. */
  current(discussion: string, slugs: readonly string[]): Promise<Map<string, Comment>> {
    return currentOf(this.needs, discussion, slugs)
  }

  /** Their numbers with all that was told so far, also where the counters have not come to it yet. */
  numbers(discussion: { id: string; org: string }, slugs: readonly string[]): Promise<Map<string, Numbers>> {
    return numbersOf(this.needs, discussion, slugs)
  }

  /** What a person wrote, the newest first. */
  ownComments(actor: Actor, paging: Paging): Promise<{ comments: OwnComment[]; next: string | null }> {
    return ownComments(this.needs, actor, paging)
  }

  /** The same without the comments themselves, for whoever has to go through all of them. */
  authoredBy(org: string, author: string, paging: Paging): Promise<{ items: Authored[]; next: string | null }> {
    return authoredBy(this.needs.authored, { org, author }, paging)
  }

  /** Who wrote what where in an org, the oldest first. */
  authored(query: AuthoredQuery, page: { after: Position | null; limit: number }): Promise<AuthoredPage> {
    return authoredIn(this.needs.authored, query, page)
  }

  countAuthored(query: AuthoredQuery): Promise<number> {
    return countAuthored(this.needs.authored, query)
  }

  /** Up to which place in the log these know of everything. */
  authoredUpTo(org: string): Promise<number> {
    const { log } = this.needs
    return log.positionOf(AUTHORED, log.partitionOf(org))
  }

  /** The discussion of that name; refused where there is none. */
  discussion(ref: Ref): Promise<Discussion> {
    return this.needs.discussions.require(ref)
  }

  /** The topic of what is said about something, whoever may see it; null where it is in none. */
  async topicOf(org: string, resource: Resource): Promise<string | null> {
    return (await this.needs.discussions.head({ org, resource }))?.topic ?? null
  }

  /** How many comments each has, null where there is no discussion that the viewer may see. */
  counts(actor: Actor | null, refs: readonly Ref[]): Promise<(number | null)[]> {
    return Promise.all(refs.map((ref) => countSeenBy(this.needs, actor, ref)))
  }

  open(actor: Actor, opening: Opening): Promise<Discussion> {
    return openDiscussion(this.needs, actor, opening)
  }

  configure(command: Command, change: DiscussionChange): Promise<Discussion> {
    return changeDiscussion(this.needs, command, change)
  }

  /** Moves a discussion to the topic that took over the one it is in; `categories` does, and asks nobody. */
  refile(discussion: string, refiling: Refiling): Promise<void> {
    return refileDiscussion(this.needs, discussion, refiling)
  }

  rename(command: Command, resource: Resource): Promise<Discussion> {
    return renameDiscussion(this.needs, command, resource)
  }

  /** Stores it in another layout or order, while people write in it. */
  move(id: string, target: Target, options: MoveOptions = {}): Promise<Moved> {
    return moveDiscussion(this.needs, { id, ...target }, options)
  }

  /** Every discussion there is, for whoever has to look at all. */
  async *all(): AsyncGenerator<Discussion> {
    for await (const { doc } of this.needs.homes.discussions.scan()) yield doc
  }

  /** What is told of a discussion where it is one of many, as it is now. */
  card(id: string): Promise<Card | null> {
    return cardOf(this.needs.homes.discussions, id)
  }

  /** The same of all that there are, for whoever has to look at all. */
  async *cards(): AsyncGenerator<Card> {
    for await (const discussion of this.all()) yield asCard(discussion)
  }

  areIn(topics: readonly string[]): Promise<boolean> {
    return areIn(this.needs.homes.discussions, topics)
  }

  /** Has its numbers counted again, by the consumer that counts them. */
  recount(id: string): Promise<void> {
    return requestRecount(this.needs, id)
  }

  /** Removes what discussions left behind where they were stored before; true when more is left. */
  clearOldHomes(): Promise<boolean> {
    return clearOldHomes(this.needs)
  }

  post(command: Command, draft: Draft): Promise<Posted> {
    return post(this.needs, command, draft)
  }

  edit(command: Command, change: Edit): Promise<Posted> {
    return edit(this.needs, command, change)
  }

  /** Publishes what was held; `moderation` has approved it. */
  publish(approved: Approved): Promise<Posted> {
    return publish(this.needs, approved)
  }

  /** Takes a comment down or puts it up again; `moderation` has looked who may. */
  decide(decision: Decision): Promise<Comment> {
    return decide(this.needs, decision)
  }

  /** Where something of a person lies. */
  personalPlaces(): PersonalPlace[] {
    return commentPlaces(this.needs)
  }

  pin(command: Command, pinning: { slug: string; on: boolean }): Promise<void> {
    return pin(this.needs, command, pinning)
  }

  /** `rev`: only if it is still the version that was seen. */
  delete(command: Command, slug: string, rev: number | null = null): Promise<Deleted> {
    return remove(this.needs, command, { slug, rev })
  }

  /** Refuses an Idempotency-Key under which they have asked for something else, of whatever kind. */
  async claimKey(actor: Actor, key: string, request: unknown): Promise<void> {
    await this.needs.keys.reserve({ key, actor, request, since: async () => 0 })
  }

  vote(command: Command, ballot: Pick<VoteState, 'slug' | 'value'>): Promise<Voted> {
    return vote(this.needs, command, ballot)
  }

  react(command: Command, reaction: Reaction): Promise<Voted> {
    return react(this.needs, command, reaction)
  }

  /** What belongs to the viewer of a page, for the comments on it. */
  viewer(command: Command, slugs: readonly string[]): Promise<Mine[]> {
    return viewerOf(this.needs, command, slugs)
  }

  /** What a text would look like, without posting it. */
  async preview(actor: Actor, text: string, maxLength: number): Promise<Spoken> {
    return (await understood(this.needs, { actor, text, maxLength })).spoken
  }

  /** Renders again what an older version of the renderer made. */
  renderAll(onProgress: (done: number, total: number) => void): Promise<Rerendered> {
    return renderAll(this.needs, onProgress)
  }

  /** Its earlier texts, the oldest first. */
  async history(actor: Actor | null, ref: Ref, slug: string): Promise<Revision[]> {
    const discussion = await this.shown(actor, ref)
    const comment = await (actor === null ? this.comment(discussion, slug) : this.shownComment(actor, discussion, slug))
    const here = actor === null ? null : (await situationOf(this.needs, actor, discussion)).actor
    requireMaySeeHistory(here, discussion, comment)
    return comment.history
  }
}
