import type { Collection } from '@palaver/store'
import { RecentMap } from '../../api/recent-map.ts'
import type { Post } from '../model.ts'

type Needs = { posts: Pick<Collection<Post>, 'count'>; now: () => number }
type Known = { at: number; has: Promise<boolean> }

/** What another node has written is heard of within this time. */
const KEPT_MS = 1000
const MOST_ORGS = 10_000

/** Whether people of an org have posted anything: then not all that is said there is for everybody. Streams ask often. */
export class AnyPosts {
  readonly #needs: Needs
  readonly #having = new Set<string>()
  readonly #known = new RecentMap<Known>({ capacity: MOST_ORGS })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Somebody is about to post. An org that had a post never is one that had none. */
  note(org: string): void {
    this.#having.add(org)
  }

  async in(org: string): Promise<boolean> {
    if (this.#having.has(org)) return true
    const has = await this.#kept(org)
    if (has) this.note(org)
    return has
  }

  #kept(org: string): Promise<boolean> {
    const at = this.#needs.now()
    const known = this.#known.get(org)
    if (known !== undefined && at >= known.at && at - known.at < KEPT_MS) return known.has
    const has = this.#needs.posts.count({ where: { org }, atMost: 1 }).then((count) => count > 0)
    this.#known.set(org, { at, has })
    has.catch(() => this.#known.delete(org))
    return has
  }
}
