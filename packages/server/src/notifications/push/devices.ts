import type { Subscription } from './model.ts'
import { payloadOf, type PushMessage } from './payload.ts'
import type { Push, Sender } from './sender.ts'

type Sending = Pick<Push, 'ttlSeconds' | 'urgency' | 'signal'> & {
  /** The ids of those that have it already. */
  reached: readonly string[]
  /** In the language of the browser. */
  messageIn: (language: string) => PushMessage
}

/** `laterMs`: some are to be tried again, not before so many ms; null where none is. */
export type Delivered = { reached: string[]; laterMs: number | null; isRefused: boolean }

/** Sends a message to all browsers of a person that do not have it yet. */
export async function toDevices(
  sender: Sender,
  devices: readonly Subscription[],
  { reached, messageIn, ...push }: Sending,
): Promise<Delivered> {
  const outcomes = await Promise.all(
    devices.map(async (device) => {
      if (reached.includes(device._id)) return { device, kind: 'sent' as const }
      const message = messageIn(device.language)
      return { device, ...(await sender.send(device, { ...push, payload: payloadOf(message), topic: message.tag })) }
    }),
  )
  const waits = outcomes.flatMap((outcome) => (outcome.kind === 'later' ? [outcome.afterMs] : []))
  return {
    reached: outcomes.flatMap(({ kind, device }) => (kind === 'sent' ? [device._id] : [])),
    laterMs: waits.length === 0 ? null : Math.min(...waits),
    isRefused: outcomes.some(({ kind }) => kind === 'refused'),
  }
}
