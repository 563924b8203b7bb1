import type { Actor } from '../api/actor.ts'
import type { EventLogApi, Store } from '@palaver/store'
import { aliases, discussions, oldHomes, rankings, votes } from './collections.ts'
import { requestRecount } from './consumers/recount-request.ts'
import { type Deleted, remove } from './deleting.ts'
import { Discussions, type Opening, type Ref } from './discussions.ts'
import { edit, type Edit } from './editing.ts'
import type { Homes } from './home.ts'
import { Keys, requestKeys } from './keys-of-requests.ts'
import { createLayouts } from './layouts/layouts.ts'
import { changeDiscussion, type DiscussionChange, openDiscussion, renameDiscussion } from './managing.ts'
import type { Discussion, Resource, Revision } from './model.ts'
import { clearOldHomes } from './moving/clear-old.ts'
import { type Moved, moveDiscussion, type MoveOptions } from './moving/move.ts'
import type { Target } from './moving/mover.ts'
import { outgrowing } from './moving/outgrow.ts'
import type { Needs } from './needs.ts'
import { requireMaySeeHistory } from './policy.ts'
import { type Command, type Draft, post, type Posted } from './posting.ts'
import type { OrgRules } from './settings.ts'
import { requireComment } from './situation.ts'
import { renderAll, type Rerendered } from './rendering.ts'
import { renderText, type Rendered } from './text/render.ts'
import { checkedText } from './checked-text.ts'
import { type Mine, viewerOf } from './viewer.ts'
import { Views } from './views/views.ts'
import { react, type Reaction, vote, type VoteState, type Voted } from './voting.ts'
import { realWorld, type World } from './world.ts'

export { readOrgSettings } from './settings.ts'

export type CommentsOptions = {
  store: Store
  rulesOf: (org: string) => Promise<OrgRules | null>
  /** Told of each write before it is acknowledged. */
  changed?: Needs['changed']
  world?: Partial<World>
}

/** Comments in domain verbs: what the routes, the command line and the other modules use. */
export class Comments {
  readonly needs: Needs
  readonly views: Views

  constructor({ store, rulesOf, changed = () => {}, world: overrides = {} }: CommentsOptions) {
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
      oldHomes: store.collection(oldHomes),
    }
    this.needs = { discussions: named, homes, ...kept, keys, log, rulesOf, world, changed }
    this.views = new Views({ discussions: named, homes, rankings: kept.rankings })
  }

  /** The discussion of that name; refused where there is none. */
  discussion(ref: Ref): Promise<Discussion> {
    return this.needs.discussions.require(ref)
  }

  open(actor: Actor, opening: Opening): Promise<Discussion> {
    return openDiscussion(this.needs, actor, opening)
  }

  configure(command: Command, change: DiscussionChange): Promise<Discussion> {
    return changeDiscussion(this.needs, command, change)
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

  delete(command: Command, slug: string): Promise<Deleted> {
    return remove(this.needs, command, slug)
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
  preview(text: string, maxLength: number): Rendered {
    return renderText(checkedText(text, maxLength))
  }

  /** Renders again what an older version of the renderer made. */
  renderAll(onProgress: (done: number, total: number) => void): Promise<Rerendered> {
    return renderAll(this.needs, onProgress)
  }

  /** Its earlier texts, the oldest first. */
  async history(actor: Actor | null, ref: Ref, slug: string): Promise<Revision[]> {
    const discussion = await this.discussion(ref)
    const comment = await requireComment(this.needs, discussion, slug)
    requireMaySeeHistory(actor, discussion, comment)
    return comment.history
  }
}
