import type { Collection } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import type { Discussions } from '../discussions.ts'
import { atHome, type AtHome, type Homes } from '../home.ts'
import { ancestorsOf } from '../keys.ts'
import type { Comment, Discussion, Ranked, Ranking } from '../model.ts'
import type { Shown } from '../present.ts'
import { isCut, requireComment } from '../situation.ts'
import { visible } from './list.ts'
import { type Page, pageOf, type PageRequest, type Sort } from './page.ts'
import { rootsIn } from './roots.ts'
import { childrenOf, chronological, replies, threadedOldest, threadUnder } from './sources.ts'
import { pageOfThreads } from './threads.ts'
import { type Tree, treeOf, type TreeRequest } from './tree.ts'

export type ViewNeeds = {
  discussions: Discussions
  homes: Pick<Homes, 'layouts'>
  rankings: Collection<Ranking>
}

export type Permalink = { comment: Comment; ancestors: Comment[] }

/** Everything that can be read of a discussion. Each answer is bounded, and the same in every layout. */
export class Views {
  readonly #needs: ViewNeeds

  constructor(needs: ViewNeeds) {
    this.#needs = needs
  }

  chronological(discussion: Discussion, sort: 'oldest' | 'newest', request: PageRequest): Promise<Page> {
    const home = this.#home(discussion)
    return pageOf(home, chronological(home, sort), request)
  }

  async threaded(discussion: Discussion, sort: Sort, request: PageRequest): Promise<Page> {
    const home = this.#home(discussion)
    if (sort === 'oldest') return pageOf(home, threadedOldest(home), request)
    const roots = rootsIn(home, sort, await this.#ranking(discussion, sort))
    return pageOfThreads(home, { name: `t-${sort}`, roots }, request)
  }

  async tree(discussion: Discussion, sort: Sort, request: TreeRequest): Promise<Tree> {
    const home = this.#home(discussion)
    const roots = rootsIn(home, sort, await this.#ranking(discussion, sort))
    return treeOf(home, { name: `b-${sort}`, roots }, request)
  }

  /** Direct replies to a comment; the roots where none is named. */
  async replies(
    discussion: Discussion,
    { slug, sort }: { slug: string | null; sort: 'oldest' | 'newest' },
    request: PageRequest,
  ): Promise<Page> {
    const parent = slug === null ? null : await requireComment(this.#needs, discussion, slug)
    const home = this.#home(discussion)
    return pageOf(home, replies(home, parent, sort), request)
  }

  /** A comment and all its descendants. */
  async thread(discussion: Discussion, slug: string, request: PageRequest): Promise<Page> {
    const home = this.#home(discussion)
    return pageOf(home, threadUnder(home, await requireComment(this.#needs, discussion, slug)), request)
  }

  /** A comment with its ancestors, the root first. */
  async permalink(discussion: Discussion, slug: string): Promise<Permalink> {
    if (isCut(discussion, slug)) return notThere()
    const { layout, place } = this.#home(discussion)
    const found = await layout.get(place, [...ancestorsOf(slug), slug])
    const comment = found.pop()
    if (comment === null || comment === undefined) return notThere()
    return { comment, ancestors: found.filter((one) => one !== null) }
  }

  /** By position among the roots, then among the replies of that one, and so on: an address of the moment. */
  async atPosition(discussion: Discussion, path: readonly number[]): Promise<Permalink> {
    const home = this.#home(discussion)
    let at: Shown | null = null
    for (const skip of path) {
      const { comments } = await visible(home, childrenOf(home, at), { back: false, limit: 1, skip })
      at = comments[0] ?? notThere()
    }
    return this.permalink(discussion, at?.slug ?? notThere())
  }

  #home(discussion: Discussion): AtHome {
    return atHome(this.#needs.homes, discussion)
  }

  async #ranking({ _id }: Discussion, sort: Sort): Promise<readonly Ranked[]> {
    return sort === 'best' ? ((await this.#needs.rankings.get(_id))?.top ?? []) : []
  }
}

function notThere(): never {
  throw new Refusal('comment-not-found', 'There is no such comment in this discussion.')
}
