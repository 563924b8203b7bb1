import type { Discussion } from '../comments/service.ts'
import { type Regarded, type RegardingNeeds, regarded } from './audience/in-the-way.ts'
import { followingId } from './audience/levels.ts'
import type { Told } from './audience/told.ts'
import { isGuest } from '../accounts/service.ts'
import type { Why } from './explain-words.ts'
import type { Skip } from './model.ts'
import type { SocialTold } from './social/told.ts'

type Asked = { user: string; discussion: Discussion }

/** What holds whatever somebody has chosen. */
const PLAIN = new Set<Skip>(['own-act', 'guest', 'unknown-person', 'erased', 'banned', 'no-access'])

/** Why something did not concern somebody, of whom nothing was noted. */
export async function workedOut(needs: RegardingNeeds, told: Told, { user, discussion }: Asked): Promise<Why> {
  const { org, doers, authors, seq, comment } = told
  const reason = comment === null ? 'moderation' : 'watching'
  const [looked] = await regarded(needs, { org, discussion, doers, authors, seq }, [{ person: user, reason }])
  if (looked === undefined) return 'not-involved'
  const { skip } = looked
  if (skip !== null && PLAIN.has(skip)) return skip
  if (comment === null) return 'not-involved'
  if (told.op !== 'edited') return asFollower(needs, told, looked)
  return comment.mentions.some(({ id }) => id === user) ? 'mentioned-before' : 'edit'
}

async function asFollower(
  { followings }: RegardingNeeds,
  { discussion, seq }: Told,
  { person, stance: { level, from } }: Regarded,
): Promise<Why> {
  if (from !== 'defaults') {
    if (level === 'muted') return from === 'topic' ? 'muted-topic' : 'muted-discussion'
    if (level === 'mentions') return 'level'
    if (level === 'watching') return 'joined-later'
  }
  const following = await followings.get(followingId(discussion, person))
  return (following?.takesPart ?? 0) >= seq ? 'joined-later' : 'not-involved'
}

/** The same of posts and people: those alone are told whom it concerns by name. */
export function workedOutSocial({ doers, op, mentions }: SocialTold, user: string): Why {
  if (doers.includes(user)) return 'own-act'
  if (isGuest(user)) return 'guest'
  if (op !== 'edited') return 'not-involved'
  return mentions.includes(user) ? 'mentioned-before' : 'edit'
}
