type Node = { parent: string | null; heir: string | null; step: number | null; children: string[] }

/** Whom it is put beside; at the end where nothing is said. */
export type Where = { before?: string | undefined; after?: string | undefined }

/**
 * A tree as one would write it down naively: parents, and lists of children. Each verb gives why it is refused, or
 * null. What it does not know is how slugs are made.
 */
export class Oracle {
  readonly nodes = new Map<string, Node>()
  readonly #roots: string[] = []
  #step = 0

  isLive(key: string): boolean {
    return this.#node(key).step === null
  }

  /** In order; the roots for null. Of a retired one those that it had. */
  childrenOf(parent: string | null): string[] {
    return parent === null ? this.#roots : this.#node(parent).children
  }

  above(key: string): string[] {
    const { parent } = this.#node(key)
    return parent === null ? [] : [...this.above(parent), parent]
  }

  /** Where what it held is today: itself, or who took over; null where nobody did. */
  heirOf(key: string): string | null {
    const { step, heir } = this.#node(key)
    if (step === null) return key
    return heir === null ? null : this.heirOf(heir)
  }

  create(key: string, parent: string | null, where: Where): string | null {
    if (parent !== null && !this.isLive(parent)) return 'topic-retired'
    this.nodes.set(key, { parent, heir: null, step: null, children: [] })
    this.#put(key, parent, where)
    return null
  }

  /** `parent`: undefined where it stays. */
  move(key: string, parent: string | null | undefined, where: Where): string | null {
    const node = this.#node(key)
    const to = parent === undefined ? node.parent : parent
    if (node.step !== null || (to !== null && !this.isLive(to))) return 'topic-retired'
    if (to !== null && this.#isWithin(to, key)) return 'topic-cycle'
    if (to === node.parent && where.before === undefined && where.after === undefined) return null
    this.#take(key)
    this.#put(key, to, where)
    return null
  }

  merge(key: string, into: string): string | null {
    const { step, heir } = this.#node(key)
    if (step !== null && heir === into) return null
    if (step !== null || !this.isLive(into)) return 'topic-retired'
    if (this.#isWithin(into, key)) return 'topic-cycle'
    this.#giveUp(key, into)
    return null
  }

  retire(key: string, how: string, to: string): string | null {
    if (!this.isLive(key)) return null
    const { parent, children } = this.#node(key)
    if (how === 'refuse' && children.length > 0) return 'topic-not-empty'
    if (how === 'move' && !this.isLive(to)) return 'topic-retired'
    if (how === 'move' && this.#isWithin(to, key)) return 'topic-cycle'
    if (how === 'refuse' || how === 'reparent') this.#giveUp(key, parent)
    else this.#retireAll(key, how === 'move' ? to : null, ++this.#step)
    return null
  }

  restore(key: string, parent: string | null | undefined): string | null {
    const { step } = this.#node(key)
    if (step === null) return null
    if (parent !== undefined && parent !== null && !this.isLive(parent)) return 'topic-retired'
    const nearest = this.above(key).findLast((one) => this.isLive(one)) ?? null
    this.#bringBack(key, parent === undefined ? nearest : parent, step)
    return null
  }

  #bringBack(key: string, parent: string | null, step: number): void {
    const node = this.#node(key)
    const had = node.children.filter((one) => this.#node(one).step === step && this.#node(one).parent === key)
    Object.assign(node, { step: null, heir: null, children: [] })
    this.#put(key, parent, {})
    for (const child of had) this.#bringBack(child, key, step)
  }

  /** It goes, and its children go to the heir, or become roots. */
  #giveUp(key: string, heir: string | null): void {
    const node = this.#node(key)
    const children = [...node.children]
    this.#take(key)
    Object.assign(node, { heir, step: ++this.#step })
    for (const child of children) {
      this.#take(child)
      this.#put(child, heir, {})
    }
  }

  /** What it had under it is remembered: it comes back with it. */
  #retireAll(key: string, heir: string | null, step: number): void {
    const node = this.#node(key)
    const children = [...node.children]
    for (const child of children) this.#retireAll(child, heir, step)
    this.#take(key)
    Object.assign(node, { heir, step, children })
  }

  #put(key: string, parent: string | null, { before, after }: Where): void {
    const beside = this.childrenOf(parent)
    const at = before === undefined && after === undefined ? beside.length : beside.indexOf(before ?? after ?? '')
    beside.splice(before === undefined && after !== undefined ? at + 1 : at, 0, key)
    this.#node(key).parent = parent
  }

  #take(key: string): void {
    const beside = this.childrenOf(this.#node(key).parent)
    if (beside.includes(key)) beside.splice(beside.indexOf(key), 1)
  }

  #isWithin(key: string, root: string): boolean {
    return key === root || this.above(key).includes(root)
  }

  #node(key: string): Node {
    const node = this.nodes.get(key)
    if (node === undefined) throw new Error(`no topic ${key}`)
    return node
  }
}
