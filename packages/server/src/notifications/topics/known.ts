import type { Topics } from '../../categories/service.ts'
import type { Line } from './model.ts'

/** What is known of topics; where nothing is said, no discussion is in one. */
export type TopicsKnown = {
  lineOf?: (org: string, topic: string) => Promise<Line>
  topicOf?: Topics['find']
}

type Placed = { org: string; topic?: string | null }

const NOWHERE: Line = []

/** The topics that a discussion is in as they are now: whoever moved or merged some meanwhile has moved it with them. */
export async function lineOf(known: TopicsKnown, { org, topic = null }: Placed): Promise<Line> {
  return topic === null || known.lineOf === undefined ? NOWHERE : known.lineOf(org, topic)
}
