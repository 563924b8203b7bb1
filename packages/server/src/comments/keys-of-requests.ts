import { createHash } from 'node:crypto'
import { type Collection, defineCollection, Duplicate } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Actor } from '../api/actor.ts'
import type { Verdict } from './judging.ts'
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
  /** What moderation said of it: a repeat is not judged again. */
  verdict?: Verdict
  /** The answer as JSON text, so that nothing in it can be taken for an operator or a path. */
  answer: string | null
  expires: string
  /** Who asked: when they are erased, this goes. */
  by: string
}

export const requestKeys = defineCollection<RequestKey>({
  name: 'requestKeys',
  expires: 'expires',
  indexes: [{ name: 'ofPerson', on: ['by'] }],
})

const KEPT_MS = 24 * 60 * 60 * 1000

/** `resumed`: an earlier try had these names, and may have written under them. */
export type Reserved = {
  id: string | null
  names: Names
  since: number
  verdict: Verdict
  resumed: boolean
  answer: string | null
}
export type Asked = {
  key: string | null
  actor: Actor
  request: unknown
  since: () => Promise<number>
  /** Asked once, or by two tries at once, which say the same name; what is refused is not kept. */
  verdict?: (name: string | null) => Promise<Verdict>
}
const PUBLISH = async (): Promise<Verdict> => ({ is: 'publish' })

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Wide enough for some thousand years. */
const TIME_WIDTH = 9

/** Ids of events in order of time: the newest lie side by side in the log's index, and are written as one page of it. */
const inOrder = (at: number, id: string): string => at.toString(36).padStart(TIME_WIDTH, '0') + id

export class Keys {
  readonly #keys: Collection<RequestKey>
  readonly #world: World

  constructor(keys: Collection<RequestKey>, world: World) {
    this.#keys = keys
    this.#world = world
  }

  /** New names; or those of an earlier try of the same request. Another request under the same key is refused. */
  async reserve({ key, actor, request, since, verdict = PUBLISH }: Asked): Promise<Reserved> {
    const names = this.#newNames()
    if (key === null) return { id: null, names, since: 0, verdict: await verdict(null), resumed: false, answer: null }
    const _id = hash([actor.org, actor.id, key])
    const known = await this.#keys.get(_id)
    if (known !== null) return resumed(known, request)
    const fresh: RequestKey = {
      _id,
      request: hash(request),
      names,
      since: await since(),
      verdict: await verdict(_id),
      answer: null,
      expires: new Date(this.#world.now() + KEPT_MS).toISOString(),
      by: actor.id,
    }
    const earlier = await this.#insertOrGet(fresh)
    if (earlier !== null) return resumed(earlier, request)
    return {
      id: _id,
      names,
      since: fresh.since,
      verdict: fresh.verdict ?? { is: 'publish' },
      resumed: false,
      answer: null,
    }
  }

  /** Notes the answer, for whoever asks again; gives the one that stands, where another try was faster. */
  async note<A>({ id }: Reserved, answer: A): Promise<A> {
    if (id === null) return answer
    const noted = { $set: { answer: JSON.stringify(answer) } }
    const { outcome } = await this.#keys.update({ _id: id, answer: null }, noted)
    const standing = outcome === 'updated' ? null : ((await this.#keys.get(id))?.answer ?? null)
    return standing === null ? answer : (JSON.parse(standing) as A)
  }

  /** Those of one person. */
  async forget(by: string): Promise<void> {
    for (;;) {
      const { docs } = await this.#keys.find({ where: { by }, limit: 100, project: { _id: 1 } })
      await Promise.all(docs.flatMap(({ _id }) => (_id === undefined ? [] : [this.#keys.remove({ _id })])))
      if (docs.length < 100) return
    }
  }

  #newNames(): Names {
    const { newId, newPart, now } = this.#world
    const at = now()
    return { event: inOrder(at, newId()), part: newPart(), posted: new Date(at).toISOString() }
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

function resumed({ _id, request: earlier, names, since, verdict, answer }: RequestKey, request: unknown): Reserved {
  if (earlier !== hash(request))
    throw new Refusal('key-reused', 'This Idempotency-Key was used for another request: use a new one for each.')
  return { id: _id, names, since, verdict: verdict ?? { is: 'publish' }, resumed: true, answer }
}
