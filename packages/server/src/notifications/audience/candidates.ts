import { Refusal } from '../../api/refusal.ts'
import type { Discussion } from '../../comments/service.ts'
import type { Following, Reached, Reason } from '../model.ts'
import { withDefaults } from '../preferences/preferences.ts'
import type { Addressed } from './in-the-way.ts'
import { followingId, levelIn } from './levels.ts'
import type { AudienceNeeds } from './needs.ts'
import { ERASED, type Told } from './told.ts'

type Needs = Pick<AudienceNeeds, 'followings' | 'comments' | 'people' | 'preferences' | 'page'>

/** A page of those who may be told, and up to where people were looked at for it. */
export type Found = { people: Addressed[]; upTo: Reached | null }

const PAGE = 500

/** Those whom it concerns by name, the strongest reason first; they are on the first page. */
export async function addressedIn(needs: Needs, told: Told, discussion: Discussion): Promise<Addressed[]> {
  if (told.comment === null) return moderatorsOf(needs, told.org)
  const mentioned = told.mentioned.map((person): Addressed => ({ person, reason: 'mention' }))
  if (told.op === 'edited') return mentioned
  const repliedTo = await authorOf(needs, discussion, told.comment.replyTo ?? told.comment.parentSlug)
  const replied: Addressed[] = repliedTo === null ? [] : [{ person: repliedTo, reason: 'reply' }]
  return [...mentioned, ...replied.filter(({ person }) => !told.mentioned.includes(person))]
}

/** Whether others than those are told, who take part or watch. */
export const concernsFollowers = ({ op }: Told): boolean => op === 'created' || op === 'restored'

async function moderatorsOf({ people }: Needs, org: string): Promise<Addressed[]> {
  const roles = await Promise.all([people.ofRole(org, 'admin', PAGE), people.ofRole(org, 'moderator', PAGE)])
  return roles.flat().map(({ _id }) => ({ person: _id, reason: 'moderation' }))
}

async function authorOf({ comments }: Needs, discussion: Discussion, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  try {
    const { author } = await comments.comment(discussion, slug)
    return author.id === ERASED ? null : author.id
  } catch (error) {
    if (error instanceof Refusal && error.code === 'comment-not-found') return null
    throw error
  }
}

/** The next of those who take part or watch: of the discussion first, then those who watch everything. */
export async function followersAfter(needs: Needs, told: Told, after: Reached): Promise<Found> {
  return after.of === 'followers' ? participants(needs, told, after.person) : watchers(needs, told, after.person)
}

async function participants({ followings, page: limit = PAGE }: Needs, told: Told, after: string): Promise<Found> {
  const where = { discussion: told.discussion, person: { $gt: after } }
  const { docs } = await followings.find({ where, sort: { person: 1 }, limit, next: false })
  const people = docs.flatMap((following) => {
    const reason = reasonOf(following, told.seq)
    return reason === null ? [] : [{ person: following.person, reason }]
  })
  const last = docs.length < limit ? undefined : docs.at(-1)
  return {
    people,
    upTo: last === undefined ? { of: 'watchers', person: '' } : { of: 'followers', person: last.person },
  }
}

const reasonOf = ({ takesPart = Infinity, level }: Following, seq: number): Reason | null => {
  if (takesPart < seq) return 'participating'
  return level === 'watching' ? 'watching' : null
}

/** Who has chosen something else for this discussion does not watch it. */
async function watchers(needs: Needs, told: Told, after: string): Promise<Found> {
  const { followings, preferences, page: limit = PAGE } = needs
  const found = await preferences.watchersOf(told.org, { after, limit })
  const watch = async ({ _id: person, choices }: (typeof found)[number]): Promise<Addressed[]> => {
    const following = await followings.get(followingId(told.discussion, person))
    const takesPart = (following?.takesPart ?? Infinity) < told.seq
    const level = levelIn({ level: following?.level ?? null, takesPart }, withDefaults(choices))
    return level === 'watching' ? [{ person, reason: 'watching' }] : []
  }
  const people = (await Promise.all(found.map(watch))).flat()
  const last = found.length < limit ? undefined : found.at(-1)
  return { people, upTo: last === undefined ? null : { of: 'watchers', person: last._id } }
}
