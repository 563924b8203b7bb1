import type { Channel, Reason } from '../model.ts'
import type { Choices } from './model.ts'

/** What is many, or waits where people look anyway, is in the centre; whoever wants it elsewhere says so. */
const ELSEWHERE: Readonly<Partial<Record<Reason, readonly Channel[]>>> = {
  moderation: [],
  reaction: [],
  repost: [],
  quote: [],
  accepted: ['push'],
}

const isWantedByDefault = (channel: Channel, reason: Reason): boolean =>
  channel === 'centre' || (ELSEWHERE[reason]?.includes(channel) ?? true)

/** The most specific choice holds: of channel and reason, then of the channel, then of the reason. */
export function wants({ channels, reasons, mail }: Choices, channel: Channel, reason: Reason): boolean {
  if (channel === 'email' && mail === 'off') return false
  const chosen = channels[channel]
  return chosen?.reasons?.[reason] ?? chosen?.on ?? reasons[reason] ?? isWantedByDefault(channel, reason)
}

type Unsubscribed = { all: boolean; reasons: readonly string[]; discussions: readonly string[] }

/** Whether a link in a mail has ended this. */
export const isUnsubscribed = (
  { all, reasons, discussions }: Unsubscribed,
  { reason, discussion }: { reason: Reason; discussion: string | null },
): boolean => all || reasons.includes(reason) || (discussion !== null && discussions.includes(discussion))
