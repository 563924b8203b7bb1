import type { Discussion } from '../comments/service.ts'
import { regarded } from './audience/in-the-way.ts'
import { followingId } from './audience/levels.ts'
import type { AudienceNeeds } from './audience/needs.ts'
import type { Told } from './audience/told.ts'
import type { Why } from './explain-words.ts'
import type { Skip } from './model.ts'

type Needs = Pick<AudienceNeeds, 'followings' | 'people' | 'preferences' | 'mayOf' | 'now'>
type Asked = { user: string; discussion: Discussion }

/** What holds whatever somebody has chosen. */
const PLAIN = new Set<Skip>(['own-act', 'guest', 'unknown-person', 'erased', 'banned', 'no-access'])

/** Why something did not concern somebody, of whom nothing was noted. */
export async function workedOut(needs: Needs, told: Told, { user, discussion }: Asked): Promise<Why> {
  const { org, doers, authors, seq, comment } = told
  const reason = comment === null ? 'moderation' : 'watching'
  const [looked] = await regarded(needs, { org, discussion, doers, authors, seq }, [{ person: user, reason }])
  const skip = looked?.skip ?? null
  if (skip !== null && PLAIN.has(skip)) return skip
  if (comment === null) return 'not-involved'
  if (told.op !== 'edited') return asFollower(needs, told, user)
  return comment.mentions.some(({ id }) => id === user) ? 'mentioned-before' : 'edit'
}

async function asFollower({ followings }: Needs, { discussion, seq }: Told, user: string): Promise<Why> {
  const following = await followings.get(followingId(discussion, user))
  if (following === null) return 'not-involved'
  if (following.level === 'muted') return 'muted-discussion'
  if (following.level === 'mentions') return 'level'
  const isLater = following.level === 'watching' || (following.takesPart ?? 0) >= seq
  return isLater ? 'joined-later' : 'not-involved'
}
