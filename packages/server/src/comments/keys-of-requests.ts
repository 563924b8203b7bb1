import { createHash } from 'node:crypto'
import { type Collection, defineCollection, Duplicate } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Actor } from '../api/actor.ts'
import type { World } from './world.ts'

/** Everything that a command will create is named before its first write. */
export type Names = { event: string; posted: string; part: string }

/** A request under an Idempotency-Key: its names, and its answer once there is one. */
type RequestKey = {
  _id: string
  request: string
  names: Names
  /** Where the log ended when the names were given. */
  since: number
  /** The answer as JSON text, so that nothing in it can be taken for an operator or a path. */
  answer: string | null
  expires: string
}

export const requestKeys = defineCollection<RequestKey>({ name: 'requestKeys', expires: 'expires' })

const KEPT_MS = 24 * 60 * 60 * 1000

/** `resumed`: an earlier try had these names, and may have written under them. */
export type Reserved = { id: string | null; names: Names; since: number; resumed: boolean; answer: string | null }
export type Asked = { key: string | null; actor: Actor; request: unknown; since: () => Promise<number> }

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

export class Keys {
  readonly #keys: Collection<RequestKey>
  readonly #world: World

  constructor(keys: Collection<RequestKey>, world: World) {
    this.#keys = keys
    this.#world = world
  }

  /** New names; or those of an earlier try of the same request. Another request under the same key is refused. */
  async reserve({ key, actor, request, since }: Asked): Promise<Reserved> {
    const names = this.#newNames()
    if (key === null) return { id: null, names, since: 0, resumed: false, answer: null }
    const _id = hash([actor.org, actor.id, key])
    const fresh: RequestKey = {
      _id,
      request: hash(request),
      names,
      since: await since(),
      answer: null,
      expires: new Date(this.#world.now() + KEPT_MS).toISOString(),
    }
    const earlier = await this.#insertOrGet(fresh)
    if (earlier === null) return { id: _id, names, since: fresh.since, resumed: false, answer: null }
    if (earlier.request !== fresh.request)
      throw new Refusal('key-reused', 'This Idempotency-Key was used for another request: use a new one for each.')
    return { id: _id, names: earlier.names, since: earlier.since, resumed: true, answer: earlier.answer }
  }

  /** Notes the answer, for whoever asks again; gives the one that stands, where another try was faster. */
  async note<A>({ id }: Reserved, answer: A): Promise<A> {
    if (id === null) return answer
    const noted = { $set: { answer: JSON.stringify(answer) } }
    const { outcome } = await this.#keys.update({ _id: id, answer: null }, noted)
    const standing = outcome === 'updated' ? null : ((await this.#keys.get(id))?.answer ?? null)
    return standing === null ? answer : (JSON.parse(standing) as A)
  }

  #newNames(): Names {
    const { newId, newPart, now } = this.#world
    return { event: newId(), part: newPart(), posted: new Date(now()).toISOString() }
  }

  async #insertOrGet(fresh: RequestKey): Promise<RequestKey | null> {
    try {
      await this.#keys.insert(fresh)
      return null
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      // An old one may have expired between the two.
      return (await this.#keys.get(fresh._id)) ?? this.#insertOrGet(fresh)
    }
  }
}
