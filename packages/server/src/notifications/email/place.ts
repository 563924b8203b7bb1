import { isCritical } from '../critical.ts'
import type { Choices } from '../preferences/model.ts'
import type { Item, Reason, Window } from '../model.ts'
import { digestOfTomorrow, dueOf, quietUntil, type Slot, waitedForQuiet } from '../windows/schedule.ts'
import { isSameDay, localDate } from '../windows/zoned.ts'
import type { State } from './mailboxes.ts'

type Known = { choices: Choices; mailbox: State; now: number; bufferMs: number; mailsPerDay: number }

const SPEED: readonly Window['kind'][] = ['instant', 'hourly', 'daily', 'weekly']
const DIGESTS: ReadonlySet<Window['kind']> = new Set(['daily', 'weekly'])

export const isDigest = ({ kind }: Pick<Window, 'kind'>): boolean => DIGESTS.has(kind)

export const localDay = (now: number, timeZone: string): string => localDate(now, timeZone).toString()

/** Where something told now waits; null where no mail is wanted. Who has had enough today hears tomorrow. */
export function placeOf(known: Known, item: Pick<Item, 'reason'>): Slot | null {
  const { now, bufferMs } = known
  const choices = heeded(known, [item])
  const slot = dueOf(choices, now, bufferMs)
  const isToday = slot !== null && localDay(slot.due, choices.timeZone) === localDay(now, choices.timeZone)
  return isToday && isFull(known) ? digestOfTomorrow(choices, now) : slot
}

/** A later time for a window that is due, where there is a reason: what was chosen since then counts. */
export function heldUntil(window: Window, known: Known): { due: number; kind: Window['kind'] } | null {
  const { mailbox, now, bufferMs } = known
  const choices = heeded(known, window.items)
  const chosen = dueOf(choices, now, bufferMs)
  if (chosen === null) return null
  if (SPEED.indexOf(chosen.kind) > SPEED.indexOf(window.kind)) return chosen
  if (isFull(known)) return digestOfTomorrow(choices, now)
  if (isDigest(window)) {
    const isSecond = mailbox.lastDigest !== null && isSameDay(Date.parse(mailbox.lastDigest), now, choices.timeZone)
    return isSecond ? chosenOrTomorrow(chosen, known) : null
  }
  const until = quietUntil(choices, now)
  if (until === null || waitedForQuiet(choices, Date.parse(window.due))) return null
  return { due: until, kind: window.kind }
}

/** Nobody needs a mail of their own at once for these. */
const CAN_WAIT: ReadonlySet<Reason> = new Set(['follow', 'request', 'wall', 'accepted', 'reaction', 'repost', 'quote'])

/** What may not wait takes along what would: there is a mail anyway. */
function heeded({ choices }: Known, items: readonly Pick<Item, 'reason'>[]): Choices {
  const { mail } = choices
  const canWait = items.length > 0 && items.every(({ reason }) => CAN_WAIT.has(reason))
  const chosen: Choices = canWait && (mail === 'instant' || mail === 'hourly') ? { ...choices, mail: 'daily' } : choices
  return items.some(isCritical) ? { ...chosen, quiet: null } : chosen
}

/** Somebody who has changed to mails at once meanwhile still gets one digest a day. */
const chosenOrTomorrow = (chosen: Slot, { choices, now }: Known): Slot =>
  isDigest(chosen) && localDay(chosen.due, choices.timeZone) !== localDay(now, choices.timeZone)
    ? chosen
    : digestOfTomorrow(choices, now)

const isFull = ({ choices, mailbox, now, mailsPerDay }: Known): boolean =>
  mailbox.day === localDay(now, choices.timeZone) && mailbox.mails >= mailsPerDay
