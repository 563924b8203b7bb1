import type { Actor } from '../../api/actor.ts'
import type { Profiles } from './profiles.ts'

export type Asking = {
  org: string
  actor: Actor | null
  /** Of the page itself, where nobody signed in; null where it has none. */
  random: string | null
  consent: boolean
  /** Whether the browser says `Sec-GPC: 1`. */
  gpc: boolean
}

const RANDOM_ID = /^[A-Za-z0-9_-]{22,64}$/
const FEWEST_DIFFERENT = 8

/** At least 128 bits of letters, digits, `-` and `_`, such as a UUID: no address, no name, and nothing that many share. */
export const isRandomId = (id: string): boolean => RANDOM_ID.test(id) && hasManyDifferent(id)

/** Each page view asks: so it looks no further than it has to, and makes no set of all letters. */
function hasManyDifferent(id: string): boolean {
  let seen = ''
  for (const letter of id) {
    if (!seen.includes(letter)) seen += letter
    if (seen.length === FEWEST_DIFFERENT) return true
  }
  return false
}

/** Whose profile it is; null where nothing may be set, read or stored, so that only the page counts. */
export function personOf(profiles: Pick<Profiles, 'idOf'>, asking: Asking): string | null {
  const { org, actor, random, consent, gpc } = asking
  if (gpc || consent !== true) return null
  if (actor?.kind === 'person' && actor.org === org) return profiles.idOf(org, `p:${actor.id}`)
  return random !== null && isRandomId(random) ? profiles.idOf(org, `r:${random}`) : null
}
