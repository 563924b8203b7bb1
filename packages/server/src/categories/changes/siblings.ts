import { isLive, slugsOf, type Truth } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'

const ROOT = ''

/** Who stands under which parent while an operation is put together, in their order. */
export class Siblings {
  readonly #snapshot: Snapshot
  readonly #find: (key: string) => Truth | null
  readonly #under = new Map<string, Set<string>>()
  /** Made when it is asked for, and as long as nothing comes or goes. */
  readonly #slugs = new Map<string, Map<string, string[]>>()
  readonly #sorted = new Map<string, string[]>()

  constructor(snapshot: Snapshot, find: (key: string) => Truth | null) {
    this.#snapshot = snapshot
    this.#find = find
  }

  under(parent: string | null): string[] {
    const name = parent ?? ROOT
    const known = this.#sorted.get(name)
    if (known !== undefined) return known
    const orderOf = (key: string): string => this.#find(key)?.order ?? ''
    const sorted = [...this.#keysUnder(parent)].sort((a, b) => byText(orderOf(a), orderOf(b)) || byText(a, b))
    this.#sorted.set(name, sorted)
    return sorted
  }

  hasSlug(parent: string | null, slug: string, but: string): boolean {
    const name = parent ?? ROOT
    const slugs = this.#slugs.get(name) ?? this.#slugsUnder(parent)
    this.#slugs.set(name, slugs)
    return slugs.get(slug)?.some((key) => key !== but) ?? false
  }

  moved(key: string, before: Truth | null, after: Truth): void {
    if (before !== null) {
      this.#keysUnder(before.parent).delete(key)
      this.#sorted.delete(before.parent ?? ROOT)
    }
    if (isLive(after)) {
      this.#keysUnder(after.parent).add(key)
      this.#putInOrder(key, after)
    }
    if (before !== null && isLive(before)) this.#forgetSlugs(key, before)
    if (isLive(after)) this.#noteSlugs(key, after)
  }

  /** Most come behind all others: nothing has to be sorted for them. */
  #putInOrder(key: string, { parent, order }: Truth): void {
    const name = parent ?? ROOT
    const sorted = this.#sorted.get(name)
    const last = sorted?.at(-1)
    if (last === undefined || (this.#find(last)?.order ?? '') >= order) this.#sorted.delete(name)
    else sorted?.push(key)
  }

  #keysUnder(parent: string | null): Set<string> {
    const name = parent ?? ROOT
    const known = this.#under.get(name)
    if (known !== undefined) return known
    const keys = new Set(this.#snapshot.childrenOf(parent).map(({ key }) => key))
    this.#under.set(name, keys)
    return keys
  }

  #slugsUnder(parent: string | null): Map<string, string[]> {
    const slugs = new Map<string, string[]>()
    for (const key of this.#keysUnder(parent)) {
      const truth = this.#find(key)
      for (const slug of truth === null ? [] : slugsOf(truth)) slugs.set(slug, [...(slugs.get(slug) ?? []), key])
    }
    return slugs
  }

  #forgetSlugs(key: string, truth: Truth): void {
    const slugs = this.#slugs.get(truth.parent ?? ROOT)
    for (const slug of slugs === undefined ? [] : slugsOf(truth))
      slugs?.set(
        slug,
        (slugs.get(slug) ?? []).filter((one) => one !== key),
      )
  }

  #noteSlugs(key: string, truth: Truth): void {
    const slugs = this.#slugs.get(truth.parent ?? ROOT)
    for (const slug of slugs === undefined ? [] : slugsOf(truth)) slugs?.set(slug, [...(slugs.get(slug) ?? []), key])
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
