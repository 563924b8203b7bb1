import type { Actor } from '../api/actor.ts'
import { archiveOf } from './archive.ts'
import type { PersonalPlace } from './place.ts'

export type { Erasure, PersonalPlace, Whose } from './place.ts'

type Needs = {
  places: readonly PersonalPlace[]
  /** Marks somebody as erased, in one write, with the event from which all else follows. */
  erase: (by: Actor, id: string) => Promise<void>
  now: () => number
}

/** What the service knows about a person: theirs to have, and to have forgotten. */
export class PersonalData {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** An archive that a person can read, as a ZIP in pieces. */
  archive({ org, id, name }: Actor): AsyncIterable<Uint8Array> {
    const { places, now } = this.#needs
    return archiveOf({ places, whose: { org, id }, name, now: new Date(now()) })
  }

  erase(by: Actor, id: string): Promise<void> {
    return this.#needs.erase(by, id)
  }
}
