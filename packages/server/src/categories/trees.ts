import { type Collection, Duplicate } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { treeId } from './ids.ts'
import { MOST_TREES, type Tree } from './model.ts'
import { noTree, requireMayArrange } from './policy.ts'

type Needs = { trees: Collection<Tree>; now: () => number; changed: (tree: string, event: string) => void }

export type TreeSettings = Pick<Tree, 'name' | 'locale' | 'pages'>

const NO_PAGES = { topic: null, discussion: null }

type NewTree = Pick<Tree, 'org' | 'key' | 'name' | 'created'> & Partial<TreeSettings>

/** A tree in which nothing is yet. */
export const blankTree = (tree: NewTree): Tree => ({
  _id: treeId(tree.org, tree.key),
  locale: 'en',
  pages: NO_PAGES,
  version: 0,
  pending: null,
  recent: [],
  rev: 1,
  ...tree,
})

/** The trees of an org themselves, without what is in them. */
export class Trees {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get(id: string): Promise<Tree | null> {
    return this.#needs.trees.get(id)
  }

  /** What belongs to another org is not there. */
  async require(org: string, id: string): Promise<Tree> {
    const tree = await this.#needs.trees.get(id)
    if (tree === null || tree.org !== org) throw noTree()
    return tree
  }

  /** In the order in which they were made. */
  async of(org: string): Promise<Tree[]> {
    const sort = { created: 1 } as const
    return (await this.#needs.trees.find({ where: { org }, sort, limit: MOST_TREES, next: false })).docs
  }

  async create(
    actor: Actor,
    { key, ...settings }: Partial<TreeSettings> & { key: string; name: string },
  ): Promise<Tree> {
    requireMayArrange(actor)
    const { org } = actor
    if ((await this.of(org)).length >= MOST_TREES)
      throw new Refusal('tree-full', `An org has at most ${MOST_TREES} trees of topics.`)
    const tree = blankTree({ org, key, created: new Date(this.#needs.now()).toISOString(), ...settings })
    try {
      await this.#needs.trees.insert(tree)
      return tree
    } catch (error) {
      if (error instanceof Duplicate) throw new Refusal('tree-exists', `There is a tree “${key}” already: change that.`)
      throw error
    }
  }

  /** `rev`: the one that was seen; null where it does not matter. */
  async change(
    actor: Actor,
    key: string,
    { rev = null, ...settings }: Partial<TreeSettings> & { rev?: number | null },
  ): Promise<Tree> {
    requireMayArrange(actor)
    const _id = treeId(actor.org, key)
    const { doc } = await this.#needs.trees.update(
      { _id, ...(rev !== null && { rev }) },
      { $set: settings, $inc: { rev: 1 } },
      { returning: 'after' },
    )
    if (doc === null && rev !== null && (await this.get(_id)) !== null)
      throw new Refusal('changed-meanwhile', 'The tree has changed since it was read: read it again.')
    if (doc === null) throw noTree()
    this.#needs.changed(_id, `${_id}.${doc.rev}`)
    return doc
  }
}
