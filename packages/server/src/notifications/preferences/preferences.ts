import type { Collection } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { RecentMap } from '../../api/recent-map.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Reason } from '../model.ts'
import { joinedReads } from '../joined-reads.ts'
import { type Choices, DEFAULT_CHOICES, isTimeZone, type Preferences } from './model.ts'
import { type Patch, patched } from './patch.ts'
import { isUnsubscribed, wants } from './wants.ts'

type Whose = { org: string; person: string }

type Needs = {
  preferences: Collection<Preferences>
  /** As it is at this moment: nothing is kept of who was erased. */
  isErased: (whose: { org: string; id: string }) => Promise<boolean>
  now: () => number
}

/** What a link in a mail ends. */
export type UnsubscribeScope =
  | { kind: 'all' }
  | { kind: 'reason'; reason: Reason }
  | { kind: 'discussion'; discussion: string }

type Cached = { choices: Choices; until: number }

const CACHED_MS = 1000
const MOST_CACHED = 20_000
/** The newest are kept. */
const MOST_DISCUSSIONS = 1000
const NOTHING = { all: false, reasons: [], discussions: [] }

/** A zone that is not known any more is as none. */
export function withDefaults(choices: Partial<Choices>): Choices {
  const all = { ...DEFAULT_CHOICES, ...choices }
  const { timeZone } = DEFAULT_CHOICES
  return all.timeZone === timeZone || isTimeZone(all.timeZone) ? all : { ...all, timeZone }
}

/** What people have chosen of how they are told. */
export class PreferenceBook {
  readonly wants = wants
  readonly isUnsubscribed = isUnsubscribed
  readonly #needs: Needs
  readonly #cache = new RecentMap<Cached>({ capacity: MOST_CACHED })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** With the defaults; at most a second behind a change that another process made. */
  async choicesOf(org: string, person: string): Promise<Choices> {
    const now = this.#needs.now()
    const known = this.#cache.get(person)
    if (known !== undefined && now < known.until) return known.choices
    const choices = withDefaults((await this.documentOf(org, person)).choices)
    this.#cache.set(person, { choices, until: now + CACHED_MS })
    return choices
  }

  /** As it is at this moment. */
  async documentOf(org: string, person: string): Promise<Preferences> {
    const found = await this.#needs.preferences.get(person)
    return found?.org === org ? found : blank(org, person)
  }

  /** The same of many, by person; whoever has chosen nothing is not among them. */
  async documentsOf(org: string, people: readonly string[]): Promise<ReadonlyMap<string, Preferences>> {
    const found = await joinedReads(this.#needs.preferences).all(people)
    return new Map(found.filter((doc) => doc.org === org).map((doc) => [doc._id, doc]))
  }

  /** Those who watch every discussion of an org, in order of their ids. */
  async watchersOf(org: string, { after, limit }: { after: string; limit: number }): Promise<Preferences[]> {
    const where = { org, 'choices.elsewhere': 'watching', _id: { $gt: after } } as const
    return (await this.#needs.preferences.find({ where, sort: { _id: 1 }, limit, next: false })).docs
  }

  /** `ifMatch` is the revision that was seen; null for any. */
  async change(actor: Actor, patch: Patch, { ifMatch }: { ifMatch: number | null }): Promise<Preferences> {
    requirePerson(actor)
    return this.#write({ org: actor.org, person: actor.id }, (before) => {
      if (ifMatch !== null && ifMatch !== before.rev) throw changedMeanwhile(before)
      const { unsubscribed } = patch
      const left = unsubscribed === undefined ? before.unsubscribed : { ...before.unsubscribed, ...given(unsubscribed) }
      return { ...before, choices: patched(before.choices, patch), unsubscribed: left }
    })
  }

  /** It holds for mails alone, and for those that wait already. Again changes nothing. */
  async unsubscribe(whose: Whose, scope: UnsubscribeScope): Promise<void> {
    if (await this.#needs.isErased({ org: whose.org, id: whose.person })) return
    await this.#write(whose, (before) => {
      const { all, reasons, discussions } = before.unsubscribed
      if (scope.kind === 'all') return all ? null : { ...before, unsubscribed: { all: true, reasons, discussions } }
      const [list, name] =
        scope.kind === 'reason' ? (['reasons', scope.reason] as const) : (['discussions', scope.discussion] as const)
      if (before.unsubscribed[list].includes(name)) return null
      const longer = [...before.unsubscribed[list], name].slice(-MOST_DISCUSSIONS)
      return { ...before, unsubscribed: { ...before.unsubscribed, [list]: longer } }
    })
  }

  async #write(
    { org, person }: Whose,
    decide: (before: Preferences) => Omit<Preferences, 'rev' | 'changed'> | null,
  ): Promise<Preferences> {
    const { preferences, isErased, now } = this.#needs
    const changed = new Date(now()).toISOString()
    const { doc } = await preferences.change(person, (found, to) => {
      if (found !== null && found.org !== org) return null
      const before = found ?? blank(org, person)
      const decided = decide(before)
      if (decided === null) return null
      const { _id, ...next } = { ...decided, rev: before.rev + 1, changed }
      return found === null ? to.insert({ _id, ...next }) : to.change({ $set: next })
    })
    this.#cache.delete(person)
    // Who was erased meanwhile was looked through before this came: it must not stay.
    if (await isErased({ org, id: person })) await preferences.remove({ _id: person })
    return doc ?? blank(org, person)
  }
}

const blank = (org: string, _id: string): Preferences => ({
  _id,
  org,
  choices: {},
  rev: 0,
  unsubscribed: { ...NOTHING },
  changed: '',
})

/** Without what was not said. */
const given = (change: NonNullable<Patch['unsubscribed']> | null): Partial<Preferences['unsubscribed']> =>
  change === null ? NOTHING : Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export function requirePerson({ kind }: Actor): void {
  if (kind !== 'person') throw new Refusal('forbidden', 'Only people who are signed in are told of anything: sign in.')
}

const changedMeanwhile = ({ rev }: Preferences): Refusal =>
  new Refusal('changed-meanwhile', `Your preferences have changed and are at revision ${rev} now: read them again.`)
