import { type Former, isLive, slugsOf, type Topic, type Tree } from '../model.ts'

type Contents = {
  tree: Tree
  version: number
  topics: ReadonlyMap<string, Topic>
  /** Keys of the live ones under each parent, in their order; the roots under the empty key. */
  children: ReadonlyMap<string, readonly string[]>
  formers: ReadonlyMap<string, readonly Former[]>
  refs: Map<string, Set<string>>
}

const ROOT = ''
const NONE: readonly never[] = []

const placeOf = (parent: string | null, slug: string): string => `${parent ?? ROOT}/${slug}`

/**
 * A whole tree at one version. It never changes: who holds one sees every name, path and parent as they were at the
 * same moment, however many writes are under way.
 */
export class Snapshot {
  readonly tree: Tree
  readonly version: number
  readonly topics: ReadonlyMap<string, Topic>
  readonly #children: ReadonlyMap<string, readonly string[]>
  readonly #formers: ReadonlyMap<string, readonly Former[]>
  /** Keys of all that ever had a reference, of this version or another: all of them share it. */
  readonly #refs: Map<string, Set<string>>
  readonly #bySlug = new Map<string, ReadonlyMap<string, string>>()
  #retired: ReadonlyMap<string, readonly Topic[]> | null = null
  #heirs: ReadonlyMap<string, readonly string[]> | null = null
  #called: ReadonlyMap<string, readonly Topic[]> | null = null

  private constructor({ tree, version, topics, children, formers, refs }: Contents) {
    this.tree = tree
    this.version = version
    this.topics = topics
    this.#children = children
    this.#formers = formers
    this.#refs = refs
  }

  static empty(tree: Tree): Snapshot {
    const nothing = { topics: new Map(), children: new Map(), formers: new Map(), refs: new Map() }
    return new Snapshot({ tree, version: 0, ...nothing })
  }

  /** The same tree later: with these topics as they are then, and these places left. */
  with({ tree, version, topics, formers }: With): Snapshot {
    const all = new Map(this.topics)
    const touched = new Set<string>()
    for (const topic of topics) {
      const before = all.get(topic.key)
      if (before !== undefined) touched.add(before.parent ?? ROOT)
      touched.add(topic.parent ?? ROOT)
      all.set(topic.key, topic)
      this.#noteRef(topic)
    }
    const children = this.#childrenWith(all, topics, touched)
    const left = withFormers(this.#formers, formers)
    return new Snapshot({ tree, version, topics: all, children, formers: left, refs: this.#refs })
  }

  get(key: string): Topic | null {
    return this.topics.get(key) ?? null
  }

  live(key: string): Topic | null {
    const topic = this.topics.get(key)
    return topic !== undefined && isLive(topic) ? topic : null
  }

  /** The live ones under it, in their order; the roots for null. */
  childrenOf(key: string | null): Topic[] {
    return (this.#children.get(key ?? ROOT) ?? NONE).flatMap((child) => this.topics.get(child) ?? NONE)
  }

  /** The same with those that are retired, in no order: whatever becomes of it happens to them too. */
  allUnder(key: string): Topic[] {
    this.#retired ??= this.#retiredUnder()
    return [...this.childrenOf(key), ...(this.#retired.get(key) ?? NONE)]
  }

  hasChildren(key: string): boolean {
    return (this.#children.get(key)?.length ?? 0) > 0
  }

  /** Those above it, the root first; also of a retired one, and never in a circle. */
  ancestorsOf(key: string): Topic[] {
    const above: Topic[] = []
    const seen = new Set([key])
    let parent = this.topics.get(key)?.parent ?? null
    while (parent !== null && !seen.has(parent)) {
      seen.add(parent)
      const topic = this.topics.get(parent)
      if (topic === undefined) break
      above.push(topic)
      parent = topic.parent
    }
    return above.reverse()
  }

  /** All live ones below it, each behind its parent; the whole tree for null. */
  *below(key: string | null): Generator<Topic> {
    const seen = new Set<string>()
    const open = this.childrenOf(key).reverse()
    for (let topic = open.pop(); topic !== undefined; topic = open.pop()) {
      if (seen.has(topic.key)) continue
      seen.add(topic.key)
      yield topic
      open.push(...this.childrenOf(topic.key).reverse())
    }
  }

  childBySlug(parent: string | null, slug: string): Topic | null {
    const under = parent ?? ROOT
    let slugs = this.#bySlug.get(under)
    if (slugs === undefined) {
      slugs = new Map(this.childrenOf(parent).flatMap((child) => slugsOf(child).map((one) => [one, child.key])))
      this.#bySlug.set(under, slugs)
    }
    const key = slugs.get(slug)
    return key === undefined ? null : this.get(key)
  }

  /** Those that once were found under that parent by that slug. */
  formersAt(parent: string | null, slug: string): readonly Former[] {
    return this.#formers.get(placeOf(parent, slug)) ?? NONE
  }

  /** The live topic that it is, or that took over what it held in the end; null where none did. */
  heirOf(key: string): Topic | null {
    const seen = new Set<string>()
    for (let next: string | null = key; next !== null && !seen.has(next);) {
      seen.add(next)
      const topic: Topic | undefined = this.topics.get(next)
      if (topic === undefined || isLive(topic)) return topic ?? null
      next = topic.retired?.heir ?? null
    }
    return null
  }

  /** Those that are retired and whose heir in the end it is. */
  mergedInto(key: string): readonly string[] {
    this.#heirs ??= this.#whoTookOver()
    return this.#heirs.get(key) ?? NONE
  }

  /** The one that has this reference, also where it is retired. */
  byRef(ref: string): Topic | null {
    const keys = [...(this.#refs.get(ref) ?? NONE)]
    return keys.map((key) => this.get(key)).find((topic) => topic?.ref === ref) ?? null
  }

  /** The live one of this slug, wherever it is; null where there are several. Only those count that `sees` takes. */
  onlyOneCalled(slug: string, sees: (topic: Topic) => boolean = () => true): Topic | null {
    this.#called ??= Map.groupBy([...this.topics.values()].filter(isLive), (topic) => topic.slug)
    const [first, second] = (this.#called.get(slug) ?? NONE).filter(sees)
    return first !== undefined && second === undefined ? first : null
  }

  #noteRef({ ref, key }: Topic): void {
    if (ref === null) return
    const keys = this.#refs.get(ref)
    if (keys === undefined) this.#refs.set(ref, new Set([key]))
    else keys.add(key)
  }

  #retiredUnder(): Map<string, Topic[]> {
    const gone = [...this.topics.values()].filter((topic) => !isLive(topic))
    return Map.groupBy(gone, ({ parent }) => parent ?? ROOT)
  }

  #whoTookOver(): Map<string, string[]> {
    const heirs = new Map<string, string[]>()
    for (const { key, retired } of this.topics.values()) {
      const heir = retired === null ? null : this.heirOf(key)
      if (heir !== null) heirs.set(heir.key, [...(heirs.get(heir.key) ?? NONE), key])
    }
    return heirs
  }

  #childrenWith(
    all: ReadonlyMap<string, Topic>,
    changed: readonly Topic[],
    touched: ReadonlySet<string>,
  ): Map<string, readonly string[]> {
    const children = new Map(this.#children)
    const under = new Map([...touched].map((parent) => [parent, new Set(children.get(parent))]))
    for (const { key } of changed) under.get(this.topics.get(key)?.parent ?? ROOT)?.delete(key)
    // A load under way may meet a topic twice, before and after it was written: the last counts.
    for (const { key } of changed) {
      const topic = all.get(key)
      if (topic !== undefined && isLive(topic)) under.get(topic.parent ?? ROOT)?.add(key)
    }
    for (const [parent, keys] of under) children.set(parent, inOrder(keys, all))
    return children
  }
}

/** A topic, and the tree in which all that is said of it is true. */
export type Standing = { topic: Topic; snapshot: Snapshot }

type With = Pick<Contents, 'tree' | 'version'> & { topics: readonly Topic[]; formers: readonly Former[] }

function inOrder(keys: ReadonlySet<string>, all: ReadonlyMap<string, Topic>): string[] {
  const orderOf = (key: string): string => all.get(key)?.order ?? ''
  return [...keys].sort((a, b) => byText(orderOf(a), orderOf(b)) || byText(a, b))
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function withFormers(
  known: ReadonlyMap<string, readonly Former[]>,
  more: readonly Former[],
): ReadonlyMap<string, readonly Former[]> {
  if (more.length === 0) return known
  const formers = new Map(known)
  for (const former of more)
    for (const slug of former.slugs) {
      const place = placeOf(former.parent, slug)
      formers.set(place, [...(formers.get(place) ?? NONE), former])
    }
  return formers
}
