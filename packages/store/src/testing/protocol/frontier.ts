import type { Choice } from './schedule.ts'

/** A choice not yet tried (or on the way to one), what was seen before it, and the cost of all up to it. */
export type Step = { before: Step | null; choice: Choice; seen: string; cost: number }

export function pathTo(goal: Step | null): Step[] {
  const path: Step[] = []
  for (let step = goal; step !== null; step = step.before) path.push(step)
  return path.reverse()
}

/** What is still to be tried, the cheapest and earliest first; of more than `capacity` the dearest are dropped. */
export class Frontier {
  readonly #byCost: Step[][] = []
  readonly #capacity: number
  #size = 0
  hasDropped = false

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  add(step: Step): void {
    while (this.#byCost.length <= step.cost) this.#byCost.push([])
    this.#byCost[step.cost]?.push(step)
    if (++this.#size <= this.#capacity) return
    this.hasDropped = true
    this.#size--
    this.#byCost.findLast((steps) => steps.length > 0)?.pop()
  }

  take(): Step | undefined {
    const step = this.#byCost.find((steps) => steps.length > 0)?.shift()
    if (step !== undefined) this.#size--
    return step
  }
}
