import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Collection, Duplicate } from '@palaver/store'
import type { FilesKey } from './model.ts'
import type { Viewer } from './policy.ts'

const NAME = 'photos'
const DAY_MS = 24 * 60 * 60_000
/** Clocks of two nodes may differ, also at midnight. */
const SKEW_MS = 5 * 60_000
const TICKET = /^([0-9a-z]{1,8})\.([\w-]{0,200})\.([\w-]{43})$/

/** Made once, by whoever comes first, and kept in the database. */
export async function filesKey(keys: Collection<FilesKey>): Promise<FilesKey> {
  const known = await keys.get(NAME)
  if (known !== null) return known
  const made = { _id: NAME, key: randomBytes(32).toString('base64url'), place: randomBytes(8).toString('hex') }
  try {
    await keys.insert(made)
    return made
  } catch (error) {
    const theirs = error instanceof Duplicate ? await keys.get(NAME) : null
    if (theirs === null) throw error
    return theirs
  }
}

/**
 * Says in an address for whom a photo is asked, because a page that shows it sends no token. It opens nothing by
 * itself: whether that viewer may see it is asked each time. It is the same for a day, so that browsers keep what they have.
 */
export class PhotoTickets {
  readonly #key: Buffer
  readonly #now: () => number

  constructor({ key }: FilesKey, now: () => number) {
    this.#key = Buffer.from(key, 'base64url')
    this.#now = now
  }

  issue(photo: string, viewer: Viewer | null): string {
    const who = viewer === null ? '' : Buffer.from(JSON.stringify([viewer.org, viewer.id])).toString('base64url')
    const day = dayOf(this.#now()).toString(36)
    return `${day}.${who}.${this.#sign([photo, who, day])}`
  }

  /** For whom; undefined where it is none of ours, of another photo, or too old. */
  read(photo: string, ticket: string): Viewer | null | undefined {
    const [, day = '', who = '', signature = ''] = TICKET.exec(ticket) ?? []
    const given = Buffer.from(signature)
    const right = Buffer.from(this.#sign([photo, who, day]))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const now = this.#now()
    const issued = Number.parseInt(day, 36)
    if (issued > dayOf(now + SKEW_MS) || issued < dayOf(now) - 1) return undefined
    return who === '' ? null : viewerIn(who)
  }

  #sign(parts: readonly string[]): string {
    return createHmac('sha256', this.#key)
      .update(`photo\n${parts.join('\n')}`)
      .digest('base64url')
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** Signed by us: it is what we wrote. */
function viewerIn(who: string): Viewer {
  const [org, id] = JSON.parse(Buffer.from(who, 'base64url').toString()) as [string, string]
  return { org, id }
}
