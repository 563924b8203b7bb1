import type { Collection } from '@palaver/store'
import type { Channel, Telling, Window } from '../model.ts'

export type WindowNeeds = {
  windows: Collection<Window>
  tellings: Collection<Telling>
  now: () => number
  random: () => number
  newId: () => string
  /** Makes a dead letter of what was given up; false where it is to be asked again in a moment. */
  bury: (channel: Channel, failed: { org: string; event: string; error: string }) => Promise<boolean>
}

/** Where an item is to wait: `key` names the window among those of its person and channel. */
export type Place = { channel: Channel; kind: Window['kind']; due: number; key: string }

export const instantOf = (ms: number): string => new Date(ms).toISOString()
