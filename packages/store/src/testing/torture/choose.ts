import type { Operation } from './operation.ts'

const TAGS = ['red', 'green', 'blue', 'é', '𝄞', '']
const ORGS = 7
const HOT = 3
const LONGEST_TEXT = 3_000

/** What one writer does next. It only touches posts of its own, and the few documents that everybody counts up. */
export class Writer {
  readonly #name: string
  readonly #hot: string
  readonly #random: () => number
  readonly #mine: { id: string; org: string }[] = []
  #count = 0

  constructor({ name, hot, random }: { name: string; hot: string; random: () => number }) {
    this.#name = name
    this.#hot = hot
    this.#random = random
  }

  next(): Operation {
    const name = `${this.#name}.${this.#count++}`
    const dice = this.#random()
    const mine = this.#mine[this.#below(this.#mine.length)]
    if (dice < 0.25) return { kind: 'tally', op: `tally:${name}`, ...this.#shared('tally') }
    if (dice < 0.45) return { kind: 'turn', op: `turn:${name}`, ...this.#shared('turn') }
    if (dice < 0.6 && mine !== undefined) return { kind: 'tag', op: `tag:${name}`, ...mine, tag: this.#tag() }
    if (dice < 0.7 && mine !== undefined) return this.#removal(name, mine)
    return this.#post(name)
  }

  /** A post that is surely there can be changed and removed. */
  keep({ kind, id, org }: Operation): void {
    if (kind === 'post') this.#mine.push({ id, org })
  }

  #post(name: string): Operation {
    const org = `org${this.#below(ORGS)}`
    const contended = this.#random() < 0.1
    const slug = contended ? `contended-${this.#hot}-${this.#below(20)}` : `slug-${name}`
    const tags = Array.from({ length: this.#below(4) }, () => this.#tag())
    return { kind: 'post', op: `post:${name}`, id: `post-${name}`, org, slug, tags, size: this.#below(LONGEST_TEXT) }
  }

  #removal(name: string, mine: { id: string; org: string }): Operation {
    this.#mine.splice(this.#mine.indexOf(mine), 1)
    return { kind: 'remove', op: `remove:${name}`, ...mine }
  }

  #shared(kind: 'tally' | 'turn'): { id: string; org: string } {
    const at = this.#below(HOT)
    return { id: `${kind}-${this.#hot}-${at}`, org: `org${at}` }
  }

  #tag(): string {
    return TAGS[this.#below(TAGS.length)] ?? ''
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end)
  }
}
