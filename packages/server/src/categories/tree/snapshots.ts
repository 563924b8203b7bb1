import type { Collection, Page, Position } from '@palaver/store'
import { RecentMap } from '../../api/recent-map.ts'
import { UnderWay } from '../../api/under-way.ts'
import type { Former, Topic, Tree } from '../model.ts'
import { noTree, treeIsBusy } from '../policy.ts'
import { affectedBy, formersOf } from './affected.ts'
import { Snapshot } from './snapshot.ts'

type Needs = {
  trees: Collection<Tree>
  topics: Collection<Topic>
  formers: Collection<Former>
  sleep: (ms: number) => Promise<void>
}

const PAGE = 1_000
/** Topics in memory, of all trees together; the largest tree fits several times. */
const MOST_KEPT = 250_000
const MOST_ATTEMPTS = 100
const PAUSE_MS = 5

/** What the tree is at for whoever reads: an operation that was decided counts as done. */
const versionOf = ({ version, pending }: Tree): number => pending?.version ?? version

/** Trees in memory, each at its newest version: what has changed since is read, nothing else. */
export class Snapshots {
  readonly #needs: Needs
  readonly #known = new RecentMap<Snapshot>({ capacity: MOST_KEPT })
  readonly #loading = new UnderWay<Snapshot>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The tree as it is now. */
  async of(id: string): Promise<Snapshot> {
    const tree = await this.#needs.trees.get(id)
    if (tree === null) throw noTree()
    return this.at(tree)
  }

  /** The same for who has read its document. */
  async at(tree: Tree): Promise<Snapshot> {
    const known = this.#known.get(tree._id)
    // Who read the document a while ago gets what is newer.
    if (known !== undefined && known.version > versionOf(tree)) return known
    if (known?.version === versionOf(tree)) return known.tree.rev === tree.rev ? known : this.#renewed(known, tree)
    return this.#loading.share(`${tree._id}@${versionOf(tree)}`, () => this.#load(tree))
  }

  keep(snapshot: Snapshot): void {
    const known = this.#known.peek(snapshot.tree._id)
    if (known !== undefined && known.version > snapshot.version) return
    this.#known.set(snapshot.tree._id, snapshot, 1 + snapshot.topics.size)
  }

  /** For a test, and for who repairs: what is known may be wrong. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  #renewed(known: Snapshot, tree: Tree): Snapshot {
    const renewed = known.with({ tree, version: known.version, topics: [], formers: [] })
    this.keep(renewed)
    return renewed
  }

  /** Between two looks at the tree's document nothing may have been decided: else it is read again. */
  async #load(first: Tree): Promise<Snapshot> {
    let tree = first
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const loaded = await this.#read(tree)
      const again = await this.#needs.trees.get(tree._id)
      if (again === null) throw noTree()
      if (versionOf(again) === loaded.version) {
        this.keep(loaded)
        return loaded
      }
      tree = again
      if (attempt > 2) await this.#needs.sleep(PAUSE_MS)
    }
    throw treeIsBusy()
  }

  async #read({ pending, ...rest }: Tree): Promise<Snapshot> {
    const tree = { ...rest, pending: null }
    const newest = pending?.version ?? tree.version
    const known = this.#known.get(tree._id)
    const base = known !== undefined && known.version <= newest ? known : Snapshot.empty(tree)
    const [topics, formers] = await Promise.all([
      all((after) => this.#topicsSince(tree._id, base.version, after)),
      all((after) => this.#formersSince(tree._id, base.version, after)),
    ])
    // Those of an operation under way come with it.
    const left = formers.filter(({ until }) => until <= tree.version)
    const stored = base.with({ tree, version: Math.max(base.version, tree.version), topics, formers: left })
    if (pending === null || base.version >= pending.version) return stored
    const { version } = pending
    return stored.with({ tree, version, topics: affectedBy(stored, pending), formers: formersOf(tree._id, pending) })
  }

  #topicsSince(tree: string, version: number, after: Position | null) {
    const where = { tree, version: { $gt: version } }
    return this.#needs.topics.find({ where, sort: { version: 1, key: 1 }, limit: PAGE, after })
  }

  #formersSince(tree: string, version: number, after: Position | null) {
    const where = { tree, until: { $gt: version } }
    return this.#needs.formers.find({ where, sort: { until: 1, name: 1 }, limit: PAGE, after })
  }
}

async function all<T>(page: (after: Position | null) => Promise<Page<T>>): Promise<T[]> {
  const docs: T[] = []
  for (let after: Position | null = null; ;) {
    const found: Page<T> = await page(after)
    docs.push(...found.docs)
    if (found.next === null) return docs
    after = found.next
  }
}
