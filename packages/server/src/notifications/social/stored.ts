import { createHash } from 'node:crypto'
import type { UnderWay } from '../../api/under-way.ts'
import type { AudienceNeeds } from '../audience/needs.ts'
import { kept, NO_CANDIDATE, onceEach } from '../audience/stored.ts'
import type { Audience, Candidate, Item } from '../model.ts'
import { isShadowed, regardedSocial } from './regarding.ts'
import { aboutSocial, type SocialTold } from './told.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type About = Pick<Item, 'reason' | 'person' | 'actor' | 'post'>

/** What was told before is looked for among what was told of the same: of a post, or of what one did to another. */
function aboutOf({ reason, person, actor, post = '' }: About): readonly string[] {
  const by = actor?.id ?? ''
  if (reason === 'accepted') return ['follow', person, by]
  if (reason === 'follow' || reason === 'request') return ['follow', by, person]
  return reason === 'reaction' || reason === 'repost' ? [reason, by, post] : ['post', post]
}

/** Whether it may be done and undone again and again: then it tells once a day. */
export const isRepeatable = ({ reason }: Pick<Item, 'reason'>): boolean => aboutOf(BLANK(reason))[0] !== 'post'

const BLANK = (reason: Item['reason']): About => ({ reason, person: '', actor: null })

/** All that was told of the same lies together, in the order of time. */
export const socialPagesOf = (about: About): string =>
  `${createHash('sha256')
    .update(JSON.stringify(['social', ...aboutOf(about)]))
    .digest('base64url')}~`

const pageId = (about: About, { at, event }: Pick<Item, 'at' | 'event'>): string =>
  `${socialPagesOf(about)}${at}~${event}`

/** Under what name it is kept whom an event concerns; null where there is nobody whom it could. */
export function socialPageId(told: SocialTold): string | null {
  const [first] = told.addressed
  const candidate = told.of === null ? first : (first ?? { person: '', reason: told.of.reason })
  return candidate === undefined ? null : pageId(aboutSocial(told, candidate), told)
}

/** Whom an event concerns, as it was found out by whoever asked first; they are few. */
export async function* storedSocial(
  needs: AudienceNeeds,
  told: SocialTold,
  underWay: UnderWay<Audience | null>,
): AsyncGenerator<readonly Candidate[]> {
  const _id = socialPageId(told)
  if (_id === null) return
  const found = (await needs.audiences.get(_id)) ?? (await underWay.share(_id, () => made(needs, told, _id)))
  if (found !== null && found.candidates.length > 0) yield found.candidates
}

async function made(needs: AudienceNeeds, told: SocialTold, _id: string): Promise<Audience> {
  const { event, op, org, post, at, doers, actor } = told
  const people = onceEach([...told.addressed, ...(await passedOnFrom(needs, told))])
  const items = people.map((one) => aboutSocial(told, one))
  const [looked, isSecret] = await Promise.all([regardedSocial(needs, items, doers), isShadowed(needs, org, actor.id)])
  const candidates = looked
    .filter(({ skip }) => !NO_CANDIDATE.has(skip))
    .map(({ item: { person, reason }, skip }) => ({ person, reason, skip: skip ?? (isSecret ? 'no-access' : null) }))
  const expires = new Date(needs.now() + needs.keptDays * DAY_MS).toISOString()
  const about = { event, op, org, discussion: null, slug: null, ...(post !== null && { post }) }
  return kept(needs, { _id, ...about, candidates, more: false, upTo: null, at, expires })
}

async function passedOnFrom({ social }: AudienceNeeds, { of }: SocialTold): Promise<Candidate[]> {
  const post = of === null ? undefined : (await social?.posts([of.post]))?.get(of.post)
  return of === null || post === undefined ? [] : [{ person: post.author, reason: of.reason, skip: null }]
}
