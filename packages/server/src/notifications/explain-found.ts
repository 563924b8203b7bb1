import { type EventLogApi, idOf, type LoggedEvent } from '@palaver/store'
import { pageId } from './audience/stored.ts'
import type { AudienceNeeds } from './audience/needs.ts'
import { type Told, toldIn } from './audience/told.ts'
import { notifications as rows } from './collections.ts'
import { type Candidate, isOfSocial } from './model.ts'
import { socialPageId } from './social/stored.ts'
import { type SocialTold, socialToldIn } from './social/told.ts'

export type FindingNeeds = Pick<AudienceNeeds, 'audiences' | 'notifications'> & {
  log: Pick<EventLogApi, 'read' | 'partitionOf' | 'settle'>
}

/** An event that somebody asks about, as far as it is still known. */
export type Found = {
  event: string
  /** Null where the log does not have it any more. */
  op: string | null
  at: string
  /** Null for what is about a post or a person. */
  discussion: string | null
  slug: string | null
  post: string | null
  /** Between whom it happened, where it is about people alone. */
  between: readonly string[]
  isForModerators: boolean
  /** Null where it tells nobody, or where the log does not have it any more. */
  told: Told | null
  social: SocialTold | null
  /** How it concerned the person. */
  candidate: Candidate | 'unknown' | 'nobody' | 'none' | 'too-many'
}

type Asked = { org: string; event: string; user: string }

/** Far fewer than this never reach the most who are told. */
const MANY = 9_000
const MOST_PAGES = 40

/** From the log, or from the row of the person, which is kept for longer; null where neither has it. */
export async function found(needs: FindingNeeds, asked: Asked): Promise<Found | null> {
  const event = await logged(needs, asked)
  if (event === null) return fromRow(needs, asked)
  const about = { event: event._id, op: event.op, at: event.at, slug: null, post: null, between: [] }
  const told = toldIn(event)
  if (told !== null) {
    const { discussion, slug, comment } = told
    const candidate = await candidateIn(needs, told, asked.user)
    return { ...about, discussion, slug, isForModerators: comment === null, told, social: null, candidate }
  }
  const nobody = { isForModerators: false, told, social: null, candidate: 'nobody' } as const
  if (event.type === 'comment') return { ...about, discussion: event.subject, ...nobody }
  const place = placeOf(event)
  if (place === null) return null
  const social = socialToldIn(event)
  if (social === null) return { ...about, discussion: null, ...place, ...nobody }
  const candidate = await socialCandidateIn(needs, social, asked.user)
  return { ...about, discussion: null, ...place, ...nobody, social, candidate }
}

/** What it happened to, where that is a post or two people. */
function placeOf({ type, subject, after, before }: LoggedEvent): Pick<Found, 'post' | 'between'> | null {
  if (type === 'post') return { post: subject, between: [] }
  if (type !== 'follow') return null
  const { follower, followee } = (after ?? before) as unknown as { follower: string; followee: string }
  return { post: null, between: [follower, followee] }
}

/** The answer to what is held names the event by which it would be published. */
async function logged({ log }: FindingNeeds, { org, event: id }: Asked): Promise<LoggedEvent | null> {
  const partition = log.partitionOf(org)
  const named = async (one: string): Promise<LoggedEvent | undefined> =>
    (await log.read({ partition, id: one, after: 0, limit: 1 }))[0]
  const either = async (): Promise<LoggedEvent | undefined> => (await named(id)) ?? (await named(`${id}.held`))
  let event = await either()
  if (event === undefined) {
    await log.settle()
    event = await either()
  }
  return event?.org === org ? event : null
}

async function fromRow({ notifications }: FindingNeeds, { org, event, user }: Asked): Promise<Found | null> {
  const row = await notifications.get(idOf(rows, { person: user, event }))
  if (row === null || row.org !== org || (row.discussion === null && !isOfSocial(row))) return null
  const { at, discussion, slug, post = null, actor, reason, person } = row
  const candidate = { person, reason, skip: null }
  const between = post === null && actor !== null && discussion === null ? [person, actor.id] : []
  const about = { event, op: null, at, discussion, slug, post, between, told: null, social: null }
  return { ...about, isForModerators: reason === 'moderation', candidate }
}

/** `unknown`: nobody has found out yet whom it concerns. `none`: it does not concern them. */
async function candidateIn({ audiences }: FindingNeeds, told: Told, user: string): Promise<Found['candidate']> {
  if (told.op === 'edited' && told.mentioned.length === 0) return 'none'
  let seen = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const audience = await audiences.get(pageId(told, page))
    if (audience === null) return 'unknown'
    const candidate = audience.candidates.find(({ person }) => person === user)
    if (candidate !== undefined) return candidate
    seen += audience.candidates.length
    if (!audience.more) break
  }
  return seen < MANY ? 'none' : 'too-many'
}

async function socialCandidateIn(
  { audiences }: FindingNeeds,
  told: SocialTold,
  user: string,
): Promise<Found['candidate']> {
  const id = socialPageId(told)
  if (id === null) return 'none'
  const audience = await audiences.get(id)
  return audience === null ? 'unknown' : (audience.candidates.find(({ person }) => person === user) ?? 'none')
}
