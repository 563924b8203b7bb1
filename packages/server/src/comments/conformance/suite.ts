import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { TestEngine } from '../../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import type { Actor } from '../../api/actor.ts'
import type { ProblemCode } from '../../api/problem-codes.ts'
import { Refusal } from '../../api/refusal.ts'
import { requestKeys } from '../keys-of-requests.ts'
import type { Comment, Discussion, Settings } from '../model.ts'
import type { Command } from '../posting.ts'
import type { Comments } from '../service.ts'
import { ADMIN, type Ground, type GroundOptions, groundOn, type Kind, KINDS, ORG, person } from '../testing/ground.ts'

export const ANN = person('ann')
export const BOB = person('bob')
export const MODERATOR = person('mona', 'moderator')

type Saying = { by?: Actor; under?: string | null; key?: string }

/** A discussion of its own, in few words. */
export class Talk {
  readonly ground: Ground
  readonly id: string

  constructor(ground: Ground, id: string) {
    this.ground = ground
    this.id = id
  }

  get comments(): Comments {
    return this.ground.comments
  }

  /** Keys are a person's, not a discussion's: each talk has its own. */
  as(actor: Actor, key?: string): Command {
    return { actor, ref: { discussion: this.id }, key: key === undefined ? null : `${this.id} ${key}` }
  }

  async say(text: string, { by = ANN, under = null, key }: Saying = {}): Promise<Comment> {
    const { comment } = await this.comments.post(this.as(by, key), { text, parent: under })
    return comment
  }

  /** As it is stored. */
  async read(slug: string): Promise<Comment> {
    const { comment } = await this.comments.views.permalink(await this.discussion(), slug)
    return comment
  }

  discussion(): Promise<Discussion> {
    return this.comments.discussion({ discussion: this.id })
  }

  /** All that a reader sees, the oldest first. */
  async slugs(): Promise<string[]> {
    const page = await this.comments.views.chronological(await this.discussion(), 'oldest', { limit: 100 })
    return page.comments.map(({ slug }) => slug)
  }

  /** What was told of its comments, such as `['created', 'edited']`. */
  async told(): Promise<string[]> {
    const { events } = this.ground.store
    await events.settle()
    const all = await events.read({ partition: events.partitionOf(ORG), subject: this.id, after: 0, limit: 1_000 })
    return all.filter(({ type }) => type !== 'discussion').map(({ op }) => op)
  }
}

export type Clock = { later(ms: number): void }
export type Shared = { ground: () => Ground; clock: Clock; open(settings?: Partial<Settings>): Promise<Talk> }

/** One database for a suite, with a clock that goes on by a second at each look. */
export function sharedGround(engine: TestEngine, options: GroundOptions = {}): Shared {
  let ground: Ground
  let now = Date.UTC(2026, 0, 1)
  let opened = 0
  beforeAll(async () => {
    ground = await groundOn(engine.open, { ...options, world: { now: () => (now += 1_000) } })
  })
  afterAll(() => ground.close())
  return {
    ground: () => ground,
    clock: { later: (ms) => void (now += ms) },
    async open(settings = {}) {
      const resource = { type: 'talk', id: String(opened++) }
      const { _id } = await ground.comments.open(ADMIN, { org: ORG, resource, settings })
      return new Talk(ground, _id)
    },
  }
}

/** The same suite on every engine, in every layout and order. */
export function describeKinds(
  name: string,
  suite: (shared: Shared, kind: Kind) => void,
  options: GroundOptions = {},
): void {
  describeEngines(name, (engine) => {
    const shared = sharedGround(engine, options)
    for (const kind of KINDS)
      describe(`${kind.layout}, ${kind.order}`, () => {
        suite({ ...shared, open: (settings) => shared.open({ ...settings, ...kind }) }, kind)
      })
  })
}

/** Refused, for this reason; anything else that goes wrong is a defect. */
export async function expectRefused(work: Promise<unknown>, code: ProblemCode): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof Refusal)) throw new Error(`must be refused (${code}), but ${String(error)}`, { cause: error })
  expect(error.code).toBe(code)
  return error
}

/** As if every process had died right before it noted its answer. */
export async function forgetAnswers({ ground }: Talk): Promise<void> {
  const keys = ground.store.collection(requestKeys)
  for await (const { doc } of keys.scan()) await keys.update({ _id: doc._id }, { $set: { answer: null } })
}
