import type { Collection } from '@palaver/store'
import * as z from 'zod'
import type { Actor } from '../api/actor.ts'
import { RecentMap } from '../api/recent-map.ts'
import { Refusal } from '../api/refusal.ts'
import { moderationEvent } from './events.ts'
import type { Rules } from './model.ts'
import { DEFAULT_RULES, MOST_RULES, type Rule, ruleSchema } from './phases/phases.ts'
import type { World } from './needs.ts'

export const rulesSchema = z.array(ruleSchema).max(MOST_RULES)

const CACHED_MS = 1000
const MOST_CACHED = 1000

type Needs = { rules: Collection<Rules>; world: World }
type Cached = { rules: Rules; until: number }

/** The phases of each org; at most a second behind a change that another process made. */
export class OrgRules {
  readonly #needs: Needs
  readonly #cache = new RecentMap<Cached>({ capacity: MOST_CACHED })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async of(org: string): Promise<Rules> {
    const now = this.#needs.world.now()
    const known = this.#cache.get(org)
    if (known !== undefined && now < known.until) return known.rules
    const found = await this.read(org)
    // What phases have prepared for a version is kept with it.
    const rules = known !== undefined && known.rules.rev === found.rev ? known.rules : found
    this.#cache.set(org, { rules, until: now + CACHED_MS })
    return rules
  }

  async read(org: string): Promise<Rules> {
    return (await this.#needs.rules.get(org)) ?? { _id: org, phases: [...DEFAULT_RULES], rev: 0 }
  }

  /** `rev` is what the admin saw; another one means that somebody else was faster. */
  async put(actor: Actor, phases: Rule[], rev: number | null): Promise<Rules> {
    const { rules, world } = this.#needs
    const { org: _id } = actor
    const told = {
      id: world.newId(),
      org: _id,
      op: 'rules-changed',
      at: new Date(world.now()).toISOString(),
      by: actor,
    }
    const { doc } = await rules.change(_id, (now, to) => {
      const before = now?.rev ?? 0
      if (rev !== null && rev !== before)
        throw new Refusal(
          'changed-meanwhile',
          `The rules have changed and are at revision ${before} now: read them again.`,
        )
      const next = { _id, phases, rev: before + 1 }
      const detail = `revision ${next.rev}: ${phases.map(({ phase }) => phase).join(', ')}`
      const events = [moderationEvent({ ...told, about: { detail } })]
      return now === null ? to.insert(next, { events }) : to.change({ $set: { phases, rev: next.rev } }, { events })
    })
    this.#cache.delete(_id)
    return doc ?? { _id, phases, rev: 0 }
  }
}
