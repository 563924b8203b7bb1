import * as z from 'zod'
import { RecentMap } from '../api/recent-map.ts'
import { ask, type Hook, HookFailed } from '../hooks/ask.ts'
import { type Profile, profileOf, toldPersonSchema } from './people-model.ts'

type Needs = {
  hookOf: (org: string) => Promise<Hook | null>
  /** Keeps who was found. */
  found: (people: readonly Profile[]) => Promise<void>
  now: () => number
  timeoutMs?: number
}

const TIMEOUT_MS = 1000
const KEPT_MS = 60_000
/** A host that does not answer is given a moment. */
const KEPT_AFTER_FAILURE_MS = 5000
const MOST_KEPT = 10_000
const MOST_FOUND = 50
const MOST_NAMES = 50

const answerSchema = z.object({ people: z.array(z.unknown()) })

type Question = { prefix: string } | { names: readonly string[] }
/** `answer` is null once it is there. */
type Asked = { until: number; answer: Promise<void> | null }

/** Asks the host for people of whom it has not told yet. Whoever is found is kept as if the host had told of them. */
export class Directory {
  readonly #needs: Needs
  readonly #asked = new RecentMap<Asked>({ capacity: MOST_KEPT })

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Whether the host was asked whose name begins so, and may have told of somebody. */
  startingWith(org: string, prefix: string): Promise<boolean> {
    return this.#once(org, new Map([[`prefix ${prefix}`, prefix]]), () => ({ prefix }))
  }

  /** The same for whole names. */
  called(org: string, names: readonly string[]): Promise<boolean> {
    return this.#once(org, new Map(names.map((name) => [`name ${name}`, name])), (fresh) => ({ names: fresh }))
  }

  /** Whoever asks the same meanwhile waits for the same answer. */
  async #once(
    org: string,
    wanted: ReadonlyMap<string, string>,
    question: (fresh: string[]) => Question,
  ): Promise<boolean> {
    const hook = await this.#needs.hookOf(org)
    if (hook === null) return false
    const now = this.#needs.now()
    const keys = [...wanted].map(([key, word]) => ({ key: JSON.stringify([org, key]), word }))
    const known = keys.flatMap(({ key }) => this.#asked.get(key) ?? []).filter(({ until }) => now < until)
    const fresh = keys.filter(({ key }) => (this.#asked.get(key)?.until ?? 0) <= now).slice(0, MOST_NAMES)
    const answers = new Set(known.flatMap(({ answer }) => answer ?? []))
    if (fresh.length > 0) {
      const asking = this.#ask(org, hook, question(fresh.map(({ word }) => word)))
      answers.add(
        this.#note(
          fresh.map(({ key }) => key),
          asking,
        ),
      )
    }
    await Promise.all(answers)
    return answers.size > 0
  }

  async #note(keys: readonly string[], asking: Promise<boolean>): Promise<void> {
    const keep = (ms: number, answer: Promise<void> | null): void => {
      for (const key of keys) this.#asked.set(key, { until: this.#needs.now() + ms, answer })
    }
    let isAnswered = false
    const answer = asking.then((answered) => {
      isAnswered = answered
    })
    keep(KEPT_MS, answer)
    try {
      await answer
    } finally {
      keep(isAnswered ? KEPT_MS : KEPT_AFTER_FAILURE_MS, null)
    }
  }

  async #ask(org: string, hook: Hook, question: Question): Promise<boolean> {
    try {
      const asked = { kind: 'people', org, ...question, limit: MOST_FOUND }
      const answer = answerSchema.parse(await ask(hook, asked, { timeoutMs: this.#needs.timeoutMs ?? TIMEOUT_MS }))
      await this.#needs.found(profilesIn(org, answer.people))
      return true
    } catch (error) {
      if (error instanceof HookFailed || error instanceof z.ZodError) return false
      throw error
    }
  }
}

/** Those of the answer that are as they must be. */
function profilesIn(org: string, people: readonly unknown[]): Profile[] {
  return people.slice(0, MOST_FOUND).flatMap((person) => {
    const { data } = toldPersonSchema.safeParse(person)
    return data === undefined ? [] : [profileOf(org, data)]
  })
}
