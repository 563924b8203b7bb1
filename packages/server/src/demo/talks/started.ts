import type { Line } from './line.ts'
import { IN_THE_HOUSE } from './started-in-the-house.ts'
import { INSIDE } from './started-inside.ts'
import { OUTSIDE } from './started-outside.ts'

/** A discussion that somebody began in a topic: its first line is what it was begun with. */
export type Talk = {
  id: string
  /** The demo's own name of the topic. */
  topic: string
  title: string
  tags: readonly string[]
  /** How long ago the last line was written when the demo was first started. */
  daysAgo: number
  talk: readonly Line[]
}

export const TALKS: readonly Talk[] = [...OUTSIDE, ...INSIDE, ...IN_THE_HOUSE]

export const TALK = 'talk'

export const resourceOfTalk = ({ id }: Pick<Talk, 'id'>): { type: string; id: string } => ({ type: TALK, id })

export const pathOfTalk = (id: string): string => `/talk/${encodeURIComponent(id)}`
