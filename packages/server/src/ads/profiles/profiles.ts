import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type Collection, Duplicate, type Versioned } from '@palaver/store'
import { Turns } from '../../api/turns.ts'
import type { KeptShown, Profile } from '../model.ts'
import { allCapped, type Capping, cappingOn, type NewShown } from './capping.ts'
import type { Moment } from './counting.ts'
import { withShown } from './keeping.ts'

export type { Capping } from './capping.ts'

/** Clock, chance and names are passed in, so that tests decide them. */
type World = { now: () => number; random: () => number; sleep: (ms: number) => Promise<void>; newPart: () => string }

type Needs = {
  profiles: Collection<Profile>
  /** The database's own: without it nobody can tell whose profile is whose. */
  key: Buffer
  world: World
}

/** Decides once. What it shows is told by `shown`: all that counts for a cap of anything. */
type Run<T> = (capping: Capping, now: number) => Promise<{ answer: T; shown: readonly NewShown[] }>

const ID_LENGTH = 22
/** Others of the same person were first so often: they are served without what has caps. */
const MOST_TRIES = 8
const LONGEST_PAUSE_MS = 20

/**
 * What people were shown of what has caps. A decision writes down what it shows before it is told to anybody, by
 * compare-and-set on what it counted: so of two at the same time, one counts again.
 */
export class Profiles {
  readonly #needs: Needs
  /** Made once: Node takes longer to look at a key than to use it. */
  readonly #key: KeyObject
  readonly #turns = new Turns()
  /** Names this clock. */
  readonly #by: string

  constructor(needs: Needs) {
    this.#needs = needs
    this.#key = createSecretKey(needs.key)
    this.#by = needs.world.newPart()
  }

  /** `name`: `p:` and the id of who signed in, or `r:` and a random id. Nobody else's profile is the same. */
  idOf(org: string, name: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['ads', org, name]))
      .digest('base64url')
      .slice(0, ID_LENGTH)
  }

  /** `undo` takes back an answer that is not given after all. */
  decide<T>(person: string, run: Run<T>, undo: (answer: T) => void): Promise<T> {
    return this.#turns.of(person, () => this.#decide({ person, run, undo }))
  }

  /** Its impression came `at` this moment of our clock. Of whom nothing is kept, nothing is kept after it either. */
  confirm(person: string, nonce: string, at: number): Promise<void> {
    return this.#turns.of(person, async () => {
      await this.#needs.profiles.update(
        { _id: person, shown: { $elemMatch: { nonce, confirmed: false } } },
        { $set: { 'shown.$[one].confirmed': true, 'shown.$[one].at': at, 'shown.$[one].by': this.#by } },
        { arrayFilters: [{ 'one.nonce': nonce }] },
      )
    })
  }

  /** For an answer that was given to nobody: its impressions will not come. */
  takeBack(person: string, nonces: readonly string[]): Promise<void> {
    return this.#turns.of(person, async () => {
      const unseen = { nonce: { $in: [...nonces] }, confirmed: false }
      await this.#needs.profiles.update({ _id: person, shown: { $elemMatch: unseen } }, { $pull: { shown: unseen } })
    })
  }

  /** What a decision would be told at this moment, for who only wants to know. */
  async look(person: string): Promise<Capping> {
    return cappingOn({ profile: await this.#needs.profiles.get(person), ...this.#moment() })
  }

  async shownTo(person: string): Promise<KeptShown[]> {
    return (await this.#needs.profiles.get(person))?.shown ?? []
  }

  forget(person: string): Promise<boolean> {
    return this.#turns.of(person, () => this.#needs.profiles.remove({ _id: person }))
  }

  async #decide<T>({ person, run, undo }: Deciding<T>): Promise<T> {
    const { profiles, world } = this.#needs
    for (let attempt = 0, was = false; attempt < MOST_TRIES; attempt++) {
      const seen = await profiles.getVersioned(person)
      // Who was forgotten meanwhile is not remembered by what began before.
      if (was && seen === null) break
      was = seen !== null
      const moment = this.#moment()
      const { answer, shown } = await run(cappingOn({ profile: seen?.doc ?? null, ...moment }), moment.now)
      if (shown.length === 0) return answer
      const write = (): Promise<boolean> => this.#write({ person, seen, shown, moment })
      if (await undoing(write, () => undo(answer))) return answer
      await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
    }
    return this.#decideWithoutCaps({ person, run, undo })
  }

  /** What is shown then has no cap of its own, but may count for one: it is added to whatever is there. */
  async #decideWithoutCaps<T>({ person, run, undo }: Deciding<T>): Promise<T> {
    const moment = this.#moment()
    const { answer, shown } = await run(allCapped, moment.now)
    if (shown.length === 0) return answer
    const add = async (): Promise<boolean> => {
      await this.#needs.profiles.change(person, (profile, to) => {
        if (profile === null) return null
        return to.change({ $set: withShown(profile, shown, moment).kept })
      })
      return true
    }
    await undoing(add, () => undo(answer))
    return answer
  }

  /** False where it is no longer what was seen. */
  async #write({ person, seen, shown, moment }: Writing): Promise<boolean> {
    const { profiles } = this.#needs
    const { kept, added, hasDropped } = withShown(seen?.doc ?? null, shown, moment)
    if (seen === null) return inserted(profiles, { _id: person, ...kept })
    const { over, expires } = kept
    const change = hasDropped ? { $set: kept } : { $push: { shown: { $each: added } }, $set: { over, expires } }
    const { outcome } = await profiles.update({ _id: person }, change, { version: seen.version })
    return outcome === 'updated'
  }

  #moment(): Moment {
    return { now: this.#needs.world.now(), by: this.#by }
  }
}

type Deciding<T> = { person: string; run: Run<T>; undo: (answer: T) => void }
type Writing = { person: string; seen: Versioned<Profile> | null; shown: readonly NewShown[]; moment: Moment }

/** Undone where the write fails, or is too late. */
async function undoing(write: () => Promise<boolean>, undo: () => void): Promise<boolean> {
  let isWritten = false
  try {
    isWritten = await write()
    return isWritten
  } finally {
    if (!isWritten) undo()
  }
}

async function inserted(profiles: Collection<Profile>, profile: Profile): Promise<boolean> {
  try {
    await profiles.insert(profile)
    return true
  } catch (error) {
    if (error instanceof Duplicate) return false
    throw error
  }
}
