import type { EventLogApi } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Resource } from '../../comments/service.ts'
import { changesSince, type ChangesSince } from './changes.ts'
import { type Counts, countsOf } from './counting.ts'
import { type Asked, list, type Listed, type ListingNeeds } from './listing.ts'
import { markByIds, type Marked, markGroup, moveBound, readDiscussion, type RowMark, type Whose } from './marking.ts'
import { type CentrePosition, centrePosition } from './position.ts'
import { notePresent, type PresenceNeeds } from './presence.ts'
import type { Row } from './row.ts'
import { type Scene, scenesOf } from './showing.ts'
import { sweep } from '../social/vanishing.ts'
import { type ShownChanges, shownTo } from './telling-now.ts'

type Ref = { discussion: string } | { org: string; resource: Resource }

export type CentreNeeds = Omit<ListingNeeds, 'position'> &
  PresenceNeeds & {
    log: Pick<EventLogApi, 'read' | 'positionOf' | 'partitionOf'>
  }

/** What people were told, kept until they have seen to it. */
export class Centre {
  /** What changed for somebody behind a place in the log: for streams. */
  readonly changesSince: ChangesSince
  /** Up to which place in the log all is written, for an org. */
  readonly position: CentrePosition
  readonly #needs: ListingNeeds & PresenceNeeds

  constructor({ log, ...needs }: CentreNeeds) {
    this.position = centrePosition(log)
    this.#needs = { ...needs, position: this.position }
    this.changesSince = changesSince({ ...this.#needs, log })
  }

  async list(actor: Actor, asked: Asked): Promise<Listed> {
    await this.present(personIn(actor))
    return list(this.#needs, actor, asked)
  }

  /** They have it before their eyes: they are not rung up, and need no digest of it. */
  present(whose: Whose): Promise<void> {
    return notePresent(this.#needs, whose)
  }

  /** As `changesSince`, with what a bell shows of it. */
  async shownSince(actor: Actor, since: number, limit: number): Promise<ShownChanges> {
    return shownTo(this.#needs, personIn(actor), await this.changesSince(actor, since, limit))
  }

  async counts(actor: Actor): Promise<Counts> {
    const person = personIn(actor)
    await sweep(this.#needs, person)
    return countsOf(this.#needs, person)
  }

  /** What it takes to show rows, in their order; null for what the viewer may not see any more. */
  scenes(actor: Actor, rows: readonly Row[]): Promise<(Scene | null)[]> {
    return scenesOf(this.#needs, personIn(actor), rows)
  }

  mark(actor: Actor, op: RowMark, ids: string[]): Promise<Marked> {
    return markByIds(this.#needs, personIn(actor), { op, ids })
  }

  markGroup(actor: Actor, op: RowMark, group: string): Promise<Marked> {
    return markGroup(this.#needs, personIn(actor), { op, group })
  }

  /** Who reads a discussion has read what they were told of it. */
  async readDiscussion(actor: Actor, ref: Ref): Promise<Marked> {
    const person = personIn(actor)
    const discussion = 'discussion' in ref ? ref.discussion : (await this.#needs.comments.shown(actor, ref))._id
    return readDiscussion(this.#needs, person, discussion)
  }

  /** Everything up to a place that the person has seen; what comes meanwhile stays unread. */
  readUpTo(actor: Actor, position: number): Promise<Marked> {
    return this.#moveBound(actor, 'readTo', position)
  }

  seenUpTo(actor: Actor, position: number): Promise<Marked> {
    return this.#moveBound(actor, 'seenTo', position)
  }

  /** A place that is still to come would take in what nobody has seen. */
  async #moveBound(actor: Actor, op: 'readTo' | 'seenTo', position: number): Promise<Marked> {
    const to = Math.min(position, await this.position(personIn(actor).org))
    return { marked: (await moveBound(this.#needs, actor, { op, to })) ? 1 : 0, more: false }
  }
}

function personIn(actor: Actor): Actor {
  if (actor.kind === 'person') return actor
  throw new Refusal('forbidden', 'Notifications are for people who are signed in: guests and servers have none.')
}
