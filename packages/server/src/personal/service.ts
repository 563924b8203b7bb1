import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import { archiveOf } from './archive.ts'
import type { PersonalPlace } from './place.ts'

export type { Erasure, PersonalFile, PersonalPlace, Whose } from './place.ts'

type Needs = {
  places: readonly PersonalPlace[]
  /** Marks somebody as erased, in one write, with the event from which all else follows. */
  erase: (by: Actor, id: string) => Promise<void>
  now: () => number
}

const MOST_AT_ONCE = 2

/** What the service knows about a person: theirs to have, and to have forgotten. */
export class PersonalData {
  readonly #needs: Needs
  readonly #underWay = new Map<string, number>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** An archive that a person can read, as a ZIP in pieces; few at a time, because each holds some of it in memory. */
  async *archive({ org, id, name }: Actor): AsyncGenerator<Uint8Array> {
    const { places, now } = this.#needs
    const under = this.#underWay.get(id) ?? 0
    this.#underWay.set(id, under + 1)
    try {
      yield* archiveOf({ places, whose: { org, id }, name, now: new Date(now()) })
    } finally {
      const left = (this.#underWay.get(id) ?? 1) - 1
      if (left === 0) this.#underWay.delete(id)
      else this.#underWay.set(id, left)
    }
  }

  requireRoom({ id }: Actor): void {
    if ((this.#underWay.get(id) ?? 0) < MOST_AT_ONCE) return
    throw new Refusal('busy', 'Your data is being sent to you already: wait until that is done.')
  }

  erase(by: Actor, id: string): Promise<void> {
    return this.#needs.erase(by, id)
  }
}
