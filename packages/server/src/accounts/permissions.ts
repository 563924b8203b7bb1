import * as z from 'zod'
import type { Actor } from '../api/actor.ts'
import { RecentMap } from '../api/recent-map.ts'
import { Refusal } from '../api/refusal.ts'
import { ask, type Hook, HookFailed } from '../hooks/ask.ts'

/** What the host knows a thing by that is commented on. */
type Thing = { type: string; id: string }

/** What a viewer may do with a resource; `moderate` is null where the role in the token decides. */
export type May = { see: boolean; comment: boolean; moderate: boolean | null }

const EVERYTHING: May = { see: true, comment: true, moderate: null }

const answerSchema = z.object({
  answers: z.array(z.object({ see: z.boolean(), comment: z.boolean(), moderate: z.boolean().default(false) })),
  /** For how long the answers hold. */
  seconds: z.number().min(0).max(60).default(5),
})

type Needs = { hookOf: (org: string) => Promise<Hook | null>; now: () => number; timeoutMs?: number }
type Question = { user: string | null; resource: Thing }
type Waiting = Question & { key: string; resolve: (may: May) => void; reject: (error: unknown) => void }
type Known = { may: May; until: number }

const TIMEOUT_MS = 2000
const MOST_ASKED = 100
const MOST_KNOWN = 50_000

/** Lets the host decide: questions of the same moment are asked in one request, answers hold as long as it says. */
export class Permissions {
  readonly #needs: Needs
  readonly #known = new RecentMap<Known>({ capacity: MOST_KNOWN })
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Refused while the host cannot be asked: for what is there and for what is not, alike. */
  async of(actor: Actor | null, org: string, resource: Thing): Promise<May> {
    const hook = await this.#needs.hookOf(org)
    // The host's own server sees what is the host's.
    if (hook === null || actor?.kind === 'server') return EVERYTHING
    const user = actor?.hostId ?? null
    const key = JSON.stringify([org, user, resource.type, resource.id])
    const known = this.#known.get(key)
    if (known !== undefined && this.#needs.now() < known.until) return known.may
    return this.#asked(org, hook, { user, resource, key })
  }

  #asked(org: string, hook: Hook, question: Question & { key: string }): Promise<May> {
    const { promise, resolve, reject } = Promise.withResolvers<May>()
    const waiting = this.#waiting.get(org)
    const mine = { ...question, resolve, reject }
    if (waiting !== undefined) waiting.push(mine)
    else {
      this.#waiting.set(org, [mine])
      setImmediate(() => this.#askAll(org, hook))
    }
    return promise
  }

  #askAll(org: string, hook: Hook): void {
    const all = this.#waiting.get(org) ?? []
    this.#waiting.delete(org)
    for (let at = 0; at < all.length; at += MOST_ASKED) {
      const some = all.slice(at, at + MOST_ASKED)
      this.#ask(org, hook, some).catch((error: unknown) => {
        for (const { reject } of some) reject(error)
      })
    }
  }

  async #ask(org: string, hook: Hook, some: readonly Waiting[]): Promise<void> {
    const questions = some.map(({ user, resource }) => ({ user, resource }))
    const { answers, seconds } = await this.#answered(hook, { kind: 'may', org, questions })
    if (answers.length !== some.length) throw unavailable()
    const until = this.#needs.now() + 1000 * seconds
    for (const [at, { key, resolve }] of some.entries()) {
      const may = answers[at] ?? { see: false, comment: false, moderate: false }
      this.#known.set(key, { may, until })
      resolve(may)
    }
  }

  async #answered(hook: Hook, question: unknown): Promise<z.output<typeof answerSchema>> {
    try {
      return answerSchema.parse(await ask(hook, question, { timeoutMs: this.#needs.timeoutMs ?? TIMEOUT_MS }))
    } catch (error) {
      if (error instanceof HookFailed || error instanceof z.ZodError) throw unavailable()
      throw error
    }
  }
}

const unavailable = (): Refusal =>
  new Refusal('host-unavailable', 'The site could not be asked who may see this: try again in a moment.')
