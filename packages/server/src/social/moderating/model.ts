import type { ReportReason } from '../../moderation/service.ts'

/** What one person has against a post. */
export type PostReport = { person: string; reason: ReportReason; text: string | null; at: string }

/**
 * All reports of one post, one a person; open until a moderator has decided, or the post is gone. While it is open,
 * moderators see the post, whoever it is for.
 */
export type PostCase = {
  _id: string
  org: string
  state: 'open' | 'closed'
  /** When it was opened. */
  at: string
  reports: PostReport[]
  /** Ids of those who reported it. */
  reporters: string[]
}
