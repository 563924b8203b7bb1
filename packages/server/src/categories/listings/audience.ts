import type { Actor, Role } from '../../api/actor.ts'
import type { Topic } from '../model.ts'
import { maySee } from '../policy.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { type Audience, AUDIENCES } from './model.ts'

const somebody = (role: Role): Actor => ({ org: '', id: '', name: '', role, kind: 'person' })
const MEMBER = somebody('member')
const MODERATOR = somebody('moderator')

const known = new WeakMap<Snapshot, Map<string, Audience>>()

/** Who sees what is in a topic. */
export function audienceOf(snapshot: Snapshot, topic: Topic): Audience {
  const audiences = known.get(snapshot) ?? new Map<string, Audience>()
  known.set(snapshot, audiences)
  const found = audiences.get(topic.key) ?? workedOut(snapshot, topic)
  audiences.set(topic.key, found)
  return found
}

function workedOut(snapshot: Snapshot, topic: Topic): Audience {
  if (maySee(snapshot, null, topic)) return 'all'
  const [members, moderators] = [maySee(snapshot, MEMBER, topic), maySee(snapshot, MODERATOR, topic)]
  if (members && moderators) return 'members-moderators'
  return members ? 'members' : moderators ? 'moderators' : 'admins'
}

/** What kind of viewer somebody is: all of a kind see the same topics. */
export type Viewer = 'anyone' | Role

export const viewerOf = (actor: Actor | null): Viewer =>
  actor === null || (actor.kind === 'guest' && actor.role !== 'admin') ? 'anyone' : actor.role

const SEES: Readonly<Record<Viewer, readonly Audience[]>> = {
  anyone: ['all'],
  member: ['all', 'members-moderators', 'members'],
  moderator: ['all', 'members-moderators', 'moderators'],
  admin: AUDIENCES,
}

export const seesAudience = (viewer: Viewer, audience: Audience): boolean => SEES[viewer].includes(audience)

const inTrees = new WeakMap<Snapshot, ReadonlySet<Audience>>()

/** Those that a viewer belongs to, of those that the tree has at all. */
export function audiencesFor(snapshot: Snapshot, viewer: Viewer): Audience[] {
  const all = inTrees.get(snapshot) ?? new Set([...snapshot.topics.values()].map((one) => audienceOf(snapshot, one)))
  inTrees.set(snapshot, all)
  return SEES[viewer].filter((audience) => all.has(audience))
}
