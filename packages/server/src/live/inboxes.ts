import type { EventLogApi, LoggedEvent } from '@palaver/store'
import { MOST_MISSED } from './catching-up.ts'
import type { Actor } from '../api/actor.ts'
import type { Whose } from './company.ts'
import { batchOf, type Frame, frameBytes } from './frame.ts'
import { idAt, seqOf } from './place.ts'
import { Presence } from './presence.ts'
import { Repeating } from './repeating.ts'
import type { Stream } from './stream.ts'
import { Topic } from './topic.ts'

/** Something that changed in a person's centre: `kind` is what its frame is called, the rest is told as it is. */
type Change = { position: number; kind: string }

/** What the centre offers: all changes up to a position are known, and none beyond it. */
export type InboxNeeds = {
  /** Up to which place in the log the centre has written everything. */
  position: (org: string) => Promise<number>
  shownSince: (
    whose: Actor,
    since: number,
    limit: number,
  ) => Promise<{ changes: readonly Change[]; position: number; more: boolean; reset: boolean }>
  counts: (actor: Actor) => Promise<{ unread: unknown; unseen: unknown }>
  /** Notes that somebody has their stream open. */
  present: (whose: Whose) => Promise<void>
}

type Needs = {
  log: Pick<EventLogApi, 'read'>
  inbox: InboxNeeds
  now: () => number
  onError: (error: unknown) => void
}

/** Some people of an org, or all, may have been told something between these places. */
type Due = { from: number; to: number; who: Set<string> | 'all' }

type Inbox = { whose: Actor; topic: Topic; position: number }

const BATCH = 200
const AT_ONCE = 16
/** The centre is usually this far behind. */
const LOOK_AGAIN_MS = 100

/** What concerns one person is of theirs alone; of all else the centre knows whom it concerns. */
const OWN = ['inbox', 'relation', 'person']
const NOBODY = ['vote', 'discussion']

const keyOf = ({ org, id }: Whose): string => `${org} ${id}`

/** Tells people what is written in their centres, once it is. */
export class Inboxes {
  readonly #needs: Needs
  readonly #partition: number
  readonly #noted: () => number
  readonly #inboxes = new Map<string, Inbox>()
  readonly #due = new Map<string, Due>()
  readonly #telling: Repeating
  readonly #presence: Presence
  #again: NodeJS.Timeout | null = null

  /** `noted`: all up to this place in the log has been noted. */
  constructor(needs: Needs, partition: number, noted: () => number) {
    this.#needs = needs
    this.#partition = partition
    this.#noted = noted
    this.#telling = new Repeating(() => this.#round(), needs.onError)
    const { inbox, now, onError } = needs
    const present: InboxNeeds['present'] = (whose) => inbox.present(whose)
    this.#presence = new Presence({ present, now, onError }, () => this.#inboxes.values())
  }

  stop(): void {
    this.#telling.stop()
    this.#presence.stop()
    if (this.#again !== null) clearTimeout(this.#again)
  }

  /** Says that time has passed: who has a stream open is still here. */
  tick(): void {
    if (this.#inboxes.size > 0) this.#presence.wake()
  }

  note(events: readonly LoggedEvent[]): void {
    if (this.#inboxes.size === 0) return
    const orgs = new Set(Array.from(this.#inboxes.values(), ({ whose }) => whose.org))
    for (const { org, type, subject, seq } of events)
      if (orgs.has(org) && !NOBODY.includes(type))
        this.#add(org, { from: seq, to: seq, who: OWN.includes(type) ? new Set([subject]) : 'all' })
    if (this.#due.size > 0) this.#telling.wake()
  }

  async follow(stream: Stream, whose: Actor, since: string | null): Promise<void> {
    const inbox = await this.#opened(whose)
    if (stream.isOver) return this.#closeIfDeserted(inbox)
    inbox.topic.add(stream)
    stream.listener.line.onClose(() => {
      inbox.topic.delete(stream)
      this.#closeIfDeserted(inbox)
    })
    const here = inbox.position
    const after = since === null ? here : await seqOf(this.#needs.log, this.#partition, since)
    stream.position = after ?? here
    const isWhole = after !== null && (await this.#sendMissed(stream, whose, { after, upTo: here }))
    stream.position = isWhole ? Math.max(here, after) : here
    const id = await idAt(this.#needs.log, this.#partition, stream.position)
    stream.send(frameBytes({ id, event: isWhole ? 'ready' : 'reset', data: {} }))
    stream.send(await this.#counts(whose))
    stream.follow()
  }

  async #opened(whose: Actor): Promise<Inbox> {
    const position = await this.#needs.inbox.position(whose.org)
    const known = this.#inboxes.get(keyOf(whose))
    if (known !== undefined) return known
    const inbox = { whose, topic: new Topic(), position }
    this.#inboxes.set(keyOf(whose), inbox)
    // What the centre has yet to write was noted when nobody listened.
    const noted = this.#noted()
    if (noted > position) this.#add(whose.org, { from: position + 1, to: noted, who: new Set([whose.id]) })
    this.#telling.wake()
    this.#presence.wake()
    return inbox
  }

  #closeIfDeserted(inbox: Inbox): void {
    const key = keyOf(inbox.whose)
    if (inbox.topic.isDeserted && this.#inboxes.get(key) === inbox) this.#inboxes.delete(key)
  }

  /** False where it is too much. */
  async #sendMissed(stream: Stream, whose: Actor, missed: { after: number; upTo: number }): Promise<boolean> {
    let { after } = missed
    for (let count = 0; after < missed.upTo && !stream.isOver;) {
      const { changes, position, reset, more } = await this.#needs.inbox.shownSince(whose, after, BATCH)
      const some = changes.filter((change) => change.position <= missed.upTo)
      count += some.length
      if (reset || count > MOST_MISSED) return false
      if (some.length > 0) await stream.sendPatiently(batchOf(await this.#frames(some)))
      if (!more) return true
      after = position
    }
    return true
  }

  #add(org: string, due: Due): void {
    const known = this.#due.get(org)
    if (known === undefined) {
      this.#due.set(org, due)
      return
    }
    known.from = Math.min(known.from, due.from)
    known.to = Math.max(known.to, due.to)
    if (known.who !== 'all') known.who = due.who === 'all' ? 'all' : new Set([...known.who, ...due.who])
  }

  async #round(): Promise<boolean> {
    for (const [org, due] of Array.from(this.#due)) {
      const reached = await this.#needs.inbox.position(org)
      if (reached < due.from) continue
      this.#due.delete(org)
      try {
        await this.#tellAll(org, due.who)
      } catch (error) {
        this.#add(org, due)
        throw error
      }
      if (reached < due.to) this.#add(org, { ...due, from: reached + 1 })
    }
    if (this.#due.size > 0) this.#lookAgain()
    return false
  }

  async #tellAll(org: string, who: Due['who']): Promise<void> {
    const some = [...this.#inboxes.values()].filter(
      ({ whose }) => whose.org === org && (who === 'all' || who.has(whose.id)),
    )
    for (let at = 0; at < some.length; at += AT_ONCE)
      await Promise.all(some.slice(at, at + AT_ONCE).map((inbox) => this.#tell(inbox)))
  }

  #lookAgain(): void {
    this.#again ??= setTimeout(() => {
      this.#again = null
      this.#telling.wake()
    }, LOOK_AGAIN_MS).unref()
  }

  async #tell(inbox: Inbox): Promise<void> {
    for (;;) {
      const { changes, position, more, reset } = await this.#needs.inbox.shownSince(inbox.whose, inbox.position, BATCH)
      const frames = reset ? [await this.#reset(position)] : await this.#frames(changes)
      if (frames.length > 0) frames.push({ seq: position, bytes: await this.#counts(inbox.whose) })
      inbox.topic.publish(batchOf(frames))
      inbox.position = position
      if (!more) return
    }
  }

  async #reset(position: number): Promise<Frame> {
    const id = await idAt(this.#needs.log, this.#partition, position)
    return { seq: position, bytes: frameBytes({ id, event: 'reset', data: {} }) }
  }

  async #counts(whose: Actor): Promise<Buffer> {
    const { unread, unseen } = await this.#needs.inbox.counts(whose)
    return frameBytes({ id: null, event: 'counts', data: { unread, unseen } })
  }

  /** Of several at one place only the last names it: who has the others alone is sent them again. */
  async #frames(changes: readonly Change[]): Promise<Frame[]> {
    const frames: Frame[] = []
    for (const [at, { position, kind, ...data }] of changes.entries()) {
      const isLast = changes[at + 1]?.position !== position
      const id = isLast ? await idAt(this.#needs.log, this.#partition, position) : null
      frames.push({ seq: position, bytes: frameBytes({ id, event: kind, data }) })
    }
    return frames
  }
}
