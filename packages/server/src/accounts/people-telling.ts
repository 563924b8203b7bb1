import { nameKey } from '../api/name-key.ts'
import { personId } from './ids.ts'
import type { PersonDocument, Profile, Telling } from './people-model.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const idOf = ({ org, hostId }: Pick<Profile, 'org' | 'hostId'>): string => personId(org, hostId)

/** A person at first sight. */
export function newPerson(profile: Profile, { at, now }: Telling): PersonDocument {
  const { org, hostId, name, role = 'member', email = null, url = null, avatar = null } = profile
  const told = Math.min(at ?? 0, now)
  return {
    _id: idOf(profile),
    org,
    hostId,
    name,
    nameKey: nameKey(name),
    email,
    url,
    avatar,
    role,
    told,
    ...roleToldBy(profile, told),
    created: new Date(now).toISOString(),
    ban: null,
    shadow: null,
    erased: null,
  }
}

const roleToldBy = ({ role }: Profile, told: number): { roleTold?: number } =>
  role === undefined ? {} : { roleTold: told }

const FIELDS = ['name', 'email', 'url', 'avatar', 'role'] as const
type Refreshed = Partial<Pick<PersonDocument, (typeof FIELDS)[number] | 'nameKey' | 'told' | 'roleTold' | 'hostName'>>

/**
 * What a telling changes; null where it says nothing new. A newer one that says the same is noted once a day, so that
 * nobody writes because somebody signs in.
 */
export function refreshed(known: PersonDocument, profile: Profile, { at, by, now }: Telling): Refreshed | null {
  if (known.erased !== null || at === null) return null
  // A clock that is ahead must not keep out what comes later.
  const told = Math.min(at, now)
  if (told < known.told || (told === known.told && by === 'token')) return null
  const { name: hostName, ...others } = Object.fromEntries(differing(known, profile)) as Partial<Profile>
  const named = hostName === undefined ? {} : isNamedHere(known) ? { hostName } : namedBy(hostName)
  const change = { ...others, ...named }
  const when = { told, ...roleToldBy(profile, told) }
  if (Object.keys(change).length === 0) return told - known.told > DAY_MS ? when : null
  return { ...change, ...when } as Refreshed
}

const isNamedHere = ({ profile }: PersonDocument): boolean => profile?.ownName === true
const namedBy = (name: string): Refreshed => ({ name, nameKey: nameKey(name) })

function differing(known: PersonDocument, profile: Profile): [string, unknown][] {
  const { hostName = known.name } = known
  const before = isNamedHere(known) ? { ...known, name: hostName } : known
  return FIELDS.flatMap((field): [string, unknown][] =>
    profile[field] !== undefined && profile[field] !== before[field] ? [[field, profile[field]]] : [],
  )
}
