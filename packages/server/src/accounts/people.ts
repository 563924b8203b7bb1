import type { Collection } from '@palaver/store'
import type { Actor, Role } from '../api/actor.ts'
import { parse } from '../api/parse.ts'
import { RecentMap } from '../api/recent-map.ts'
import { type Flaw, Refusal } from '../api/refusal.ts'
import type { Hook } from '../hooks/ask.ts'
import { Directory } from './directory.ts'
import { blankPerson } from './erasing.ts'
import { isGuest, recordId } from './guests.ts'
import { Lookup } from './people-lookup.ts'
import {
  inForce,
  type PersonDocument,
  type Profile,
  profileOf,
  type Sanction,
  type Standing,
  type Telling,
  toldPersonSchema,
} from './people-model.ts'
import { idOf, newPerson, refreshed } from './people-telling.ts'
import { profiled, revised, type Revising } from './profiling.ts'
import { type RelationNeeds, Relations } from './relations.ts'

type Needs = Pick<RelationNeeds, 'relations' | 'onBlocked'> & {
  people: Collection<PersonDocument>
  /** Where the host of an org can be asked for people. */
  hookOf: (org: string) => Promise<Hook | null>
  now: () => number
  newId: () => string
  /** Where everybody sees a photo that somebody has chosen as their picture. */
  pictureAt?: (photo: string) => string
  /** Told of a profile that could not be kept; whoever signs in does so all the same. */
  onFailure: (error: unknown) => void
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'invalid'
/** `id` is the host's, `person` ours; both null where there is none to be read. */
export type Upserted = { id: string | null; person: string | null; outcome: Outcome; errors: Flaw[] }

export type SanctionKind = 'ban' | 'shadow'
type SanctionChange = { kind: SanctionKind; sanction: Sanction | null }

type Cached = { person: PersonDocument | null; until: number }

/** So a ban on one node is seen by another within a second. */
const CACHED_MS = 1000
const MOST_CACHED = 20_000
const AT_ONCE = 50
/** Asked for in one query. */
const MOST_ASKED_FOR = 100

const TOLD = { ban: ['banned', 'unbanned'], shadow: ['shadowed', 'unshadowed'] } as const
const STRANGER: Standing = { ban: null, shadow: null, role: null, erased: null, since: null }

/** Nobody tells of guests: one is noted when they are sanctioned. Without a key for the name, nobody finds them by it. */
const guestOnRecord = ({ _id, org, at }: { _id: string; org: string; at: string }): PersonDocument => ({
  ...blankPerson(at),
  _id,
  org,
  name: 'Guest',
  created: at,
  erased: null,
})

/** The people of an org, as the host has told of them. */
export class People {
  /** Mutes and blocks. */
  readonly relations: Relations
  readonly lookup: Lookup
  readonly #needs: Needs
  readonly #cache = new RecentMap<Cached>({ capacity: MOST_CACHED })

  constructor(needs: Needs) {
    this.#needs = needs
    const { people, hookOf, now } = needs
    this.relations = new Relations(needs)
    const directory = new Directory({ hookOf, now, found: (profiles) => this.#keepAll(profiles) })
    const standing = (org: string, id: string): Promise<Standing> => this.standing(org, id)
    this.lookup = new Lookup({ people, relations: this.relations, directory, standing, now })
  }

  /** At most a second behind a change that another process made. */
  async get(org: string, id: string): Promise<PersonDocument | null> {
    const now = this.#needs.now()
    const key = recordId(org, id)
    const known = this.#cache.get(key)
    const isRecent = known !== undefined && now < known.until
    const person = isRecent ? known.person : await this.#needs.people.get(key)
    if (!isRecent) this.#cache.set(key, { person, until: now + CACHED_MS })
    return person?.org === org ? person : null
  }

  async standing(org: string, id: string): Promise<Standing> {
    const person = await this.get(org, id)
    if (person === null) return STRANGER
    const { ban, shadow, role, erased, created } = person
    const now = this.#needs.now()
    return { ban: inForce(ban, now), shadow: inForce(shadow, now), role, erased, since: created }
  }

  /** Those whose last token gave them a role, as many as `limit`. */
  async ofRole(org: string, role: Role, limit: number): Promise<PersonDocument[]> {
    return (await this.#needs.people.find({ where: { org, role }, limit, next: false })).docs
  }

  /** Those of these who were erased, as it is at this moment. */
  async erasedAmong(org: string, ids: readonly string[]): Promise<string[]> {
    const known = await this.many(
      org,
      ids.map((id) => recordId(org, id)),
    )
    return ids.filter((id) => (known.get(recordId(org, id))?.erased ?? null) !== null)
  }

  /** Those of these people who are known, as they are at this moment. */
  async many(org: string, ids: readonly string[]): Promise<ReadonlyMap<string, PersonDocument>> {
    const found = new Map<string, PersonDocument>()
    for (let at = 0; at < ids.length; at += MOST_ASKED_FOR) {
      const some = ids.slice(at, at + MOST_ASKED_FOR)
      const { docs } = await this.#needs.people.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
      for (const person of docs) if (person.org === org) found.set(person._id, person)
    }
    return found
  }

  /** The pictures of those of these people who have one, by their ids. */
  async pictures(org: string, ids: readonly string[]): Promise<Record<string, string>> {
    const found = [...(await this.many(org, ids)).values()]
    const pictures = found.map((person) => [person._id, this.pictureOf(person)] as const)
    return Object.fromEntries(pictures.flatMap(([id, picture]) => (picture === null ? [] : [[id, picture]])))
  }

  /** The one that somebody has chosen, else that of the host. */
  pictureOf({ avatar, profile }: Pick<PersonDocument, 'avatar' | 'profile'>): string | null {
    const chosen = profile?.picture
    return typeof chosen === 'string' ? (this.#needs.pictureAt?.(chosen) ?? avatar) : avatar
  }

  /** As it is at this moment, whatever was known a moment ago. */
  async isErased({ org, id }: { org: string; id: string }): Promise<boolean> {
    const person = await this.#needs.people.get(recordId(org, id))
    return person?.org === org && person.erased !== null
  }

  /** By a token that was verified. Refused where the person was erased; where it cannot be kept, it is not. */
  async tell(profile: Profile, at: number | null): Promise<void> {
    const telling: Telling = { at, by: 'token', now: this.#needs.now() }
    try {
      const known = await this.get(profile.org, idOf(profile))
      if (known?.erased === null && refreshed(known, profile, telling) === null) return
      if ((await this.#keep(profile, telling)).person.erased === null) return
    } catch (error) {
      this.#needs.onFailure(error)
      return
    }
    throw new Refusal('unauthenticated', 'The account of this token was erased.')
  }

  /** Each for itself: one that cannot be taken does not keep out the others. */
  async upsert(org: string, entries: readonly unknown[]): Promise<Upserted[]> {
    const told: Upserted[] = []
    const seen = new Set<string>()
    const read = entries.map((entry) => readEntry(org, entry, seen))
    for (let at = 0; at < read.length; at += AT_ONCE)
      told.push(...(await Promise.all(read.slice(at, at + AT_ONCE).map((one) => this.#upsertOne(one)))))
    return told
  }

  /** One write, with the event that tells of it; null lifts it. */
  async sanction(by: Actor, id: string, { kind, sanction }: SanctionChange): Promise<void> {
    const at = new Date(this.#needs.now()).toISOString()
    const imposed = sanction === null ? null : { ...sanction, by: by.id, at }
    const op = TOLD[kind][sanction === null ? 1 : 0]
    const actor = { id: by.id, name: by.name }
    const event = { _id: this.#needs.newId(), org: by.org, subject: id, type: 'person', op, at, actor, after: imposed }
    const key = recordId(by.org, id)
    const { doc } = await this.#needs.people.change(key, (person, to) => {
      if (person === null && imposed !== null && isGuest(id))
        return to.insert({ ...guestOnRecord({ _id: key, org: by.org, at }), [kind]: imposed }, { events: [event] })
      if (person === null || person.org !== by.org || person.erased !== null) throw noPerson()
      if (isSame(person[kind], sanction)) return null
      return to.change({ $set: kind === 'ban' ? { ban: imposed } : { shadow: imposed } }, { events: [event] })
    })
    this.#remember(key, doc)
  }

  /** One write, with the event that tells of it. Refused to who was erased, and where it was changed meanwhile. */
  async reviseProfile(actor: Actor, revising: Revising): Promise<PersonDocument> {
    const at = new Date(this.#needs.now()).toISOString()
    const id = this.#needs.newId()
    const { doc } = await this.#needs.people.change(actor.id, (person, to) => {
      if (person === null || person.org !== actor.org || person.erased !== null) throw noPerson()
      const set = revised(person, revising)
      if (set === null) return null
      return to.change({ $set: set }, { events: [profiled({ id, at, actor, before: person, after: set })] })
    })
    if (doc === null) throw noPerson()
    this.#remember(doc._id, doc)
    return doc
  }

  /** Has what there is of a person kept, whoever wants it erased; null lifts it. */
  async hold(by: Actor, id: string, reason: string | null): Promise<void> {
    const at = new Date(this.#needs.now()).toISOString()
    const hold = reason === null ? null : { reason, by: by.id, at }
    const op = reason === null ? 'released' : 'held'
    const actor = { id: by.id, name: by.name }
    const event = {
      _id: this.#needs.newId(),
      org: by.org,
      subject: id,
      type: 'person',
      op,
      at,
      actor,
      after: { reason },
    }
    const { doc } = await this.#needs.people.change(id, (person, to) => {
      if (person === null || person.org !== by.org || person.erased !== null) throw noPerson()
      if ((person.hold?.reason ?? null) === reason) return null
      return to.change({ $set: { hold } }, { events: [event] })
    })
    this.#remember(id, doc)
  }

  /** For good: what is left says only that there was somebody. All else follows from the event. */
  async erase(by: Actor, id: string): Promise<void> {
    const at = new Date(this.#needs.now()).toISOString()
    const { org } = by
    const actor = by.id === id ? {} : { actor: { id: by.id, name: by.name } }
    const event = { _id: `${id}.erased`, org, subject: id, type: 'person', op: 'erased', at, ...actor }
    const blank = blankPerson(at)
    const key = recordId(org, id)
    const { doc } = await this.#needs.people.change(key, (person, to) => {
      // A guest is nowhere but in their own token.
      if (person === null && by.id === id)
        return to.insert({ _id: key, org, created: at, ...blank }, { events: [event] })
      if (person === null || person.org !== org) throw noPerson()
      if (person.erased !== null) return null
      if ((person.hold ?? null) !== null) throw onHold()
      return to.change({ $set: blank, $unset: NOTHING_OF_THEIR_OWN }, { events: [event] })
    })
    this.#remember(key, doc)
  }

  /** Whom the host's directory has found. */
  async #keepAll(profiles: readonly Profile[]): Promise<void> {
    const telling = this.#byServer()
    await Promise.all(profiles.map((profile) => this.#keep(profile, telling)))
  }

  async #upsertOne({ profile, ...read }: Entry): Promise<Upserted> {
    if (profile === null) return { ...read, outcome: 'invalid' }
    const { outcome } = await this.#keep(profile, this.#byServer())
    return { ...read, outcome }
  }

  async #keep(profile: Profile, telling: Telling): Promise<{ outcome: Outcome; person: PersonDocument }> {
    const fresh = newPerson(profile, telling)
    let outcome: Outcome = 'unchanged'
    const { doc } = await this.#needs.people.change(fresh._id, (known, to) => {
      const change = known === null ? null : refreshed(known, profile, telling)
      outcome =
        known === null ? 'created' : change === null || Object.keys(change).length === 1 ? 'unchanged' : 'updated'
      if (known === null) return to.insert(fresh)
      return change === null ? null : to.change({ $set: change })
    })
    this.#remember(fresh._id, doc)
    return { outcome, person: doc ?? fresh }
  }

  #byServer(): Telling {
    const now = this.#needs.now()
    return { at: now, by: 'server', now }
  }

  #remember(id: string, person: PersonDocument | null): void {
    this.#cache.set(id, { person, until: this.#needs.now() + CACHED_MS })
  }
}

type Entry = { id: string | null; person: string | null; errors: Flaw[]; profile: Profile | null }

function readEntry(org: string, entry: unknown, seen: Set<string>): Entry {
  const { data, flaws } = parse(toldPersonSchema.strict(), entry)
  if (data === null) return { id: hostIdIn(entry), person: null, errors: flaws, profile: null }
  const profile = profileOf(org, data)
  const person = idOf(profile)
  const isTwice = seen.has(person)
  seen.add(person)
  const errors = isTwice ? [{ path: 'id', message: 'is in this list twice' }] : []
  return { id: data.id, person, errors, profile: isTwice ? null : profile }
}

/** So that the host can tell which one it was. */
function hostIdIn(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return null
  return typeof entry.id === 'string' && entry.id.length <= 255 ? entry.id : null
}

const NOTHING_OF_THEIR_OWN = { profile: '', hostName: '', hold: '', roleTold: '' } as const

const onHold = (): Refusal =>
  new Refusal('on-hold', 'What there is of this person must be kept for now: they can be erased once that is lifted.')

const isSame = (known: Sanction | null, wanted: Sanction | null): boolean =>
  known === null || wanted === null ? known === wanted : known.until === wanted.until && known.reason === wanted.reason

export const noPerson = (): Refusal => new Refusal('person-not-found', 'There is no such person in this org.')
