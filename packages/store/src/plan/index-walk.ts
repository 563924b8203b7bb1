import type { IndexSpec } from '../collection.ts'
import type { Condition } from '../dialect/condition.ts'
import type { Bounds } from './bounds.ts'
import type { Walk } from './plan.ts'

/** A class, since an object with a getter of its own takes longer to make than all else of a plan. */
export class IndexWalk implements Walk {
  readonly index: string
  readonly equal: Walk['equal']
  readonly range: Walk['range']
  readonly rest: Condition
  readonly #spec: IndexSpec
  readonly #ranged: Condition

  constructor(index: IndexSpec, equal: Walk['equal'], { range, ranged, rest }: Bounds) {
    this.index = index.name
    this.equal = equal
    this.range = range
    this.rest = rest
    this.#spec = index
    this.#ranged = ranged
  }

  /** Only MongoDB is asked by it. Where `$in` made several walks, each has its own value in place of the list. */
  get where(): Condition {
    const points = this.equal.map((value, at) => ({
      path: this.#spec.fields[at]?.path ?? '',
      tests: [{ op: 'eq' as const, value }],
    }))
    return [...points, ...this.#ranged, ...this.rest]
  }
}
