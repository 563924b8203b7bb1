import { Refusal } from '../../api/refusal.ts'
import type { Discussion } from '../../comments/service.ts'
import type { Following, Reached, Reason } from '../model.ts'
import { authorOfPost } from '../social/authoring.ts'
import { lineOf } from '../topics/known.ts'
import { watchersAlong } from '../topics/watching.ts'
import type { Addressed } from './in-the-way.ts'
import type { AudienceNeeds } from './needs.ts'
import { ERASED, type Told } from './told.ts'

type Needs = Pick<
  AudienceNeeds,
  'followings' | 'topicFollowings' | 'lineOf' | 'comments' | 'people' | 'preferences' | 'social' | 'page'
>

/** A page of those who may be told, and up to where people were looked at for it. */
export type Found = { people: Addressed[]; upTo: Reached | null }

export const PAGE = 500

/** Those whom it concerns by name, the strongest reason first; they are on the first page. */
export async function addressedIn(needs: Needs, told: Told, discussion: Discussion): Promise<Addressed[]> {
  if (told.comment === null) return moderatorsOf(needs, told.org)
  const mentioned = told.mentioned.map((person): Addressed => ({ person, reason: 'mention' }))
  if (told.op === 'edited') return mentioned
  const repliedTo = await authorOf(needs, discussion, told.comment.replyTo ?? told.comment.parentSlug)
  const replied: Addressed[] = repliedTo === null ? [] : [{ person: repliedTo, reason: 'reply' }]
  const named = [...mentioned, ...replied.filter(({ person }) => !told.mentioned.includes(person))]
  const author = await authorOfPost(needs, discussion)
  return author === null ? named : [...named, { person: author, reason: 'participating' }]
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

type About = { told: Told; discussion: Discussion }

/**
 * The next of those who take part or watch: of the discussion first, then of its topics, then those who watch
 * everything. Who has chosen something else nearer by does not watch it: that is looked at with all else about them.
 */
export async function followersAfter(needs: Needs, { told, discussion }: About, after: Reached): Promise<Found> {
  if (after.of === 'followers') return participants(needs, told, after.person)
  return after.of === 'topics' ? watchersOfTopics(needs, discussion, after) : watchers(needs, told, after.person)
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
    upTo: last === undefined ? { of: 'topics', person: '' } : { of: 'followers', person: last.person },
  }
}

const reasonOf = ({ takesPart = Infinity, level }: Following, seq: number): Reason | null => {
  if (takesPart < seq) return 'participating'
  return level === 'watching' ? 'watching' : null
}

const watching = (person: string): Addressed => ({ person, reason: 'watching' })

async function watchersOfTopics(needs: Needs, discussion: Discussion, after: Reached): Promise<Found> {
  const line = await lineOf(needs, discussion)
  const { people, upTo } = await watchersAlong(needs, line, { after, limit: needs.page ?? PAGE })
  return { people: people.map(watching), upTo }
}

async function watchers({ preferences, page: limit = PAGE }: Needs, { org }: Told, after: string): Promise<Found> {
  const found = await preferences.watchersOf(org, { after, limit })
  const last = found.length < limit ? undefined : found.at(-1)
  return {
    people: found.map(({ _id }) => watching(_id)),
    upTo: last === undefined ? null : { of: 'watchers', person: last._id },
  }
}
