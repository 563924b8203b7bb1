import { createHash } from 'node:crypto'
import { Duplicate } from '@palaver/store'
import type { UnderWay } from '../../api/under-way.ts'
import type { Discussion } from '../../comments/service.ts'
import type { Audience, Candidate, Reached, Skip } from '../model.ts'
import { joinedReads } from '../joined-reads.ts'
import { addressedIn, concernsFollowers, followersAfter, PAGE } from './candidates.ts'
import { type Addressed, type Regarded, regarded } from './in-the-way.ts'
import type { AudienceNeeds } from './needs.ts'
import type { Told } from './told.ts'

/** Beyond these nobody is told but those whom it concerns by name. */
const MOST_PEOPLE = 10_000
const MOST_PAGES = 40
/** As many as one query can name. */
const AT_ONCE = 100
const DAY_MS = 24 * 60 * 60 * 1000

/** They are no candidates: of them it is known at any time why. */
export const NO_CANDIDATE = new Set<Skip | null>(['own-act', 'guest', 'unknown-person', 'erased'])

/** The first pages of all that was told of a comment lie together. */
export const pagesOf = ({ discussion, slug }: Pick<Told, 'discussion' | 'slug'>, page: number): string => {
  const about = createHash('sha256')
    .update(JSON.stringify([discussion, slug]))
    .digest('base64url')
  return `${about}~${String(page).padStart(2, '0')}~`
}

export const pageId = (told: Pick<Told, 'discussion' | 'slug' | 'event'>, page: number): string =>
  `${pagesOf(told, page)}${told.event}`

/** `discussionOf` is null where it is gone. Channels that come to an event at the same time look once. */
type Finding = { discussionOf: () => Promise<Discussion | null>; underWay: UnderWay<Audience | null> }

/** Whom an event concerns, as it was found out by whoever asked first. */
export async function* storedAudience(
  needs: AudienceNeeds,
  told: Told,
  { discussionOf, underWay }: Finding,
): AsyncGenerator<readonly Candidate[]> {
  const seen = new Set<string>()
  let from: Reached | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const _id = pageId(told, page)
    const found: Audience | null =
      (await joinedReads(needs.audiences).get(_id)) ??
      (await underWay.share(_id, () => made(needs, told, { _id, page, from, seen, discussionOf })))
    if (found === null) return
    for (const { person } of found.candidates) seen.add(person)
    for (let at = 0; at < found.candidates.length; at += AT_ONCE) yield found.candidates.slice(at, at + AT_ONCE)
    if (!found.more) return
    from = found.upTo
  }
}

type Making = {
  _id: string
  page: number
  from: Reached | null
  seen: ReadonlySet<string>
  discussionOf: () => Promise<Discussion | null>
}

async function made(needs: AudienceNeeds, told: Told, making: Making): Promise<Audience | null> {
  const discussion = await making.discussionOf()
  if (discussion === null) return null
  const { people, upTo } = await gathered(needs, { told, discussion }, making)
  const fresh = onceEach(people).filter(({ person }) => !making.seen.has(person))
  const room = MOST_PEOPLE - making.seen.size
  const { event, op, org, doers, authors, seq } = told
  const looked = await regarded(needs, { org, discussion, doers, authors, seq }, fresh.slice(0, room))
  const candidates = looked
    .filter((one) => !NO_CANDIDATE.has(one.skip) && !watchesNot(one))
    .map(({ person, reason, skip }) => ({ person, reason, skip }))
  const more = upTo !== null && candidates.length < room && making.page + 1 < MOST_PAGES
  const reached = { candidates, more, upTo: more ? upTo : null }
  const now = needs.now()
  const times = { at: told.at, expires: new Date(now + needs.keptDays * DAY_MS).toISOString() }
  return kept(needs, {
    _id: making._id,
    event,
    op,
    org,
    discussion: told.discussion,
    slug: told.slug,
    ...reached,
    ...times,
  })
}

/** Who watches what is above it, but has chosen something else nearer by. */
const watchesNot = ({ reason, stance }: Regarded): boolean => reason === 'watching' && stance.level !== 'watching'

/** With the first reason of each, which is the strongest. */
export function onceEach(people: readonly Addressed[]): Addressed[] {
  const first = new Map<string, Addressed>()
  for (const one of people) if (!first.has(one.person)) first.set(one.person, one)
  return [...first.values()]
}

type Gathered = { people: Addressed[]; upTo: Reached | null }

async function gathered(
  needs: AudienceNeeds,
  { told, discussion }: { told: Told; discussion: Discussion },
  { page, from }: Making,
): Promise<Gathered> {
  const people = page === 0 ? await addressedIn(needs, told, discussion) : []
  let upTo: Reached | null = page === 0 ? start(told) : from
  while (upTo !== null) {
    const before: Reached = upTo
    const found = await followersAfter(needs, { told, discussion }, before)
    people.push(...found.people)
    upTo = found.upTo
    // Those of the next kind are looked at once all of this one were, and on this page as long as there is room.
    if ((upTo?.of === before.of && upTo.topic === before.topic) || people.length >= (needs.page ?? PAGE)) break
  }
  return { people, upTo }
}

const start = (told: Told): Reached | null => (concernsFollowers(told) ? { of: 'followers', person: '' } : null)

/** Whoever is first decides. */
export async function kept({ audiences }: Pick<AudienceNeeds, 'audiences'>, audience: Audience): Promise<Audience> {
  try {
    await audiences.insert(audience)
    return audience
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await audiences.get(audience._id)) ?? audience
  }
}
