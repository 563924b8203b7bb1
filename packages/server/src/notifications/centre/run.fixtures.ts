import type { LoggedEvent } from '@palaver/store'
import { expect } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { ANN, BOB, type CentreWorld, CID, DAN } from './centre.fixtures.ts'
import { apply, type Copy, plain, unreadIn } from './copy.fixtures.ts'
import { Model } from './model.fixtures.ts'
import { rowOf } from './row.ts'

/** Something that people do, or that happens to the queue; numbers say which, of those there are. */
export type Command = {
  do: keyof typeof DOES
  who?: number
  whom?: number
  mention?: number
  which?: number
  limit?: number
  times?: number[]
}

const PEOPLE = [ANN, BOB, CID, DAN]

const pick = <T>(list: readonly T[], which = 0): T | undefined => list[which % Math.max(1, list.length)]
const someone = (which = 0): Actor => pick(PEOPLE, which) ?? ANN
const mentioning = (which = 0): string => (which % 3 === 0 ? '' : ` @${someone(which).name}`)

/** The centre, a plain model of it, and copies that follow: one after another, with all that can come in between. */
export class Run {
  readonly world: CentreWorld
  readonly model = new Model()
  readonly copies: { who: Actor; copy: Copy; limit: number }[] = []
  readonly failed: LoggedEvent[] = []
  readonly handled: LoggedEvent[] = []
  readonly slugs: { slug: string; who: Actor }[] = []
  readonly #again = new Map<string, LoggedEvent>()
  #ids = 0

  constructor(world: CentreWorld) {
    this.world = world
  }

  async do(one: Command): Promise<void> {
    await DOES[one.do](this, one)
  }

  text(mention: number | undefined): string {
    return `text ${++this.#ids}${mentioning(mention)}`
  }

  async turn(times: number[]): Promise<void> {
    const { world } = this
    const events = await world.waiting()
    await world.handler.prepare?.(events)
    for (const [place, event] of events.entries()) {
      const original = this.#again.get(event._id) ?? event
      const often = original === event ? (times[place % times.length] ?? 1) : 1
      if (world.handler.laneOf(original) !== null) await this.#handle(original, event.seq, often)
    }
    world.state.position = events.at(-1)?.seq ?? world.state.position
    for (const who of PEOPLE) await this.check(who)
  }

  async #handle(event: LoggedEvent, position: number, often: number): Promise<void> {
    if (often === 0) return void this.failed.push(event)
    for (let time = 0; time < often; time++) await this.world.handle(event, position)
    await this.model.handle(this.world, event, position)
    this.handled.push(event)
  }

  /** As a queue brings back what failed, or what somebody asked for: by an event that has its place. */
  async redrive(event: LoggedEvent | undefined): Promise<void> {
    if (event === undefined) return
    const place = this.failed.indexOf(event)
    if (place >= 0) this.failed.splice(place, 1)
    const _id = `again${++this.#ids}`
    this.#again.set(_id, event)
    await this.world.note({ _id, subject: 'queue', type: 'queue', op: 'again' })
  }

  async fresh(who: Actor): Promise<Copy> {
    const { state, notifications, inboxes } = this.world
    const { position } = state
    const where = { person: who.id, isShown: true, position: { $lte: position } }
    const { docs } = await notifications.find({ where, limit: 1000 })
    const { readTo = 0, seenTo = 0 } = (await inboxes.get(who.id)) ?? {}
    return { rows: new Map(docs.map((row) => [row.event, rowOf(row, readTo)])), readTo, seenTo, position }
  }

  async follow(): Promise<void> {
    for (const { who, copy, limit } of this.copies)
      for (let more = true; more;) {
        const page = await this.world.centre.changesSince(who, copy.position, limit)
        expectSame('reset', page.reset, false)
        for (const change of page.changes) apply(copy, change)
        copy.position = page.position
        more = page.more
      }
  }

  async check(who: Actor): Promise<void> {
    const unread = await this.world.unread(who)
    expectSame('the number and the model', unread, this.model.unread(who.id))
    expectSame('the number and the rows', unreadIn(await this.fresh(who)), unread)
  }

  async finish(): Promise<void> {
    while (this.failed.length > 0) await this.redrive(this.failed[0])
    const nothing = () => ({ rows: new Map(), readTo: 0, seenTo: 0, position: 0 })
    for (const who of PEOPLE) this.copies.push({ who, copy: nothing(), limit: 3 })
    // Marks of the last turn are behind it.
    for (let round = 0; round < 2; round++) await this.turn([1])
    await this.follow()
    for (const { who, copy } of this.copies) {
      expectSame(who.name, plain(copy), plain(await this.fresh(who)))
      const entries = await this.world.all(who, 'unread')
      const unread = entries.reduce((sum, entry) => sum + entry.unread, 0)
      expectSame('the list and the model', unread, this.model.unread(who.id))
    }
  }
}

function expectSame<T>(what: string, is: T, should: T): void {
  expect({ [what]: is }).toEqual({ [what]: should })
}

type Does = (run: Run, one: Command) => Promise<unknown>

/** A comment that is gone cannot be changed: who tries is refused. */
const refused = (): null => null

const changes =
  (change: (run: Run, comment: Run['slugs'][number], one: Command) => Promise<unknown>): Does =>
  async (run, one) => {
    const comment = pick(run.slugs, one.which)
    if (comment !== undefined) await change(run, comment, one).catch(refused)
  }

const relates =
  (kind: 'block' | 'mute'): Does =>
  async ({ world }, { who, whom }) => {
    if (someone(who).id !== someone(whom).id) await world.people.relations.add(someone(who), kind, someone(whom).id)
  }

const marks =
  (op: 'read' | 'archived' | 'unarchived'): Does =>
  async ({ world, model }, { who, which }) => {
    const row = pick(model.shown(someone(who).id), which)
    if (row === undefined) return
    await world.centre.mark(someone(who), op, [row.event])
    model.mark(op, row)
  }

/** Marks are made where the rows are, so the model has them at once. */
const marking =
  (mark: Does): Does =>
  async (run, one) => {
    await mark(run, one)
    await run.check(someone(one.who))
  }

const rowsShown = async ({ world }: Run, where: { person: string; group?: string }) =>
  (await world.notifications.find({ where: { ...where, isShown: true }, limit: 500 })).docs

const DOES = {
  post: async (run, { who, mention, which = 0 }) => {
    const parent = which % 2 === 0 ? undefined : pick(run.slugs, which)?.slug
    const posted = await run.world.post(someone(who), run.text(mention), parent ?? null).catch(refused)
    if (posted !== null) run.slugs.push({ slug: posted.comment.slug, who: someone(who) })
  },
  edit: changes((run, { slug, who }, { mention }) => run.world.edit(who, slug, run.text(mention))),
  delete: changes(({ world }, { slug, who }) => world.comments.delete(world.command(who), slug)),
  block: relates('block'),
  mute: relates('mute'),
  lift: async ({ world }, { who, whom }) => {
    for (const kind of ['block', 'mute'] as const)
      await world.people.relations.remove(someone(who), kind, someone(whom).id)
  },
  read: marking(marks('read')),
  archived: marking(marks('archived')),
  unarchived: marking(marks('unarchived')),
  readTo: marking(async ({ world, model }, { who, which = 0 }) => {
    const to = which % (world.state.position + 3)
    await world.centre.readUpTo(someone(who), to)
    model.readTo(someone(who).id, Math.min(to, world.state.position))
  }),
  seenTo: marking(({ world }, { who, which = 0 }) => world.centre.seenUpTo(someone(who), which)),
  discussion: marking(async ({ world, model }, { who }) => {
    await world.centre.readDiscussion(someone(who), { discussion: world.discussion })
    model.readAll(someone(who).id)
  }),
  group: marking(async (run, { who, which }) => {
    const person = someone(who).id
    const group = pick(await rowsShown(run, { person }), which)?.group
    if (group === undefined) return
    await run.world.centre.markGroup(someone(who), 'read', group)
    for (const { event } of await rowsShown(run, { person, group }))
      run.model.mark('read', run.model.row(person, event))
  }),
  /** For a moment they may not see the discussion, and look. */
  shut: marking(async (run, { who }) => {
    const person = someone(who).id
    run.world.closed.add(person)
    await run.world.all(someone(who))
    run.world.closed.delete(person)
    run.model.keepOnly(person, new Set((await rowsShown(run, { person })).map(({ event }) => event)))
  }),
  turn: (run, { times = [1] }) => run.turn(times),
  again: (run, { which }) => run.redrive(pick([...run.failed, ...run.handled], which)),
  watch: async (run, { who, limit = 1 }) => {
    run.copies.push({ who: someone(who), copy: await run.fresh(someone(who)), limit })
    await run.follow()
  },
} satisfies Record<string, Does>
