import type { Entry } from './entry.ts'
import type { Heard } from './hearing.ts'
import type { Ask, Chosen, Means } from './model.ts'
import { Page } from './page.ts'
import { Ranking } from './ranking.ts'
import { passesLateRules, PLACE_RULES } from './rules.ts'
import { knownOf, type Scene } from './scene.ts'
import type { Snapshot } from './snapshot.ts'
import type { Workspace } from './workspaces.ts'

/** Told of what happens in a decision, place by place. */
export type Watcher = {
  /** The last of a place is looked for. */
  before: (scene: Scene) => void
  /** It passed all rules, but its flight has no money, or not now. */
  broke: (entry: Entry) => void
  won: (entry: Entry) => void
  after: (scene: Scene, isFull: boolean) => void
}

type Decision = { snapshot: Snapshot; ask: Ask; means: Means; watcher: Watcher | null }

/** How many may fail before a place stays empty; one that had to be waited for weighs as many as 20. */
const MOST_TRIES = 1000
const WAITED = 20

/** Fills place after place with the best that passes all rules. If anything goes wrong, nothing stays reserved. */
export async function decide({ snapshot, ask, means, watcher }: Decision): Promise<Chosen[]> {
  const chosen: Chosen[] = []
  const known = knownOf(ask)
  const page = new Page(ask.beside, snapshot)
  const space = snapshot.workspaces.take()
  const heard = snapshot.ears.hear(known.keywords, space)
  try {
    for (const { zone, count } of ask.places) {
      const place = snapshot.places.get(zone)
      if (place === undefined) continue
      const scene = { ...known, place, page, isCapped: means.isCapped }
      await new Filling({ snapshot, scene, means, watcher, heard, space, chosen }).fill(count)
    }
  } catch (error) {
    for (const { candidate, reserved } of chosen) if (reserved !== null) means.release(candidate, reserved)
    throw error
  } finally {
    snapshot.workspaces.give(space)
  }
  return chosen
}

type Needs = Omit<Decision, 'ask'> & { scene: Scene; heard: Heard; space: Workspace; chosen: Chosen[] }

/** One place. */
class Filling {
  readonly #needs: Needs
  readonly #ranking: Ranking | null

  constructor(needs: Needs) {
    this.#needs = needs
    this.#ranking = PLACE_RULES.every(({ holds }) => holds(needs.scene)) ? rankingOf(needs) : null
  }

  async fill(count: number): Promise<void> {
    const { scene, watcher } = this.#needs
    let missing = count
    for (let isFound = true; isFound && missing > 0; missing -= isFound ? 1 : 0) {
      if (missing === 1) watcher?.before(scene)
      const found = this.#pick()
      isFound = found instanceof Promise ? await found : found
    }
    watcher?.after(scene, missing === 0)
  }

  /** Without waiting, as long as money is at hand. */
  #pick(tries = MOST_TRIES): boolean | Promise<boolean> {
    const { scene, means, watcher } = this.#needs
    for (let left = tries; left > 0; left--) {
      const entry = this.#ranking?.next() ?? null
      if (entry === null) return false
      if (!passesLateRules(entry, scene)) continue
      if (scene.page.isBroke(entry.candidate.flight._id)) {
        watcher?.broke(entry)
        continue
      }
      const reserved = means.reserve(entry.candidate, scene.ask.now)
      if (reserved instanceof Promise)
        return reserved.then((one) => this.#take(entry, one) || this.#pick(left - WAITED))
      if (this.#take(entry, reserved)) return true
    }
    return false
  }

  #take(entry: Entry, reserved: Chosen['reserved']): boolean {
    const { snapshot, scene, watcher, chosen } = this.#needs
    const { page, place } = scene
    const { candidate } = entry
    if (reserved === null) {
      page.noteBroke(candidate.flight._id)
      watcher?.broke(entry)
      return false
    }
    chosen.push({ zone: place.zone, candidate, reserved })
    this.#ranking?.narrow(snapshot.rivals.allBut(page.add(candidate)))
    watcher?.won(entry)
    return true
  }
}

function rankingOf({ snapshot, scene, means, heard, space: { left } }: Needs): Ranking {
  const { order, remembering, rivals } = snapshot
  // Elsewhere keywords count for nothing, and those that must not be shown without them are not shown at all.
  const isTargeted = scene.place.zone.design === 'targeted'
  remembering.passing(scene, left)
  const ranking = new Ranking({ order, left, heard: isTargeted ? heard : null, random: means.random })
  for (const standing of scene.page.standing) ranking.narrow(rivals.allBut(standing))
  return ranking
}
