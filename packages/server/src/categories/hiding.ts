import { RecentMap } from '../api/recent-map.ts'
import { isOpen } from './policy.ts'
import type { Snapshots } from './tree/snapshots.ts'
import type { Trees } from './trees.ts'

type Needs = { trees: Trees; snapshots: Snapshots; now: () => number }
type Known = { turn: number; at: number; hides: Promise<boolean> }

/** What another node has changed is heard of within this time. */
const KEPT_MS = 1000
const MOST_ORGS = 10_000

/** Whether orgs have topics that are not for everybody. Each open stream asks that all the time. */
export class Hiding {
  readonly #needs: Needs
  readonly #known = new RecentMap<Known>({ capacity: MOST_ORGS })
  #turn = 0

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Something was changed here: whoever asks next is told of it. */
  changed(): void {
    this.#turn += 1
  }

  any(org: string): Promise<boolean> {
    const known = this.#known.get(org)
    const at = this.#needs.now()
    if (known?.turn === this.#turn && at - known.at < KEPT_MS && at >= known.at) return known.hides
    const hides = this.#look(org)
    this.#known.set(org, { turn: this.#turn, at, hides })
    hides.catch(() => this.#known.delete(org))
    return hides
  }

  async #look(org: string): Promise<boolean> {
    const { trees, snapshots } = this.#needs
    const all = await Promise.all((await trees.of(org)).map((tree) => snapshots.at(tree)))
    return all.some((snapshot) => !isOpen(snapshot))
  }
}
