import type { LoggedEvent } from '@palaver/store'
import type { Comment } from '../../comments/service.ts'
import type { CentreWorld } from './centre.fixtures.ts'

type Row = {
  person: string
  event: string
  slug: string
  by: string
  position: number
  reason: string
  at: string
  isRead: boolean
  isArchived: boolean
  isGone: boolean
  isHidden: boolean
  /** Gone before it was read: if it holds again, it is told as if it never had been. */
  isUntold: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What people are told, written down as plainly as can be: a list, gone through from end to end each time. */
export class Model {
  readonly #rows: Row[] = []
  readonly #readTo = new Map<string, number>()
  readonly #looked = new Set<string>()

  async handle(world: CentreWorld, event: LoggedEvent, position: number): Promise<void> {
    if (event.type === 'relation') return this.#part(event)
    if (event.type !== 'comment') return
    const { slug } = (event.after ?? event.before) as unknown as Comment
    const discussion = await world.comments.discussion({ discussion: world.discussion })
    const comment = await world.comments.comment(discussion, slug)
    if ((event.op === 'created' || event.op === 'edited') && comment.status === 'published')
      await this.#tell(world, event, { comment, position })
    if (event.op === 'deleted' || (event.op === 'edited' && takesMention(event))) this.#takeBack(comment)
  }

  /** Whom it concerned when that was found out, by the rows that are there: whom it may be told is seen now. */
  async #tell(world: CentreWorld, event: LoggedEvent, now: { comment: Comment; position: number }): Promise<void> {
    const { comment, position } = now
    const { author } = comment
    for await (const page of storedFor(world, event)) {
      for (const { person, reason, skip } of page) {
        if (this.#looked.has(`${person} ${event._id}`)) continue
        this.#looked.add(`${person} ${event._id}`)
        const org = 'org1'
        const hidden = await world.people.relations.hiddenFrom({ org, id: person }, [author.id])
        const isMentioned = comment.mentions.some(({ id }) => id === person)
        const again = event.op === 'edited' && this.#wasMentioned(person, comment.slug, event)
        if (skip !== null || hidden.size > 0 || (reason === 'mention' && !isMentioned) || again) continue
        const fresh = { isRead: false, isArchived: false, isGone: false, isHidden: false, isUntold: false }
        this.#rows.push({
          person,
          event: event._id,
          slug: comment.slug,
          by: author.id,
          position,
          reason,
          at: event.at,
          ...fresh,
        })
      }
    }
  }

  #wasMentioned(person: string, slug: string, { at }: LoggedEvent): boolean {
    const since = new Date(Date.parse(at) - DAY_MS).toISOString()
    return this.#rows.some(
      (row) =>
        row.person === person &&
        row.slug === slug &&
        row.reason === 'mention' &&
        !row.isUntold &&
        row.at <= at &&
        row.at >= since,
    )
  }

  #takeBack(comment: Comment): void {
    for (const row of this.#rows.filter(({ slug }) => slug === comment.slug)) {
      const isMentioned = comment.mentions.some(({ id }) => id === row.person)
      if (comment.status === 'published' && (row.reason !== 'mention' || isMentioned)) continue
      if (this.#isUnread(row)) row.isHidden = row.isUntold = true
      else row.isGone = true
    }
  }

  #part({ subject, op, after, seq }: LoggedEvent): void {
    const { to } = after as unknown as { to: string }
    const isApart = ({ person, by }: Row): boolean =>
      (person === subject && by === to) || (op === 'blocked' && person === to && by === subject)
    if (op !== 'blocked' && op !== 'muted') return
    for (const row of this.#rows) if (isApart(row) && row.position < seq) row.isHidden = true
  }

  #isUnread(row: Row): boolean {
    const { isRead, isArchived, isGone, isHidden, position, person } = row
    return !isRead && !isArchived && !isGone && !isHidden && position > (this.#readTo.get(person) ?? 0)
  }

  shown(person: string): Row[] {
    return this.#rows.filter((row) => row.person === person && !row.isHidden)
  }

  unread(person: string): number {
    return this.shown(person).filter((row) => this.#isUnread(row)).length
  }

  row(person: string, event: string): Row | undefined {
    return this.shown(person).find((row) => row.event === event)
  }

  /** Who may not see a discussion for a while loses what is unread of it, and what was about to be shown. */
  keepOnly(person: string, events: ReadonlySet<string>): void {
    for (const row of this.shown(person)) if (!events.has(row.event)) row.isHidden = true
  }

  mark(op: 'read' | 'archived' | 'unarchived', row: Row | undefined): void {
    if (row === undefined) return
    if (op === 'read') row.isRead = true
    else row.isArchived = op === 'archived'
  }

  readAll(person: string): void {
    for (const row of this.shown(person)) if (this.#isUnread(row)) row.isRead = true
  }

  readTo(person: string, position: number): void {
    this.#readTo.set(person, Math.max(position, this.#readTo.get(person) ?? 0))
  }
}

function takesMention({ before, after }: LoggedEvent): boolean {
  const [was, is] = [before, after].map((comment) => (comment as unknown as Comment).mentions.map(({ id }) => id))
  return was?.some((id) => !is?.includes(id)) ?? false
}

/** Whom it concerned is another module's to know, and is kept: the model takes it from there. */
async function* storedFor({ audiences }: CentreWorld, { _id }: LoggedEvent) {
  for await (const { doc } of audiences.scan()) if (doc.event === _id) yield doc.candidates
}
