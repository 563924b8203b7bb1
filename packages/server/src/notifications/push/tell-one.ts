import { TryLater } from '../../events/queue-model.ts'
import { faultAt } from '../../fault.ts'
import type { Checked } from '../audience/audience-of.ts'
import { isCritical } from '../critical.ts'
import type { Item, Telling } from '../model.ts'
import { quietUntil } from '../windows/schedule.ts'
import { toDevices } from './devices.ts'
import { messageOf, type Tellable } from './message.ts'
import { devicesOf, type PushNeeds, TTL_MS } from './needs.ts'
import { note } from './telling.ts'

/** What somebody is to be told, and what became of it before. */
export type Pending = { item: Item; earlier: Telling | null }

type Attempt = { check: Checked; signal: AbortSignal }

/** Tells one person of one thing, or notes why not. Throws where it is to be tried again. */
export async function tellOne(needs: PushNeeds, pending: Pending, { check, signal }: Attempt): Promise<void> {
  const { item } = pending
  if (check.skip !== null) return note(needs, item, { state: 'skipped', skip: check.skip })
  const until = isCritical(item) ? null : quietUntil(await needs.choicesOf(item.org, item.person), needs.now())
  if (until !== null) return holdUntil(needs, pending, until)
  return sendNow(needs, pending, { told: tellable(needs, item, check), signal })
}

type Allowed = Extract<Checked, { skip: null }>

export function tellable({ linkOf }: PushNeeds, item: Item, subject: Allowed): Tellable {
  if (subject.social !== undefined) return { ...subject, item, url: subject.social.url }
  const { discussion, comment } = subject
  return { item, discussion, comment, url: item.slug === null ? discussion.url : linkOf(discussion, item.slug) }
}

/** Whoever has it on one browser already has been told. */
async function holdUntil(needs: PushNeeds, { item, earlier }: Pending, until: number): Promise<void> {
  const { reached = [] } = earlier ?? {}
  if (reached.length > 0) return note(needs, item, { state: 'sent', reached })
  if (earlier !== null) await note(needs, item, { state: 'waiting' })
  return intoWindow(needs, item, until)
}

/** It was to wait, and may have died before it did; what has closed without it goes out now. */
export const holdAgain = (needs: PushNeeds, item: Item): Promise<void> => intoWindow(needs, item, needs.now())

function intoWindow({ windows }: PushNeeds, item: Item, due: number): Promise<void> {
  return windows.add(item, { channel: 'push', kind: 'quiet', due, key: `quiet~${new Date(due).toISOString()}` })
}

type Sending = { told: Tellable; signal: AbortSignal }

async function sendNow(needs: PushNeeds, pending: Pending, { told, signal }: Sending): Promise<void> {
  const { item, earlier } = pending
  const isPrivate = await needs.privatePreviews(item.org)
  const { reached, laterMs, isRefused } = await toDevices(needs.sender, await devicesOf(needs, item), {
    reached: earlier?.reached ?? [],
    messageIn: (language) => messageOf(told, { language, isPrivate }),
    ttlSeconds: Math.max(0, Math.ceil((Date.parse(item.at) + TTL_MS - needs.now()) / 1000)),
    urgency: item.reason === 'mention' ? 'high' : 'normal',
    signal,
  })
  faultAt('A9')
  if (laterMs !== null) {
    await note(needs, item, { state: 'sending', reached })
    throw new TryLater('A push service asks to wait.', { afterMs: laterMs })
  }
  if (reached.length > 0) return note(needs, item, { state: 'sent', reached })
  if (isRefused) return note(needs, item, { state: 'failed' })
  return note(needs, item, { state: 'skipped', skip: 'no-subscription' })
}
