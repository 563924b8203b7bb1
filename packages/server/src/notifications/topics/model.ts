/** How much somebody wants to hear of all that is in a topic, and in those below it. */
export const TOPIC_LEVELS = ['watching', 'mentions', 'muted'] as const
export type TopicLevel = (typeof TOPIC_LEVELS)[number]

/** What somebody has chosen for a topic; there is none where they leave it to what is above it. */
export type TopicFollowing = {
  _id: string
  topic: string
  person: string
  org: string
  level: TopicLevel
  /** When they chose it. */
  at: string
}

/** A topic and each above it, the nearest first; each with those that were merged into it, behind its own id. */
export type Line = readonly (readonly string[])[]

/** Of the two only the name of a topic is made of parts, so it comes last. */
export const topicFollowingId = (topic: string, person: string): string => `${person}~${topic}`
