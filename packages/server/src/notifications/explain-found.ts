import { type EventLogApi, idOf, type LoggedEvent } from '@palaver/store'
import { pageId } from './audience/stored.ts'
import type { AudienceNeeds } from './audience/needs.ts'
import { type Told, toldIn } from './audience/told.ts'
import { notifications as rows } from './collections.ts'
import type { Candidate } from './model.ts'

export type FindingNeeds = Pick<AudienceNeeds, 'audiences' | 'notifications'> & {
  log: Pick<EventLogApi, 'read' | 'partitionOf' | 'settle'>
}

/** An event that somebody asks about, as far as it is still known. */
export type Found = {
  event: string
  /** Null where the log does not have it any more. */
  op: string | null
  at: string
  discussion: string
  slug: string | null
  isForModerators: boolean
  /** Null where it tells nobody, or where the log does not have it any more. */
  told: Told | null
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
  const told = toldIn(event)
  if (told === null && event.type !== 'comment') return null
  const about = { event: event._id, op: event.op, at: event.at }
  if (told === null)
    return { ...about, discussion: event.subject, slug: null, isForModerators: false, told, candidate: 'nobody' }
  const { discussion, slug, comment } = told
  const candidate = await candidateIn(needs, told, asked.user)
  return { ...about, discussion, slug, isForModerators: comment === null, told, candidate }
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
  if (row === null || row.org !== org || row.discussion === null) return null
  const { at, discussion, slug, reason, person } = row
  const candidate = { person, reason, skip: null }
  return { event, op: null, at, discussion, slug, isForModerators: reason === 'moderation', told: null, candidate }
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
