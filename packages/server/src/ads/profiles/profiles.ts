import { type Change, type Collection, Duplicate } from '@palaver/store'
import { KeyedHash } from '../../api/keyed-hash.ts'
import { Turns } from '../../api/turns.ts'
import { readShownEntry, shownEntry } from '../entries.ts'
import type { KeptShown, Profile } from '../model.ts'
import { allCapped, type Capping, cappingOn, type NewShown } from './capping.ts'
import type { Moment } from './counting.ts'
import { additionTo, type Living, livingIn, type Seen, seenIn, storedIn, withAddition } from './keeping.ts'
import { ProfileMemory } from './memory.ts'

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
  readonly #names: KeyedHash
  readonly #turns = new Turns()
  readonly #memory: ProfileMemory
  /** Names this clock. */
  readonly #by: string

  constructor(needs: Needs) {
    this.#needs = needs
    this.#names = new KeyedHash('sha256', needs.key)
    this.#memory = new ProfileMemory(needs.world.now)
    this.#by = needs.world.newPart()
  }

  /** `name`: `p:` and the id of who signed in, or `r:` and a random id. Nobody else's profile is the same. */
  idOf(org: string, name: string): string {
    return this.#names.of(JSON.stringify(['ads', org, name])).slice(0, ID_LENGTH)
  }

  /** `undo` takes back an answer that is not given after all. */
  decide<T>(person: string, run: Run<T>, undo: (answer: T) => void): Promise<T> {
    return this.#turns.of(person, () => this.#decide({ person, run, undo }))
  }

  /** Its impression came `at` this moment of our clock. Of whom nothing is kept, nothing is kept after it either. */
  confirm(person: string, nonce: string, at: number): Promise<void> {
    return this.#turns.of(person, async () => {
      if (await this.#confirmRemembered(person, nonce, at)) return
      const [line] = await this.#linesOf(person, [nonce])
      if (line === undefined) return
      await this.#needs.profiles.update(
        { _id: person, shown: line },
        { $set: { 'shown.$[one]': shownEntry(this.#confirmed(readShownEntry(line), at)) } },
        { arrayFilters: [{ one: line }] },
      )
    })
  }

  /** For an answer that was given to nobody: its impressions will not come. */
  takeBack(person: string, nonces: readonly string[]): Promise<void> {
    return this.#turns.of(person, async () => {
      this.#memory.forget(person)
      const lines = await this.#linesOf(person, nonces)
      if (lines.length > 0) await this.#needs.profiles.update({ _id: person }, { $pull: { shown: { $in: lines } } })
    })
  }

  /** What a decision would be told at this moment, for who only wants to know. */
  async look(person: string): Promise<Capping> {
    const moment = this.#moment()
    return cappingOn(livingIn(await this.#read(person), moment), moment)
  }

  async shownTo(person: string): Promise<KeptShown[]> {
    return (await this.#needs.profiles.get(person))?.shown.map(readShownEntry) ?? []
  }

  forget(person: string): Promise<boolean> {
    return this.#turns.of(person, () => {
      this.#memory.forget(person)
      return this.#needs.profiles.remove({ _id: person })
    })
  }

  async #decide<T>(deciding: Deciding<T>): Promise<T> {
    const { person } = deciding
    const { world } = this.#needs
    const known = this.#memory.get(person)
    const made = known === null ? null : await this.#try(deciding, known)
    if (made !== null && made.counts) return made.answer
    // By what may be old nothing is left out.
    this.#memory.forget(person)
    if (made !== null) deciding.undo(made.answer)
    for (let attempt = 0, was = known !== null; attempt < MOST_TRIES; attempt++) {
      const seen = await this.#read(person)
      // Who was forgotten meanwhile is not remembered by what began before.
      if (was && seen === null) break
      was = seen !== null
      const tried = await this.#try(deciding, seen)
      if (tried !== null) return tried.answer
      await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
    }
    return this.#decideWithoutCaps(deciding)
  }

  /** Null where somebody else was first. `counts`: something of it was written down. */
  async #try<T>({ person, run, undo }: Deciding<T>, seen: Seen | null): Promise<Made<T> | null> {
    const moment = this.#moment()
    const living = livingIn(seen, moment)
    const { answer, shown } = await run(cappingOn(living, moment), moment.now)
    if (shown.length === 0) return { answer, counts: false }
    const write = (): Promise<boolean> => this.#write({ person, seen, living, shown, moment })
    return (await undoing(write, () => undo(answer))) ? { answer, counts: true } : null
  }

  /** What is shown then has no cap of its own, but may count for one: it is added to whatever is there. */
  async #decideWithoutCaps<T>({ person, run, undo }: Deciding<T>): Promise<T> {
    const moment = this.#moment()
    const { answer, shown } = await run(allCapped, moment.now)
    if (shown.length === 0) return answer
    const add = async (): Promise<boolean> => {
      this.#memory.forget(person)
      await this.#needs.profiles.change(person, (profile, to) => {
        if (profile === null) return null
        const living = livingIn(seenIn({ doc: profile, version: 0 }), moment)
        return to.change({ $set: storedIn(withAddition(living, additionTo(living, shown, moment))) })
      })
      return true
    }
    await undoing(add, () => undo(answer))
    return answer
  }

  /** False where it is no longer what was seen. */
  async #write({ person, seen, living, shown, moment }: Writing): Promise<boolean> {
    const { profiles } = this.#needs
    const addition = additionTo(living, shown, moment)
    const { added, allUntil, over, expires } = addition
    if (seen === null) return inserted(profiles, { _id: person, ...storedIn(withAddition(living, addition)) })
    if (living.hasDropped || over !== seen.over || expires !== seen.expires) {
      const kept = withAddition(living, addition)
      return this.#changed(person, { seen, change: { $set: storedIn(kept) }, note: () => Object.assign(seen, kept) })
    }
    const note = (): void => {
      seen.shown.push(...added)
      seen.allUntil = allUntil
    }
    return this.#changed(person, { seen, change: { $push: { shown: { $each: added.map(shownEntry) } } }, note })
  }

  /** By compare-and-set; what there is then is remembered, by `note`. */
  async #changed(person: string, { seen, change, note }: Changing): Promise<boolean> {
    let isWritten = false
    try {
      const { outcome } = await this.#needs.profiles.update({ _id: person }, change, { version: seen.version })
      isWritten = outcome === 'updated'
    } finally {
      if (!isWritten) this.#memory.forget(person)
    }
    if (!isWritten) return false
    note()
    seen.version += 1
    this.#memory.keep(person, seen)
    return true
  }

  async #confirmRemembered(person: string, nonce: string, at: number): Promise<boolean> {
    const seen = this.#memory.get(person)
    const place = seen?.shown.findIndex((one) => one.nonce === nonce && !one.confirmed) ?? -1
    const one = seen?.shown[place]
    if (seen === null || one === undefined) return false
    const confirmed = this.#confirmed(one, at)
    const change = { $set: { [`shown.${place}` as 'shown.0']: shownEntry(confirmed) } }
    return this.#changed(person, { seen, change, note: () => (seen.shown[place] = confirmed) })
  }

  #confirmed(one: KeptShown, at: number): KeptShown {
    return { ...one, confirmed: true, at, by: this.#by }
  }

  async #read(person: string): Promise<Seen | null> {
    const found = await this.#needs.profiles.getVersioned(person)
    return found === null ? null : seenIn(found)
  }

  /** Those of these that wait for their impression. */
  async #linesOf(person: string, nonces: readonly string[]): Promise<string[]> {
    const lines = (await this.#needs.profiles.get(person))?.shown ?? []
    return lines.filter((line) => {
      const { nonce, confirmed } = readShownEntry(line)
      return !confirmed && nonces.includes(nonce)
    })
  }

  #moment(): Moment {
    return { now: this.#needs.world.now(), by: this.#by }
  }
}

type Deciding<T> = { person: string; run: Run<T>; undo: (answer: T) => void }
type Made<T> = { answer: T; counts: boolean }
type Writing = { person: string; seen: Seen | null; living: Living; shown: readonly NewShown[]; moment: Moment }
type Changing = { seen: Seen; change: Change<Profile>; note: () => void }

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
