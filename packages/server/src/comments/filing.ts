import type { Discussion } from './model.ts'

/** What the lists and numbers of a topic take from a discussion. */
export type Filing = { topic: string | null; comments: number; activity: string; isListed: boolean }

type Filed = Pick<Discussion, 'topic' | 'comments' | 'activity' | 'created' | 'title'>

/** One in which nothing was published yet and that has no title shows nothing of itself: its first text may be held. */
export const filingOf = ({ topic, comments, activity, created, title }: Filed): Filing => ({
  topic: topic ?? null,
  comments,
  activity: activity ?? created,
  isListed: title !== null || comments > 0,
})
