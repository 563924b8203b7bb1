import type { LoggedEvent, OnProgress } from '@palaver/store'
import { COUNTERS } from '../consumers/counters.ts'
import { ancestorsOf, keyOf } from '../keys.ts'
import type { Comment, Order } from '../model.ts'
import { justBehind } from '../views/list.ts'
import { DoesNotFit } from './does-not-fit.ts'
import { Lost, type Move, type MoveNeeds, showLife } from './mover.ts'

const BATCH = 200
/** Written together, which costs few commits. */
const AT_ONCE = 100
const EVENTS = 500
const SHOW_LIFE_MS = 250

export type Followed = {
  /** How many comments had changed since they were copied. */
  brought: number
  /** All comments may have changed without an event for each. */
  isRecounted: boolean
}

/**
 * Copies comments from one home to another, and again when they change. What is copied again:
 *
 * - What an event names that came since the last time, and the comment it replies to.
 * - The same for events that the counters had not counted then: they write later than the event, and without one.
 * - What is marked for deletion: that mark may be taken back without an event.
 * - What was written late: into the home before this one, when it had been left. Its event is in the log since, so
 *   that doing it again in this home tells nothing new, whenever that happens.
 */
export class Copier {
  readonly #needs: MoveNeeds
  readonly #move: Move
  readonly #partition: number
  readonly #always = new Set<string>()
  readonly #recounts = new Set<string>()
  #lifeShown: number
  #since = 0
  /** All events of the discussion up to this one have been followed. */
  seq = 0

  constructor(needs: MoveNeeds, move: Move) {
    this.#needs = needs
    this.#move = move
    this.#partition = needs.log.partitionOf(move.org)
    this.#lifeShown = needs.world.now()
  }

  /** Copies all comments, into a home that has none. */
  async fill(onProgress: OnProgress): Promise<void> {
    const { to } = this.#move
    if (to.layout.fill === undefined) return this.copyAll(onProgress)
    await this.#begin()
    const written = await to.layout.fill(to.place, (order) => this.#all(order, onProgress))
    if (written === 'full') throw new DoesNotFit()
    if (written === 'moved') throw new Lost()
  }

  /** Copies all comments, one by one: those that are there already are brought up to date. */
  async copyAll(onProgress: OnProgress = () => {}): Promise<void> {
    await this.#begin()
    for await (const batch of this.#all(this.#move.from.place.order, onProgress)) await this.#putAll(batch)
  }

  async #begin(): Promise<void> {
    const { arrived } = this.#move
    this.#goOnBehind(await this.#needs.log.positionOf(COUNTERS, this.#partition))
    if (arrived !== null) for await (const event of this.#events(arrived.seq)) this.#noteLate(event)
  }

  /** All comments in an order, with those noted that are marked for deletion. */
  async *#all(order: Order, onProgress: OnProgress): AsyncGenerator<Comment[]> {
    const { from, comments } = this.#move
    let done = 0
    for (let begin: string | null = ''; begin !== null;) {
      const range = begin === '' ? {} : { from: begin }
      const found: Comment[] = await from.layout.list(from.place, order, { ...range, limit: BATCH })
      for (const { slug, deleting } of found) if (deleting !== null) this.#always.add(slug)
      yield found
      await this.#showLife()
      done += found.length
      const last = found.at(-1)
      begin = found.length < BATCH || last === undefined ? null : justBehind(keyOf(order, last))
      const total = begin === null ? done : Math.max(done + 1, comments)
      onProgress({ task: `Copying comments, ${order}`, done, total })
    }
  }

  /** Copies again what may have changed since it was copied. */
  async follow(): Promise<Followed> {
    const { log } = this.#needs
    const counted = await log.positionOf(COUNTERS, this.#partition)
    await log.settle()
    const changed = new Set<string>()
    let isRecounted = false
    for await (const event of this.#events(this.#since)) {
      for (const slug of slugsIn(event)) changed.add(slug)
      this.#noteLate(event)
      if (isNewRecount(event, this.#recounts)) isRecounted = true
    }
    const brought = await this.#bring([...new Set([...this.#always, ...changed])])
    this.#goOnBehind(counted)
    return { brought, isRecounted }
  }

  #goOnBehind(counted: number): void {
    this.#since = counted
    this.seq = Math.max(this.seq, counted)
  }

  #noteLate(event: LoggedEvent): void {
    if ((event.epoch ?? 0) >= (this.#move.arrived?.epoch ?? 0)) return
    for (const slug of slugsIn(event)) this.#always.add(slug)
  }

  async *#events(since: number): AsyncGenerator<LoggedEvent> {
    const { log } = this.#needs
    for (let after = since; ;) {
      const query = { partition: this.#partition, subject: this.#move.discussion, after, limit: EVENTS }
      const events = await log.read(query)
      yield* events
      await this.#showLife()
      const last = events.at(-1)
      if (last === undefined) return
      this.seq = Math.max(this.seq, last.seq)
      if (events.length < EVENTS) return
      after = last.seq
    }
  }

  async #bring(slugs: readonly string[]): Promise<number> {
    const { from, to } = this.#move
    let brought = 0
    for (let at = 0; at < slugs.length; at += BATCH) {
      const some = slugs.slice(at, at + BATCH)
      const [found, there] = await Promise.all([from.layout.get(from.place, some), to.layout.get(to.place, some)])
      const changed = found.filter((comment, which) => comment !== null && comment.writes !== there[which]?.writes)
      const gone = some.filter((_, which) => found[which] === null && there[which] !== null)
      brought += changed.length + gone.length
      await this.#putAll(changed.filter((comment) => comment !== null))
      await this.#dropAll(gone)
    }
    return brought
  }

  /** What is replied to comes before its replies. */
  async #putAll(comments: readonly Comment[]): Promise<void> {
    const { to } = this.#move
    const inOrder = comments.toSorted((a, b) => (a.fullSlug < b.fullSlug ? -1 : 1))
    for (let at = 0; at < inOrder.length; at += AT_ONCE) {
      const some = inOrder.slice(at, at + AT_ONCE)
      const written = await Promise.all(some.map((comment) => to.layout.put(to.place, comment)))
      if (written.includes('full')) throw new DoesNotFit()
      if (written.includes('moved')) throw new Lost()
      for (const { slug, deleting } of some) if (deleting !== null) this.#always.add(slug)
      await this.#showLife()
    }
  }

  async #dropAll(slugs: readonly string[]): Promise<void> {
    const { to } = this.#move
    for (const slug of slugs) {
      await to.layout.drop(to.place, slug)
      await this.#showLife()
    }
  }

  async #showLife(): Promise<void> {
    const now = this.#needs.world.now()
    if (now - this.#lifeShown < SHOW_LIFE_MS) return
    await showLife(this.#needs, this.#move)
    this.#lifeShown = now
  }
}

/** The comment that an event is about, and the one that is above it: counters change both. */
function slugsIn({ type, before, after }: LoggedEvent): string[] {
  if (type !== 'comment' && type !== 'vote') return []
  const { slug } = { ...(before as object | null), ...(after as object | null) } as { slug?: unknown }
  if (typeof slug !== 'string') return []
  const parent = ancestorsOf(slug).at(-1)
  return parent === undefined ? [slug] : [parent, slug]
}

function isNewRecount({ _id, type, op }: LoggedEvent, known: Set<string>): boolean {
  const isNew = type === 'discussion' && op === 'recounted' && !known.has(_id)
  if (isNew) known.add(_id)
  return isNew
}
