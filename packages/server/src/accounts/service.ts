import { type Collection, Duplicate } from '@palaver/store'
import type { Logger } from 'pino'
import type { Actor } from '../api/actor.ts'
import { RecentMap } from '../api/recent-map.ts'
import { Refusal } from '../api/refusal.ts'
import type { Hook } from '../hooks/ask.ts'
import { ApiKeys } from './api-keys.ts'
import { type ApiKey, isWrittenKey } from './api-keys-model.ts'
import { type Welcome, welcome } from './guests.ts'
import type { Chance } from './ids.ts'
import { KeySets } from './jwks.ts'
import {
  type HookName,
  MOST_KEYS,
  ORG_DEFAULTS,
  type Org,
  type OrgChange,
  type OrgKey,
  type OrgSettings,
  type OrgView,
  type Person,
  viewOf,
} from './model.ts'
import { type PersonOf, signToken, type Tell, Tokens } from './tokens.ts'

export type { ProfileField } from './profile-fields.ts'
export { LONGEST_BIO, type ProfilePatch, profilePatchSchema } from './profile-schema.ts'
export { BLANK_PROFILE, type Closeness, CLOSENESS, type OwnProfile } from './people-model.ts'
export { type PersonDocument, personIdSchema } from './people-model.ts'
export { personSchema, personView } from './routes/people.ts'
export type { People } from './people.ts'
export { isGuest } from './guests.ts'
export { personId } from './ids.ts'

/** Two processes that start at once make the same first org. */
const FIRST = { id: 'main', name: 'Main' }
const CACHED_MS = 1000
const MOST_CACHED = 1000
const DAY_MS = 24 * 60 * 60 * 1000

type Needs = {
  orgs: Collection<Org>
  apiKeys: Collection<ApiKey>
  now: () => number
  chance: Chance
  log: Pick<Logger, 'warn'>
  /** Keeps what tokens tell of people. */
  tell?: Tell
  /** What is known of people. */
  personOf?: PersonOf
}
type Changes = { [Field in keyof Omit<Org, '_id'>]?: Org[Field] | undefined }
/** What others see of an org is made once, not for each who looks. */
type Cached = { org: Org | null; view: OrgView | null; until: number }

/** Orgs, and who speaks for a person of theirs. */
export class Accounts {
  /** For the host's own servers. */
  readonly apiKeys: ApiKeys
  readonly #needs: Needs
  readonly #tokens: Tokens
  readonly #cache = new RecentMap<Cached>({ capacity: MOST_CACHED })

  constructor(needs: Needs) {
    this.#needs = needs
    const { now, log, tell = async () => {}, personOf = async () => null } = needs
    const keySets = new KeySets({
      now,
      onFailure: (url, error) => log.warn({ err: error, url }, 'the public keys of a host cannot be fetched'),
    })
    this.#tokens = new Tokens({ now, keySets, tell, personOf, orgOf: (id) => this.#cached(id) })
    this.apiKeys = new ApiKeys({
      ...needs,
      onFailure: (error) => log.warn({ err: error }, 'the use of an API key could not be noted'),
    })
  }

  /** The org; at most a second behind a change that another process made. */
  async get(id: string): Promise<OrgView | null> {
    return (await this.#entry(id)).view
  }

  async list(): Promise<OrgView[]> {
    const found: OrgView[] = []
    for await (const { doc } of this.#needs.orgs.scan()) found.push(viewOf(whole(doc)))
    return found
  }

  create(name: string): Promise<OrgView> {
    return this.#insert(this.#needs.chance.newId(), name)
  }

  /** For a service that has just been set up. */
  async ensureFirst(): Promise<void> {
    const { docs } = await this.#needs.orgs.find({ limit: 1 })
    if (docs.length > 0) return
    try {
      await this.#insert(FIRST.id, FIRST.name)
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
    }
  }

  /** `demand` refuses where the org is not, at that moment, as whoever changes it has seen it. */
  async change(
    id: string,
    { settings, ...rest }: OrgChange,
    demand: (org: OrgView) => void = () => {},
  ): Promise<OrgView> {
    const changed = await this.#change(id, (org) => {
      demand(viewOf(whole(org)))
      return { ...rest, settings: merged(org.settings, settings ?? {}) }
    })
    return viewOf(changed)
  }

  /** The secrets with which the org's host signs its tokens. */
  async keys(id: string): Promise<readonly OrgKey[]> {
    return (await this.#require(id)).keys
  }

  async addKey(id: string): Promise<void> {
    const key = this.#newKey()
    await this.#change(id, ({ keys }) => {
      if (keys.length >= MOST_KEYS)
        throw new Refusal('invalid', `An org has at most ${MOST_KEYS} keys: remove one that is no longer used.`)
      return { keys: [...keys, key] }
    })
  }

  /** Tokens that it signed stop working within a second. */
  async removeKey(id: string, keyId: string): Promise<void> {
    await this.#change(id, ({ keys }) => {
      const left = keys.filter((key) => key.id !== keyId)
      if (left.length === keys.length) throw new Refusal('invalid', `The org ${id} has no key ${keyId}.`)
      if (left.length === 0) throw new Refusal('invalid', 'This is the only key of the org: add another one first.')
      return { keys: left }
    })
  }

  /** A token as the host would sign it, with the newest key. */
  async issue(id: string, person: Person, days: number): Promise<string> {
    const { keys, audience } = await this.#require(id)
    const key = keys.at(-1)
    if (key === undefined) throw new Refusal('invalid', `The org ${id} has no key: add one.`)
    const now = this.#needs.now()
    return signToken({ key, org: id, person, audience, expires: now + days * DAY_MS }, now)
  }

  /** Lets somebody in who only gives a name. */
  async welcome(id: string, name: string): Promise<Welcome> {
    const org = (await this.#cached(id)) ?? unknownOrg(id)
    if (!org.guests) throw new Refusal('forbidden', 'This site takes no guests: sign in.')
    const secret = org.guestSecret ?? (await this.#guestSecret(id))
    return welcome({ org: id, name, secret }, this.#needs.chance.newSecret(), this.#needs.now())
  }

  /** Whom a bearer token or an API key speaks for. */
  identify(token: string): Promise<Actor> {
    return isWrittenKey(token) ? this.apiKeys.identify(token) : this.#tokens.identify(token)
  }

  /** The same where it was found out a moment ago; of API keys nothing is known without looking. */
  known(token: string): Actor | undefined {
    return this.#tokens.known(token)
  }

  /** A question that the org's host answers; null where it answers none of that kind. */
  async hook(id: string, name: HookName): Promise<Hook | null> {
    return (await this.#cached(id))?.[name] ?? null
  }

  async #insert(_id: string, name: string): Promise<OrgView> {
    const org: Org = {
      _id,
      name,
      created: new Date(this.#needs.now()).toISOString(),
      keys: [this.#newKey()],
      settings: {},
      ...ORG_DEFAULTS,
    }
    await this.#needs.orgs.insert(org)
    this.#cache.delete(_id)
    return viewOf(org)
  }

  /** Whoever is first makes it. */
  async #guestSecret(id: string): Promise<string> {
    const fresh = this.#needs.chance.newSecret()
    return (await this.#change(id, ({ guestSecret = fresh }) => ({ guestSecret }))).guestSecret ?? fresh
  }

  #newKey(): OrgKey {
    const { newId, newSecret } = this.#needs.chance
    return { id: newId(), secret: newSecret(), created: new Date(this.#needs.now()).toISOString() }
  }

  async #change(id: string, decide: (org: Org) => Changes): Promise<Org> {
    const { doc } = await this.#needs.orgs.change(id, (org, to) =>
      org === null ? null : to.change({ $set: given(decide(org)) }),
    )
    this.#cache.delete(id)
    return doc === null ? unknownOrg(id) : whole(doc)
  }

  async #require(id: string): Promise<Org> {
    const org = await this.#needs.orgs.get(id)
    return org === null ? unknownOrg(id) : whole(org)
  }

  async #cached(id: string): Promise<Org | null> {
    return (await this.#entry(id)).org
  }

  async #entry(id: string): Promise<Cached> {
    const now = this.#needs.now()
    const known = this.#cache.get(id)
    if (known !== undefined && now < known.until) return known
    const found = await this.#needs.orgs.get(id)
    const org = found === null ? null : whole(found)
    const fresh = { org, view: org === null ? null : viewOf(org), until: now + CACHED_MS }
    this.#cache.set(id, fresh)
    return fresh
  }
}

/** One that was made by an earlier version lacks what came since. */
const whole = (org: Org): Org => ({ ...ORG_DEFAULTS, ...org })

function unknownOrg(id: string): never {
  throw new Refusal('org-not-found', `There is no org ${id}: \`palaver org\` lists them.`)
}

/** What is null goes back to its default. */
function merged(settings: OrgSettings, change: Record<string, OrgSettings[string] | null>): OrgSettings {
  const all = Object.entries({ ...settings, ...change })
  return Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** Without what was not said. */
function given(change: Changes): Partial<Org> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
