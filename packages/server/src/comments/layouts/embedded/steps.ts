import type { NewEvent } from '@palaver/store'
import type { Comment, Discussion } from '../../model.ts'
import type { Changed, DecideComment, Written } from '../layout.ts'
import type { Step, Write } from './guarded-write.ts'
import type { Target } from './target.ts'
import { type Found, making, pushing, removing, reviving, rewriting } from './writes.ts'

type Now = Discussion | null
type Next<R> = (now: Now) => Step<R>

const isThere = (target: Target, now: Now): now is Discussion => now !== null && target.isThere(now)

/** The comment in its place, unless it is gone or was never there. */
function foundIn(target: Target, now: Now, slug: string): Found | null {
  const embedded = isThere(target, now) ? now.embedded[target.place.home] : undefined
  if (embedded === undefined) return null
  const spot = target.shape.find(embedded, slug)
  return spot === null || spot.gone ? null : { embedded, spot }
}

const unlessFull = (write: Write | null, events: readonly NewEvent[]): Step<Written> =>
  write === null ? { answer: 'full' } : { write, events, outcome: { answer: 'done' } }

/** A comment that is not there is added; one that is stays as it is. */
export function adding(target: Target, comment: Comment, events: readonly NewEvent[]): Next<Written> {
  return (now) => {
    if (!isThere(target, now)) return { answer: 'moved' }
    const embedded = now.embedded[target.place.home]
    if (embedded === undefined) return { write: making(target), events: [], outcome: null }
    const spot = target.shape.find(embedded, comment.slug)
    if (spot === null) return unlessFull(pushing(target, embedded, comment), events)
    return spot.gone ? unlessFull(reviving(target, { embedded, spot }, comment), events) : { answer: 'done' }
  }
}

/** A comment that is not there is added; one that is older becomes this one. */
export function bringing(target: Target, comment: Comment): Next<Written> {
  const add = adding(target, comment, [])
  return (now) => {
    const found = foundIn(target, now, comment.slug)
    if (found === null || found.spot.comment.writes >= comment.writes) return add(now)
    return unlessFull(rewriting(target, found, comment), [])
  }
}

export function changing(target: Target, slug: string, decide: DecideComment): Next<Changed> {
  return (now) => {
    if (!isThere(target, now)) return { answer: { written: 'moved', comment: null } }
    const found = foundIn(target, now, slug)
    if (found === null) return { answer: { written: 'done', comment: null } }
    const { comment } = found.spot
    const decision = decide(comment)
    if (decision === null) return { answer: { written: 'done', comment } }
    const { events } = decision
    if ('remove' in decision) return { write: removing(target, found.spot), events, outcome: changedTo(null) }
    const fields = { ...decision.set, writes: comment.writes + 1 }
    const write = rewriting(target, found, fields)
    if (write === null) return { answer: { written: 'full', comment } }
    return { write, events, outcome: changedTo({ ...comment, ...fields }) }
  }
}

const changedTo = (comment: Comment | null): { answer: Changed } => ({ answer: { written: 'done', comment } })

export function dropping(target: Target, slug: string): Next<null> {
  return (now) => {
    const found = foundIn(target, now, slug)
    if (found === null) return { answer: null }
    return { write: removing(target, found.spot), events: [], outcome: { answer: null } }
  }
}
